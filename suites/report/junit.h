// A certificate as JUnit XML, for CI systems that show test results, such as Jenkins and GitLab.
#pragma once

#include <string>

#include "suites/report/certificate.h"
#include "suites/report/gate_report.h"

namespace vconform::suites {

// One suite per property, one for the systematic units and one for the claims; one test per claim
// and per check of the gate. A claim whose deviations are all waived is skipped. A test has one
// failure even if several deviations break its claim, as Jenkins reads only the first: its type and
// message are those of the first deviation, its text has them all. `folder` holds the case files.
// Equal certificates give equal bytes, apart from `time`.
std::string to_junit(const Certificate& certificate, const GateReport& gate,
                     const std::string& folder);

}  // namespace vconform::suites
