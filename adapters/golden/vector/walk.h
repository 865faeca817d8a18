// The addresses of one vector instruction: repeats, blocks, lanes, masks (general_parameters).
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/vector/half_block.h"
#include "spec/case/registers.h"
#include "spec/number/units.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::golden {

struct Operand {
  const spec::NumberFormat* format = nullptr;
  // The first byte, in UB.
  std::uint64_t at = 0;
  // In DataBlocks.
  std::uint64_t block_stride = 0;
  std::uint64_t repeat_stride = 0;
  // s4 under the reading s4.nibble=high-first: elements 2k and 2k + 1 change places.
  bool swaps_nibbles = false;
  std::optional<HalfBlock> half = std::nullopt;

  // A block holds 2^lane_bits elements: every width is a power of two.
  int lane_bits() const {
    return std::countr_zero(spec::kBlockBytes * spec::kBitsPerByte) -
           std::countr_zero(static_cast<unsigned>(format->bits)) - (half ? 1 : 0);
  }
  // Nibbles are numbered from the low one, as in spec/case/memory_image.h.
  std::uint64_t index_in_block(std::uint64_t lane) const {
    const std::uint64_t index = lane & ((std::uint64_t{1} << lane_bits()) - 1);
    if (half) {
      return half->first + half->step * index;
    }
    return swaps_nibbles ? index ^ 1 : index;
  }
  // The byte where the block of a lane starts.
  std::uint64_t block(std::uint64_t repeat, std::uint64_t lane) const {
    return at + spec::kBlockBytes * (repeat * repeat_stride + (lane >> lane_bits()) * block_stride);
  }
  // The byte after the lane.
  std::uint64_t end(std::uint64_t repeat, std::uint64_t lane) const;
};

// The amount that is read before the next write (walk.order; its readings in their order).
enum class Order : std::uint8_t { kRepeat, kBlock, kSnapshot };

// One instruction of the family vconv or deq under its registers.
struct VectorWalk {
  spec::Cell cell;
  Operand destination;
  Operand source;
  spec::Registers registers;
  bool counter_mode = false;
  std::uint64_t repeats = 0;
  // The elements of a repeat.
  std::uint64_t lanes = 0;
  Order order = Order::kRepeat;
  // mask.inactive-lanes=undefined: inactive lanes are converted too.
  bool writes_inactive_lanes = false;
  // The address in UB of the sixteen factors of a VDEQ.
  std::uint64_t factors = 0;

  bool is_active(std::uint64_t repeat, std::uint64_t lane) const {
    return counter_mode ? repeat * lanes + lane < spec::counter_of(registers.mask)
                        : registers.mask.bit(lane);
  }
};

VectorWalk vector_walk(const Behaviour& behaviour, const spec::Cell& cell,
                       const vconform_vconv& vconv, const spec::Registers& registers);

// One line on why the walk is outside the documented range or would leave the `ub_size` bytes of
// UB; nullopt if it may run.
std::optional<std::string> walk_problem(const VectorWalk& walk, std::uint64_t ub_size);

// Lanes of one repeat that are converted together.
struct LaneGroup {
  // The numbers of the lanes in the repeat, ascending, and their sources.
  std::span<const std::uint64_t> lanes;
  std::span<const std::uint64_t> patterns;
  // UB as the instruction reads it now (walk.order).
  std::span<const std::uint8_t> memory;
};

// Converts as many patterns as `results` holds; returns VCONFORM_OK or a status that stops the
// walk.
using ConvertLanes =
    std::function<std::uint32_t(const LaneGroup& group, std::span<std::uint64_t> results)>;

// Runs a walk that has no problem: gathers active lanes, converts, scatters.
std::uint32_t run_walk(const Behaviour& behaviour, const VectorWalk& walk,
                       std::span<std::uint8_t> ub, const ConvertLanes& convert);

}  // namespace vconform::adapters::golden
