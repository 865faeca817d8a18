// The readings of open rules in the summary of a run.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// The readings judged by, rule by rule.
std::string choices_text(const Certificate& certificate);

// The readings found out that no page states, so that a green verdict does not hide them; empty if
// there are none.
std::string open_readings_text(const Certificate& certificate);

// The rules for which probing found no single reading; empty if there are none.
std::string contradictions_text(const ResolvedChoices& choices, const std::string& folder);

}  // namespace vconform::suites
