// The results of a run by pair of types, for the terminal.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// A line for each pair of types of a family, or for each path that only copies: its modes, cases,
// elements, elements of systematic units, and what came of it.
std::string pairs_text(const Certificate& certificate, spec::Family family);

}  // namespace vconform::suites
