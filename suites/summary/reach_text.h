// How far addresses and strides were tried, a line each if a backend cannot take all that cases
// have.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

std::string reach_text(const RunInfo& info);

}  // namespace vconform::suites
