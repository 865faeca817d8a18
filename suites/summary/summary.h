// A certificate as text for the terminal.
#pragma once

#include <cstdint>
#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

enum class Detail : std::uint8_t { kShort, kEverything };

// The verdict, its diagnosis, a line for each family, one printed failure for each of the worst
// rules, the deviations by rule, and what to do next. Everything: also the counts of each pair of
// types, and the reading of each open rule. `folder` holds the files.
std::string summary(const Certificate& certificate, const std::string& folder,
                    Detail detail = Detail::kShort);

// The deviations as a Markdown table: what a backend does differently, rule by rule. The headline
// and the readings that no page states follow it.
std::string deviation_table(const Certificate& certificate);

}  // namespace vconform::suites
