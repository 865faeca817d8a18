// The calls that an operation says that it issued, out of the C ABI. The library may be of an older
// header, whose structs are shorter, or of a newer one: both say how large theirs are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/case/issued.h"

namespace vconform::adapters {

// The text up to a zero, or all of it, in one line.
std::string text_in(std::span<const char> bytes);

spec::IssuedCall call_of(const vconform_issued& issued);

// The report as this header has it, without what a newer one adds. nullopt for null, for a report
// that lacks registers, and for calls that lack their function. Null calls are none.
std::optional<vconform_report> whole_report(const vconform_report* report);
// Call `i` of a whole report's recorded ones; what an older header lacks is 0.
vconform_issued issued_at(const vconform_report& report, std::uint64_t i);

// Its first VCONFORM_MOST_ISSUED calls; all are counted. nullopt as for whole_report.
std::optional<spec::IssuedReport> report_of(const vconform_report* said);

}  // namespace vconform::adapters
