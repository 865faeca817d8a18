// Whether a certificate is about the rules that there are now.
#pragma once

#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Its version, rows, properties, rules and choices. Throws spec::InputError.
void check_rules_of(const CertificateRecord& record);

}  // namespace vconform::suites
