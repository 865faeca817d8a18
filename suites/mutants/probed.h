// A backend with what probing finds out about it.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// Probes the rules that `open` does not pin, and pins what was found, as certify does.
Subject probed(const Subject& open);

}  // namespace vconform::suites
