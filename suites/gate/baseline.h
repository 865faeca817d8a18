// Compares a run with an earlier one: nothing may get worse.
#pragma once

#include <string>
#include <vector>

#include "suites/report/certificate_record.h"
#include "suites/report/gate_report.h"

namespace vconform::suites {

// One check each for the version of the rules, the pinned readings, what is claimed and required,
// how much of each row and which rules are judged, and the deviations. Fingerprints and elements
// are compared if level and seed are the same. `folder` holds the cases of `now`.
std::vector<GateCheck> compared(const CertificateRecord& before, const CertificateRecord& now,
                                const std::string& folder);

// The texts of a waiver that matched something in the earlier run.
std::vector<std::string> seen_before(const CertificateRecord& before, const Waiver& waiver);

}  // namespace vconform::suites
