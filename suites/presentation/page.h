// Pages: one HTML file each, which needs nothing beside it.
#pragma once

#include <string>

#include "suites/files/json.h"
#include "suites/presentation/comparison.h"

namespace vconform::suites {

// `data` is page_data() of a certificate.
std::string report_page(const json& data);
// The same, made of a certificate's text alone. Throws spec::InputError if it is none.
std::string report_page_of(const std::string& certificate);

std::string comparison_page(const Comparison& comparison);

// The page of a sweep, by the content of its sweep.json.
std::string sweep_page(const std::string& sweep);

}  // namespace vconform::suites
