// A certificate as JUnit XML, for what shows test results in CI: Jenkins, GitLab.
#pragma once

#include <string>

#include "suites/report/certificate.h"
#include "suites/report/gate_report.h"

namespace vconform::suites {

// A suite for each property, one for the systematic units and one for what is claimed; a test for
// each claim, and for each check of the gate. A claim all of whose deviations are waived is
// skipped. A test has one failure even where several deviations break its claim, as Jenkins reads
// the first only: its type and message are those of the first, its text has them all. `folder` is
// where the case files are. Equal certificates give equal bytes, apart from `time`.
std::string to_junit(const Certificate& certificate, const GateReport& gate,
                     const std::string& folder);

}  // namespace vconform::suites
