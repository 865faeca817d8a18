// CastDeq: the ranges of its arguments, and the instruction and registers that it stands for
// (cast_deq; asc-devkit:CastDequant, SetDeqScale).
#pragma once

#include <optional>
#include <string>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::golden {

// One line on why the call is outside the documented range; nullopt if it may run, apart from its
// walk, which walk_problem checks. `row` must belong to the family cast_deq.
std::optional<std::string> cast_deq_problem(const vconform_cast_deq& call,
                                            const spec::Conversion& row,
                                            const spec::Registers& registers);

// Sets the mask and the counter mode for the instruction.
void set_mask_of(const Behaviour& behaviour, const vconform_cast_deq& call,
                 spec::Registers& registers);
// Sets the registers to what the call leaves; `ctrl` is CTRL before it.
void leave_registers(const Behaviour& behaviour, const vconform_cast_deq& call, std::uint64_t ctrl,
                     spec::Registers& registers);

// The instruction, whose form and destination are those of a row of the family deq.
vconform_deq instruction_of(const vconform_cast_deq& call, const spec::Conversion& row);

}  // namespace vconform::adapters::golden
