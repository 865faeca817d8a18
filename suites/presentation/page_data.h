// The content of a report of a certificate, as JSON for the script of the page: the certificate
// without its units, and what this program knows about its rows, rules and deviations.
#pragma once

#include "suites/files/json.h"
#include "suites/presentation/affected_inputs.h"
#include "suites/report/certificate_record.h"

namespace vconform::suites {

// `document` is the certificate that `record` was read from. Nothing else is looked at. The inputs
// that a mistake affects are counted for sources of at most `most_bits`.
json page_data(const json& document, const CertificateRecord& record,
               int most_bits = kQuickSourceBits);

}  // namespace vconform::suites
