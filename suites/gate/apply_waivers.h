// Applies a list of waivers to the certificate of a run.
#pragma once

#include <string>
#include <vector>

#include "suites/report/certificate.h"
#include "suites/report/certificate_record.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

// The text by which a waiver names the deviation.
std::string observed_text(const Deviation& deviation);

// Notes in the certificate which waiver waives which deviation, and which rows are waived.
void apply_waivers(Certificate& certificate, const std::vector<Waiver>& waivers);

// Whether a text of the waiver names the deviation of a certificate that was read.
bool names(const Waiver& waiver, const std::string& text, const DeviationRecord& deviation);

}  // namespace vconform::suites
