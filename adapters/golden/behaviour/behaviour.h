// The behaviour of the golden backend, with the places where a variation may change it. A golden
// for another reading of an open rule pins one choice; a mutant replaces a step or sets a hook.
#pragma once

#include <array>
#include <cstddef>
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

// Functions that are called one after another, as many as variations of golden are combined.
template <typename... Args>
class Hooks {
 public:
  using Function = void (*)(Args...);

  // Throws std::out_of_range beyond kMost.
  void add(Function hook) { hooks_.at(count_++) = hook; }
  bool empty() const { return count_ == 0; }
  void operator()(Args... args) const {
    for (std::size_t i = 0; i < count_; ++i) {
      hooks_[i](args...);
    }
  }

 private:
  static constexpr std::size_t kMost = 2;

  std::array<Function, kMost> hooks_{};
  std::size_t count_ = 0;
};

struct Behaviour {
  // The reading of each open rule; all are pinned.
  spec::Choices choices;

  // The steps of the arithmetic.
  Unpacked (*unpack)(const spec::NumberFormat& from, std::uint64_t pattern);
  RoundingTable round;
  // The factor of a VDEQ's vector that a lane takes; `nth` counts the lanes that are converted
  // together.
  std::uint64_t (*factor_index)(std::uint64_t lane, std::uint64_t nth);

  // Returns whether the instruction is executed at all; null in golden.
  bool (*supports)(const spec::Cell& cell) = nullptr;
  // Hooks, none in golden, called in this order. The first two change a CastDeq, or the registers
  // that it meets, before its arguments are checked, and the registers that it leaves.
  Hooks<vconform_cast_deq&, spec::Registers&> cast_deq;
  Hooks<const vconform_cast_deq&, spec::Registers&> left_by_cast_deq;
  // Change the instruction, its addresses or its registers before its arguments are checked.
  Hooks<VectorWalk&> walk;
  Hooks<CopyMatrixWalk&> copy_matrix;
  Hooks<DataCopyWalk&> data_copy;
  // Change one element, or its conversion.
  Hooks<DeqElement&> deq;
  Hooks<FixpipeElement&> fixpipe;
  Hooks<CopiedElement&> copied;
  // Changes the result of a vconv; it and the source are patterns.
  Hooks<const spec::Cell& /*cell*/, std::uint64_t /*ctrl*/, std::uint64_t /*source*/,
        std::uint64_t& /*result*/>
      result;
  // Called after the instruction has run; may write only inside memory.
  Hooks<const VectorWalk&, std::span<std::uint8_t>> finish;
  Hooks<const CopyMatrixWalk&, const vconform_memories&> finish_copy_matrix;
  Hooks<const DataCopyWalk&, const vconform_memories&> finish_data_copy;

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
