// The waivers of a certificate that was read.
#pragma once

#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Throws spec::InputError unless a file may have these waivers, and each deviation that is waived
// is named by its waiver.
void check_waived(const CertificateRecord& record);

}  // namespace vconform::suites
