// The verdict as a badge.
#pragma once

#include <string>

#include "suites/files/json.h"
#include "suites/report/certificate_record.h"

namespace vconform::suites {

// As shields.io reads it from an address ("endpoint badge").
json badge_json(const CertificateRecord& record);

// The same, drawn.
std::string badge_svg(const CertificateRecord& record);

}  // namespace vconform::suites
