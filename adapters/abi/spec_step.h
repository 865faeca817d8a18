// Steps of the C ABI as steps of the spec: the way back from adapters/abi/steps.h.
#pragma once

#include <optional>

#include "adapters/vconform_adapter.h"
#include "spec/case/instruction.h"

namespace vconform::adapters {

// An instruction as the step of a case. Every field is checked: nullopt if a number names nothing
// or does not fit the field of the page, or if there is no such row.
std::optional<spec::Step> spec_step(const vconform_step& step);

}  // namespace vconform::adapters
