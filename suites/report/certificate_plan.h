// Checks that a certificate is that of a whole run of its plan.
#pragma once

#include "suites/judging/property.h"
#include "suites/report/certificate_record.h"

namespace vconform::suites {

// Makes the plan anew from level, seed, claims, readings and options of the certificate, and
// compares its units one by one: name, kind, CTRL, number of cases, elements. Rows and properties
// must be sums of units. A certificate of format 2 has no units and passes. Throws spec::InputError
// naming the first unit, row or property that is not as planned. Only for certificates that
// check_rules_of() accepts.
void check_plan_of(const CertificateRecord& record);

// The backend, as far as the plan needed to know it; it cannot execute. Throws
// spec::InputError if the certificate contradicts itself. Only for certificates that
// check_plan_of() accepts, with a plan.
Subject planned_subject(const CertificateRecord& record);

}  // namespace vconform::suites
