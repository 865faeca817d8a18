// A certificate as text for the terminal.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// Counts per pair of types, deviations grouped by rule, one printed failure per rule, and the
// headline last. `folder` holds the files.
std::string summary(const Certificate& certificate, const std::string& folder);

// The deviations as a Markdown table: what a backend does differently, rule by rule. The headline
// and the readings that no page states follow it.
std::string deviation_table(const Certificate& certificate);

}  // namespace vconform::suites
