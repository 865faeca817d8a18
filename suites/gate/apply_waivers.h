// What a list of waivers waives of a run.
#pragma once

#include <string>
#include <vector>

#include "suites/report/certificate.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

// As a waiver names it.
std::string observed_text(const Deviation& deviation);

// Notes in the certificate which waiver waives which deviation, and which of its rows are waived.
void apply_waivers(Certificate& certificate, const std::vector<Waiver>& waivers);

}  // namespace vconform::suites
