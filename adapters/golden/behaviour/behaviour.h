// The behaviour of the golden backend, with the places where a variation may change it. A golden
// for another reading of an open rule pins one choice; a mutant replaces a step or sets a hook.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "adapters/golden/number/rounding_table.h"
#include "adapters/golden/number/unpacked.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/number/number_format.h"
#include "spec/profiles/choices.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::golden {

using spec::choice;
using spec::Choice;

struct CopiedElement;
struct CopyMatrixWalk;
struct DataCopyWalk;
struct DeqElement;
struct FixpipeElement;
struct VectorWalk;

struct Behaviour {
  // The reading of each open rule; all are pinned.
  spec::Choices choices;

  // The steps of the arithmetic.
  Unpacked (*unpack)(const spec::NumberFormat& from, std::uint64_t pattern);
  RoundingTable round;
  // The factor of a VDEQ's vector that a lane takes; `nth` counts the lanes that are converted
  // together.
  std::uint64_t (*factor_index)(std::uint64_t lane, std::uint64_t nth);

  // Hooks, null in golden and called in this order. The first two change a CastDeq, or the
  // registers that it meets, before its arguments are checked, and the registers that it leaves.
  void (*cast_deq)(vconform_cast_deq& call, spec::Registers& registers) = nullptr;
  void (*left_by_cast_deq)(const vconform_cast_deq& call, spec::Registers& registers) = nullptr;
  // Returns whether the instruction is executed at all.
  bool (*supports)(const spec::Cell& cell) = nullptr;
  // Changes the instruction, its addresses or its registers before its arguments are checked.
  void (*walk)(VectorWalk& walk) = nullptr;
  // Changes one element of the family deq, or its conversion.
  void (*deq)(DeqElement& element) = nullptr;
  // Returns the value that a vconv writes instead of `result`; both and `source` are patterns.
  std::uint64_t (*result)(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                          std::uint64_t result) = nullptr;
  // Change a copy_matrix or a DataCopy before its arguments are checked.
  void (*copy_matrix)(CopyMatrixWalk& walk) = nullptr;
  void (*data_copy)(DataCopyWalk& walk) = nullptr;
  // Change one element of a copy_matrix or a DataCopy, or its conversion.
  void (*fixpipe)(FixpipeElement& element) = nullptr;
  void (*copied)(CopiedElement& element) = nullptr;
  // Called after the instruction has run; may write only inside memory.
  void (*finish)(const VectorWalk& walk, std::span<std::uint8_t> ub) = nullptr;
  void (*finish_copy_matrix)(const CopyMatrixWalk& walk,
                             const vconform_memories& memories) = nullptr;
  void (*finish_data_copy)(const DataCopyWalk& walk, const vconform_memories& memories) = nullptr;

  void pin(Choice wanted) { choices.pin(wanted); }
  bool follows(Choice wanted) const { return choices.follows(wanted); }
};

// The readings of profile a2, and where that pins nothing those that the rule's row names.
Behaviour golden_behaviour();

// The factor of the vector of a VDEQ that golden takes: lane mod 16.
std::uint64_t factor_of_lane(std::uint64_t lane, std::uint64_t nth);

// The limit of an integer format on the side of the sign, as a pattern.
std::uint64_t integer_limit(const spec::NumberFormat& to, bool negative);

}  // namespace vconform::adapters::golden
