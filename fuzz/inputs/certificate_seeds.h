// Certificates of runs that never were.
#pragma once

#include <string>
#include <vector>

namespace vconform::fuzz {

// As certificate.json without white space, of few rows: conforming, deviating, and waived.
std::vector<std::string> certificate_seeds();

}  // namespace vconform::fuzz
