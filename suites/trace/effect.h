// The effect of a call that was executed: the bytes that it touches and on which pipe, the
// registers that it reads, and the rules that say what must come out. By the oracle's walks; moves
// by their arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/number/expectation.h"
#include "spec/profiles/choices.h"
#include "suites/trace/address_space.h"
#include "suites/trace/message.h"
#include "suites/trace/pipe_order.h"

namespace vconform::suites {

// Registers that instructions read. MASK counts only where CTRL[56] makes it a count, or a mask.
enum class ReadRegister : std::uint8_t {
  kMaskAsMask,
  kMaskAsCount,
  kDeqScale,
  kNdPara,
  kLreluAlpha,
  kQuantPre,
  kFpc,
};

struct Effect {
  Pipe pipe = Pipe::kVector;
  std::vector<Access> accesses;
  std::vector<ReadRegister> reads;
  // Those that affect the places of the result, and the rounding.
  oracle::RuleSet rules;
  // The rule that leaves the result open because operands overlap, or because of an argument.
  std::optional<spec::RuleId> overlap;
  std::optional<spec::RuleId> undefined;
  // Too long to be followed: accesses are missing, or overlap was not looked for.
  bool is_cut = false;
};

// Registers are those that it met. nullopt for a call that is neither an instruction of the pages
// nor a move that is modelled. Readings of open rules that `pinned` leaves open are the first.
std::optional<Effect> effect_of(const TracedCall& call, const AddressSpace& space,
                                const spec::Choices& pinned);

// The effect of an instruction whose operands are addresses.
Effect effect_of_instruction(const spec::Step& instruction, const spec::Registers& registers,
                             const AddressSpace& space, const spec::Choices& pinned);

// That of a fill, a combination of bits or a move (adapters/intrinsics/header/moves.h).
std::optional<Effect> effect_of_move(const TracedCall& call, const AddressSpace& space);

}  // namespace vconform::suites
