// Whether a certificate agrees with itself.
#pragma once

#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Counts are those of the rows, rows conform where their deviations say so, the verdict and
// headline follow. Throws spec::InputError naming the first thing that does not add up.
void check_certificate(const CertificateRecord& record);

}  // namespace vconform::suites
