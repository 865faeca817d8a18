// The steps of a case in the form of the C ABI.
#pragma once

#include <span>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "spec/case/instruction.h"

namespace vconform::adapters {

vconform_step abi_step(const spec::Step& step);

// Replaces the contents of `translated`, whose capacity is reused from case to case.
void translate(std::span<const spec::Step> steps, std::vector<vconform_step>& translated);

}  // namespace vconform::adapters
