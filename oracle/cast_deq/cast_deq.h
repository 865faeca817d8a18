// The rules and argument ranges that a CastDeq call adds to the instruction it stands for (page
// cast_deq).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/instruction.h"
#include "spec/case/lowering.h"
#include "spec/case/registers.h"

namespace vconform::oracle {

RuleSet rules_of_call(const spec::CastDeq& call);

// Calls each(instruction, registers) for the instructions that the call stands for, with the
// registers that they meet: those given, and MASK and CTRL as the call sets them.
template <typename Each>
void for_each_instruction(const spec::CastDeq& call, spec::Registers registers,
                          const spec::Choices& choices, Each each) {
  for (const spec::Step& step : spec::lowered(call, registers.ctrl, choices)) {
    if (const auto* ctrl = std::get_if<spec::SetCtrl>(&step)) {
      registers.ctrl = ctrl->value;
    } else if (const auto* mask = std::get_if<spec::SetMask>(&step)) {
      registers.mask = mask->mask;
    } else if (const auto* instruction = std::get_if<spec::Vconv>(&step)) {
      each(*instruction, registers);
    }
  }
}

// The open rule about registers that the call depends on: how it runs under this CTRL, or what the
// steps after it read of what it leaves.
std::optional<spec::RuleId> register_rule(const spec::CastDeq& call, std::uint64_t ctrl,
                                          std::span<const spec::Step> later);

// Whether a mask argument is outside the documented range: a contiguous one that is not 1 to the
// elements of a repeat, a bitwise one with no bit set or, for an s32 source, with a second word. A
// call that does not set its mask holds a placeholder there, which is not checked.
bool mask_out_of_range(const spec::CastDeq& call);

// Whether is_vec_deq is false although the tensor form set DEQSCALE, as `registers` holds it.
bool scale_out_of_range(const spec::CastDeq& call, const spec::Registers& registers);

// Whether the operands of the count form end beyond the memory, `memory_size` bytes. In the other
// forms that is an error of the case.
bool count_out_of_range(const spec::CastDeq& call, const VectorWalk& walk,
                        std::uint64_t memory_size);

// Whether an s32 source with is_vec_deq true leaves anything: under a permissive reading, or if the
// tensor form set DEQSCALE, of which no page says what scale an s32 takes.
bool is_undefined(const spec::CastDeq& call, const spec::Registers& registers, Readings& readings);

}  // namespace vconform::oracle
