// Reading certificates.
#pragma once

#include <string>

#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Reads one, of this or an earlier spec version and of this or the last format, and checks that it
// agrees with itself: its fields, its digests, and that its counts and verdicts follow from its
// rows. Neither the signature (signature.h) nor the plan (certificate_plan.h) is checked. Throws
// spec::InputError naming the file and what is wrong with it.
CertificateRecord read_certificate(const std::string& path);

// The same of the content of a file; messages do not name it.
CertificateRecord certificate_from_text(const std::string& text);

}  // namespace vconform::suites
