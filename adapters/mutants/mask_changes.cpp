// Wrong lanes: masks, counts, inactive lanes.
#include <algorithm>

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/changes.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::VectorWalk;
using spec::Mask;

bool has_nibbles(const VectorWalk& walk) {
  return walk.source.format->bits < 8 || walk.destination.format->bits < 8;
}

Mask mask_of_bits(bool (*is_set)(const VectorWalk& walk, std::uint64_t lane),
                  const VectorWalk& walk) {
  Mask mask;
  for (std::uint64_t lane = 0; lane < spec::kMaskBits; ++lane) {
    (lane < 64 ? mask.mask0 : mask.mask1) |= std::uint64_t{is_set(walk, lane)} << (lane % 64);
  }
  return mask;
}

// The last lane of a block looks at the next lane; s4 lanes come in pairs.
bool bit_off_at_block_edge(const VectorWalk& walk, std::uint64_t lane) {
  const std::uint64_t block = walk.lanes / spec::kBlocksPerRepeat;
  const std::uint64_t unit = has_nibbles(walk) ? 2 : 1;
  const bool at_edge = lane < walk.lanes && lane % block >= block - unit;
  return walk.registers.mask.bit(at_edge ? (lane + unit) % walk.lanes : lane);
}

bool bit_of_pair(const VectorWalk& walk, std::uint64_t lane) {
  return walk.registers.mask.bit(lane) || walk.registers.mask.bit(lane ^ 1);
}

bool is_empty(const VectorWalk& walk) {
  for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
    if (walk.registers.mask.bit(lane)) {
      return false;
    }
  }
  return true;
}

void lengthen_contiguous_mask(VectorWalk& walk) {
  const std::uint64_t unit = has_nibbles(walk) ? 2 : 1;
  for (std::uint64_t n = unit; n < walk.lanes; n += unit) {
    if (walk.registers.mask == spec::contiguous_mask(n)) {
      walk.registers.mask = spec::contiguous_mask(n + unit);
      return;
    }
  }
}

void zero_inactive_lanes(const VectorWalk& walk, std::span<std::uint8_t> ub) {
  const golden::Operand& destination = walk.destination;
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
      if (!walk.is_active(repeat, lane) && destination.end(repeat, lane) <= ub.size()) {
        spec::store_element(ub, destination.block(repeat, lane), *destination.format,
                            destination.index_in_block(lane), 0);
      }
    }
  }
}

}  // namespace

void mask_off_at_block_edge(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (!walk.counter_mode) {
      walk.registers.mask = mask_of_bits(bit_off_at_block_edge, walk);
    }
  };
}

void contiguous_mask_one_more(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (!walk.counter_mode) {
      lengthen_contiguous_mask(walk);
    }
  };
}

void counter_fills_last_repeat(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    constexpr std::uint64_t kCounterBits = 0xffffffff;
    if (walk.counter_mode) {
      walk.registers.mask.mask0 = std::min(walk.repeats * walk.lanes, kCounterBits);
    }
  };
}

void zero_mask_is_full(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (!walk.counter_mode && is_empty(walk)) {
      walk.registers.mask = spec::contiguous_mask(walk.lanes);
    }
  };
}

void zeroes_inactive_lanes(Behaviour& golden) {
  golden.finish = zero_inactive_lanes;
}

void unequal_mask_pairs_run(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (!walk.counter_mode && has_nibbles(walk)) {
      walk.registers.mask = mask_of_bits(bit_of_pair, walk);
    }
  };
}

}  // namespace vconform::adapters::mutants
