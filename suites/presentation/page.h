// Pages: one HTML file each, which needs nothing beside it.
#pragma once

#include <string>

#include "suites/files/json.h"
#include "suites/presentation/comparison.h"

namespace vconform::suites {

// `data` is page_data() of a certificate.
std::string report_page(const json& data);
// The same, made of the text alone of a certificate that this process made. Throws std::logic_error
// if it does not agree with itself.
std::string report_page_of(const std::string& certificate);

std::string comparison_page(const Comparison& comparison);

// The page of a sweep, by the content of its sweep.json.
std::string sweep_page(const std::string& sweep);

}  // namespace vconform::suites
