// Checks that a certificate is about the current rules.
#pragma once

#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Checks its version, rows, properties, rules and choices. Throws spec::InputError.
void check_rules_of(const CertificateRecord& record);

}  // namespace vconform::suites
