// CastDeq: what its arguments must be, and the instruction and registers that it comes down to
// (cast_deq; asc-devkit:CastDequant, SetDeqScale).
#pragma once

#include <optional>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::golden {

// Why the call is outside the documented range, in one line; what its walk may not do is left to
// walk_problem. `row` is one of the family cast_deq.
std::optional<std::string> cast_deq_problem(const vconform_cast_deq& call,
                                            const spec::Conversion& row,
                                            const spec::Registers& registers);

// The mask and the counter mode that the instruction meets. The mask stays set when it has run;
// CTRL is as before then.
void set_mask_of(const vconform_cast_deq& call, spec::Registers& registers);

// The instruction. Its form and destination are those of a row of the family deq.
vconform_deq instruction_of(const vconform_cast_deq& call, const spec::Conversion& row);

}  // namespace vconform::adapters::golden
