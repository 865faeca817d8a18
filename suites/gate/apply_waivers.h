// Applies a list of waivers to the certificate of a run.
#pragma once

#include <string>
#include <vector>

#include "suites/report/certificate.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

// The text by which a waiver names the deviation.
std::string observed_text(const Deviation& deviation);

// Notes in the certificate which waiver waives which deviation, and which rows are waived.
void apply_waivers(Certificate& certificate, const std::vector<Waiver>& waivers);

}  // namespace vconform::suites
