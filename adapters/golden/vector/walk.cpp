#include "adapters/golden/vector/walk.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "adapters/golden/vector/half_block.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

namespace {

// A repeat of the narrowest format, counted in elements of its own width (which one mutant does).
constexpr std::size_t kMaxLanes = spec::kRepeatBytes * spec::kBitsPerByte / 4;

// The end of the last active lane from `first` up to `past`, or 0.
std::uint64_t end_of_lanes(const VectorWalk& walk, const Operand& operand, std::uint64_t repeat,
                           std::uint64_t first, std::uint64_t past) {
  for (std::uint64_t lane = past; lane > first; --lane) {
    if (walk.is_active(repeat, lane - 1)) {
      return operand.end(repeat, lane - 1);
    }
  }
  return 0;
}

// Later lanes of a block end later, and so do later blocks, unless the stride is 0.
std::uint64_t end_of_repeat(const VectorWalk& walk, const Operand& operand, std::uint64_t repeat) {
  const std::uint64_t in_block = std::uint64_t{1} << operand.lane_bits();
  std::uint64_t end = 0;
  for (std::uint64_t past = walk.lanes; past > 0;) {
    const std::uint64_t first = past - std::min(past, in_block);
    end = std::max(end, end_of_lanes(walk, operand, repeat, first, past));
    past = end > 0 && operand.block_stride > 0 ? 0 : first;
  }
  return end;
}

// The last byte of a walk is in one of its last two repeats: in counter mode the last one may be
// partial.
std::uint64_t end_of(const VectorWalk& walk, const Operand& operand) {
  std::uint64_t end = operand.at;
  for (std::uint64_t back = 1; back <= std::min<std::uint64_t>(walk.repeats, 2); ++back) {
    end = std::max(end, end_of_repeat(walk, operand, walk.repeats - back));
  }
  return end;
}

std::optional<std::string> operand_problem(const VectorWalk& walk, const Operand& operand,
                                           const std::string& name, std::uint64_t ub_size) {
  if (operand.at % spec::memory_of(spec::MemoryId::kUb).alignment != 0) {
    return name + " at byte " + std::to_string(operand.at) + " is not 32-byte aligned";
  }
  // The first test keeps the sum in the second one from wrapping.
  const bool starts_outside = operand.at > ub_size;
  const std::uint64_t end = starts_outside ? operand.at : end_of(walk, operand);
  if (end > ub_size) {
    return name + " reaches byte " + std::to_string(end) + " of " + std::to_string(ub_size) +
           " in UB";
  }
  return std::nullopt;
}

// s4 counts are even and mask bits come in equal pairs (asc-devkit:precision_conversion).
std::optional<std::string> nibble_problem(const VectorWalk& walk) {
  if (walk.source.format->bits >= 8 && walk.destination.format->bits >= 8) {
    return std::nullopt;
  }
  const spec::Mask& mask = walk.registers.mask;
  if (walk.counter_mode) {
    const bool odd = spec::counter_of(mask) % 2 != 0;
    return odd ? std::optional<std::string>("the counter is odd, s4 elements come in pairs")
               : std::nullopt;
  }
  for (std::uint64_t pair = 0; pair < spec::kMaskBits; pair += 2) {
    if (mask.bit(pair) != mask.bit(pair + 1)) {
      return "mask bits " + std::to_string(pair) + " and " + std::to_string(pair + 1) +
             " differ, s4 elements come in pairs";
    }
  }
  return std::nullopt;
}

// Some lanes of one repeat: gathered, converted, scattered.
class Group {
 public:
  Group(const VectorWalk& walk, std::span<std::uint8_t> ub) : walk_(walk), ub_(ub) {}

