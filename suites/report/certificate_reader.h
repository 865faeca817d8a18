// Reads certificates.
#pragma once

#include <string>

#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Reads a certificate of this or an earlier spec version, in this or the previous format, and
// checks that it agrees with itself: its fields and digests, and that counts and verdicts follow
// from its rows. Checks neither the signature (signature.h) nor the plan (certificate_plan.h).
// Throws spec::InputError naming the file and its fault.
CertificateRecord read_certificate(const std::string& path);

// The same for the content of a file; messages do not name the file.
CertificateRecord certificate_from_text(const std::string& text);

// The same for a certificate that this process made. If it does not agree with itself the fault is
// ours and not the input's: throws std::logic_error.
CertificateRecord own_certificate(const std::string& text);

}  // namespace vconform::suites
