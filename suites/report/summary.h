// A certificate for people, on the terminal.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// Counts per pair of types, deviations grouped by rule, one printed failure for each rule, and the
// headline last. `folder` is where the files are.
std::string summary(const Certificate& certificate, const std::string& folder);

// The deviations as a table in Markdown: what a backend does differently, rule by rule.
std::string deviation_table(const Certificate& certificate);

}  // namespace vconform::suites
