// The calls that an operation says that it issued, out of the C ABI.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/case/issued.h"

namespace vconform::adapters {

// The text up to a zero, or all of it, in one line.
std::string text_in(std::span<const char> bytes);

spec::IssuedCall call_of(const vconform_issued& issued);

// Its first VCONFORM_MOST_ISSUED calls; all are counted. Null: there is none.
std::optional<spec::IssuedReport> report_of(const vconform_report* report);

}  // namespace vconform::adapters