  std::uint32_t run(std::span<const std::uint8_t> sources, std::uint64_t repeat,
                    std::uint64_t first, std::uint64_t count, const ConvertLanes& convert) {
    gather(sources, repeat, first, count);
    if (selected_ == 0) {
      return VCONFORM_OK;
    }
    const LaneGroup lanes = {std::span(lanes_).first(selected_),
                             std::span(patterns_).first(selected_), sources};
    const std::uint32_t status = convert(lanes, std::span(results_).first(selected_));
    if (status == VCONFORM_OK) {
      scatter(repeat);
    }
    return status;
  }

 private:
  // An inactive lane is written too if its result is undefined and its operands stay in UB.
  bool is_selected(std::uint64_t repeat, std::uint64_t lane) const {
    return walk_.is_active(repeat, lane) ||
           (walk_.writes_inactive_lanes && walk_.source.end(repeat, lane) <= ub_.size() &&
            walk_.destination.end(repeat, lane) <= ub_.size());
  }

  void gather(std::span<const std::uint8_t> sources, std::uint64_t repeat, std::uint64_t first,
              std::uint64_t count) {
    const Operand& source = walk_.source;
    selected_ = 0;
    for (std::uint64_t lane = first; lane < first + count; ++lane) {
      if (is_selected(repeat, lane)) {
        lanes_[selected_] = lane;
        patterns_[selected_] = spec::load_element(sources, source.block(repeat, lane),
                                                  *source.format, source.index_in_block(lane));
        ++selected_;
      }
    }
  }

  void scatter(std::uint64_t repeat) {
    const Operand& destination = walk_.destination;
    for (std::size_t i = 0; i < selected_; ++i) {
      const std::uint64_t block = destination.block(repeat, lanes_[i]);
      const std::uint64_t index = destination.index_in_block(lanes_[i]);
      if (destination.half && destination.half->zeroes_other) {
        spec::store_element(ub_, block, *destination.format, index ^ destination.half->other, 0);
      }
      spec::store_element(ub_, block, *destination.format, index, results_[i]);
    }
  }

  const VectorWalk& walk_;
  std::span<std::uint8_t> ub_;
  std::size_t selected_ = 0;
  std::array<std::uint64_t, kMaxLanes> lanes_;
  std::array<std::uint64_t, kMaxLanes> patterns_;
  std::array<std::uint64_t, kMaxLanes> results_;
};

struct StrideMasks {
  std::uint64_t block;
  std::uint64_t repeat;
};

StrideMasks stride_masks(const Behaviour& behaviour, spec::Family family) {
  const std::uint64_t vconv = behaviour.follows(choice("walk.stride-width", "12")) ? 0xfff : 0xffff;
  const std::uint64_t deq = behaviour.follows(choice("walk.stride-width-deq", "12")) ? 0xfff : 0xff;
  return {vconv, family == spec::Family::kDeq ? deq : vconv};
}

Operand operand_of(const Behaviour& behaviour, const spec::NumberFormat& format,
                   const vconform_address& address, const StrideMasks& masks,
                   std::uint16_t block_stride, std::uint16_t repeat_stride) {
  const bool swapped = format.bits < 8 && behaviour.follows(choice("s4.nibble", "high-first"));
  return {&format, address.offset, block_stride & masks.block, repeat_stride & masks.repeat,
          swapped};
}

Order order_of(const Behaviour& behaviour) {
  if (behaviour.follows(choice("walk.order", "block"))) {
    return Order::kBlock;
  }
  return behaviour.follows(choice("walk.order", "snapshot")) ? Order::kSnapshot : Order::kRepeat;
}

// The vector is read as soon as a lane is converted.
std::optional<std::string> factors_problem(const VectorWalk& walk, std::uint64_t ub_size) {
  const std::uint64_t end = walk.factors + spec::kVectorBytes;
  if (!spec::is_vdeq(walk.cell.conversion().deq) || end <= ub_size ||
      end_of(walk, walk.destination) == walk.destination.at) {
    return std::nullopt;
  }
  return "the vector in DEQSCALE reaches byte " + std::to_string(end) + " of " +
         std::to_string(ub_size) + " in UB";
}

std::uint64_t repeats_of(const VectorWalk& walk, const vconform_vconv& vconv) {
  return walk.counter_mode ? (spec::counter_of(walk.registers.mask) + walk.lanes - 1) / walk.lanes
                           : vconv.repeat;
}

bool activates_some_lane(const VectorWalk& walk) {
  const spec::Mask lanes = spec::contiguous_mask(walk.lanes);
  const spec::Mask& mask = walk.registers.mask;
  return ((mask.mask0 & lanes.mask0) | (mask.mask1 & lanes.mask1)) != 0;
}

}  // namespace

