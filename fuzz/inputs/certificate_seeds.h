// Certificates of runs that never took place.
#pragma once

#include <string>
#include <vector>

namespace vconform::fuzz {

// Certificates as JSON without white space, with few rows: conforming, deviating, and waived.
std::vector<std::string> certificate_seeds();

}  // namespace vconform::fuzz
