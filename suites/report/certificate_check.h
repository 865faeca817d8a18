// Checks that a certificate agrees with itself.
#pragma once

#include "suites/report/certificate_record.h"
#include "suites/report/standing.h"

namespace vconform::suites {

// Counts must be sums of the rows, rows conform as their deviations say, and verdict and headline
// follow from them. Throws spec::InputError naming the first contradiction.
void check_certificate(const CertificateRecord& record);

// As the certificate counts.
Standing standing_of(const CertificateRecord& record);

}  // namespace vconform::suites