std::uint64_t Operand::end(std::uint64_t repeat, std::uint64_t lane) const {
  const std::uint64_t index = index_in_block(lane);
  const std::uint64_t last =
      half && half->zeroes_other ? std::max(index, index ^ half->other) : index;
  return block(repeat, lane) + spec::byte_count(*format, last + 1);
}

VectorWalk vector_walk(const Behaviour& behaviour, const spec::Cell& cell,
                       const vconform_vconv& vconv, const spec::Registers& registers) {
  const spec::Conversion& row = cell.conversion();
  VectorWalk walk;
  walk.cell = cell;
  const StrideMasks masks = stride_masks(behaviour, row.family);
  walk.destination = operand_of(behaviour, row.to(), vconv.dst, masks, vconv.dstBlockStride,
                                vconv.dstRepeatStride);
  walk.destination.half = half_block(behaviour, row);
  walk.source = operand_of(behaviour, row.from(), vconv.src, masks, vconv.srcBlockStride,
                           vconv.srcRepeatStride);
  walk.registers = registers;
  walk.counter_mode = spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode);
  walk.lanes = static_cast<std::uint64_t>(row.elements);
  walk.repeats = repeats_of(walk, vconv);
  walk.factors = spec::kVectorAddress.of(registers.deq_scale) * spec::kVectorAddressUnit;
  walk.order = order_of(behaviour);
  // Not under an all-zero mask: mask.zero-is-nop is no open rule.
  walk.writes_inactive_lanes = behaviour.follows(choice("mask.inactive-lanes", "undefined")) &&
                               (walk.counter_mode || activates_some_lane(walk));
  behaviour.walk(walk);
  assert(walk.lanes <= kMaxLanes);
  return walk;
}

std::optional<std::string> walk_problem(const VectorWalk& walk, std::uint64_t ub_size) {
  if (!walk.counter_mode && walk.repeats > spec::kMaxRepeat) {
    return "repeat " + std::to_string(walk.repeats) + " exceeds 255";
  }
  if (auto problem = operand_problem(walk, walk.destination, "dst", ub_size)) {
    return problem;
  }
  if (auto problem = operand_problem(walk, walk.source, "src", ub_size)) {
    return problem;
  }
  if (auto problem = factors_problem(walk, ub_size)) {
    return problem;
  }
  return nibble_problem(walk);
}

std::uint32_t run_walk(const Behaviour& behaviour, const VectorWalk& walk,
                       std::span<std::uint8_t> ub, const ConvertLanes& convert) {
  const std::uint64_t step =
      walk.order == Order::kBlock ? walk.lanes / spec::kBlocksPerRepeat : walk.lanes;
  std::vector<std::uint8_t> before;
  std::span<const std::uint8_t> sources = ub;
  if (walk.order == Order::kSnapshot) {
    before.assign(ub.begin(), ub.end());
    sources = before;
  }
  Group group(walk, ub);
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t first = 0; first < walk.lanes; first += step) {
      const std::uint32_t status = group.run(sources, repeat, first, step, convert);
      if (status != VCONFORM_OK) {
        return status;
      }
    }
  }
  behaviour.finish(walk, ub);
  return VCONFORM_OK;
}

}  // namespace vconform::adapters::golden
