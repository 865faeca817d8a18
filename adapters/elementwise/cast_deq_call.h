// A CastDeq whose row is served by element(): the ranges of its arguments, and the instruction and
// registers that it stands for (cast_deq; asc-devkit:CastDequant).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters {

// One line on why the call is outside the documented range, apart from its walk; nullopt if it is
// not. `row` must belong to the family cast_deq.
std::optional<std::string> cast_deq_call_problem(const vconform_cast_deq& call,
                                                 const spec::Conversion& row,
                                                 const spec::Registers& registers);

// The registers as the instruction finds them, and those that the call leaves.
spec::Registers registers_in(const vconform_cast_deq& call, spec::Registers before);
spec::Registers registers_after(const vconform_cast_deq& call, spec::Registers before);

// The instruction of the family deq, and its arguments, which are those of a vconv.
spec::Cell instruction_in(const vconform_cast_deq& call, const spec::Conversion& row);
vconform_vconv arguments_in(const vconform_cast_deq& call, const spec::Conversion& row);

}  // namespace vconform::adapters
