// A certificate as a file, read and checked as verify-certificate does.
#pragma once

#include <string>

#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Checks the signature too unless `key_file`, that of a public key, is empty. Throws
// spec::InputError if anything is wrong.
CertificateRecord checked_certificate(const std::string& file, const std::string& key_file);

}  // namespace vconform::suites
