#include "adapters/golden/vector/packed_walk.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

namespace {

constexpr std::size_t kBlock = spec::kBlockBytes;
// The number of repeats gathered together: they stay in the first level of the cache.
constexpr std::size_t kRepeatsPerBatch = 16;

using BlockBytes = std::array<std::uint8_t, kBlock>;

// The blocks that one repeat of an operand touches.
std::uint64_t block_count(const VectorWalk& walk, const Operand& operand) {
  return walk.lanes >> operand.lane_bits();
}

// The bytes that an operand may touch, [first, end), gaps between its blocks included.
struct Extent {
  std::uint64_t first;
  std::uint64_t end;

  bool overlaps(const Extent& other) const { return first < other.end && other.first < end; }
};

Extent extent_of(const VectorWalk& walk, const Operand& operand) {
  return {operand.at, operand.block(walk.repeats - 1, walk.lanes - 1) + kBlock};
}

// Whether the instruction writes nothing that it reads.
bool is_disjoint(const VectorWalk& walk) {
  if (walk.repeats == 0) {
    return true;
  }
  const Extent written = extent_of(walk, walk.destination);
  if (spec::is_vdeq(walk.cell.conversion().deq) &&
      written.overlaps({walk.factors, walk.factors + spec::kVectorBytes})) {
    return false;
  }
  return !written.overlaps(extent_of(walk, walk.source));
}

// Whether no repeat writes what a later one reads: each ends before the next one's sources start.
// The distance changes by the same amount from repeat to repeat, so the first and the last suffice.
bool writes_behind(const VectorWalk& walk) {
  if (walk.repeats < 2 || spec::is_vdeq(walk.cell.conversion().deq)) {
    return false;
  }
  const auto ends_before_next = [&](std::uint64_t repeat) {
    return walk.destination.block(repeat, walk.lanes - 1) + kBlock <=
           walk.source.block(repeat + 1, 0);
  };
  return ends_before_next(0) && ends_before_next(walk.repeats - 2);
}

bool fills_blocks(const VectorWalk& walk, const Operand& operand) {
  return !operand.swaps_nibbles && block_count(walk, operand) << operand.lane_bits() == walk.lanes;
}

// Whether the blocks of `repeats` repeats are adjacent.
bool is_contiguous(const VectorWalk& walk, const Operand& operand, std::uint64_t repeats) {
  return operand.block_stride == 1 && !operand.half &&
         (repeats == 1 || operand.repeat_stride == block_count(walk, operand));
}

// Repeats that have the same active lanes.
struct Segment {
  std::uint64_t first;
  std::uint64_t count;
  spec::Mask active;
};

class PackedRun {
 public:
  PackedRun(const VectorWalk& walk, std::span<std::uint8_t> ub, const PackedConverter& converter)
      : walk_(walk),
        ub_(ub),
        converter_(converter),
        is_disjoint_(is_disjoint(walk)),
        source_blocks_(block_count(walk, walk.source)),
        destination_blocks_(block_count(walk, walk.destination)),
        result_bytes_(kBlock / (walk.destination.half ? 2 : 1)) {}

  void run(const Segment& segment) {
    const bool all = segment.active == spec::contiguous_mask(walk_.lanes);
    // Blocks of inactive lanes may be outside UB.
    const bool reads_memory = is_contiguous(walk_, walk_.source, segment.count) &&
                              extent_of(walk_, walk_.source).end <= ub_.size();
    const bool writes_memory =
        all && is_disjoint_ && is_contiguous(walk_, walk_.destination, segment.count);
    blends_ = !all || walk_.destination.half;
    if (blends_) {
      set_kept(segment.active);
    }
    const std::uint64_t batch = !is_disjoint_ && !writes_behind(walk_) ? 1
                                : reads_memory && writes_memory        ? segment.count
                                                                       : kRepeatsPerBatch;
    const std::uint64_t end = segment.first + segment.count;
    for (std::uint64_t repeat = segment.first; repeat < end; repeat += batch) {
      const std::uint64_t repeats = std::min(batch, end - repeat);
      const std::uint8_t* from =
          reads_memory ? ub_.data() + walk_.source.block(repeat, 0) : gather(repeat, repeats);
      std::uint8_t* to =
          writes_memory ? ub_.data() + walk_.destination.block(repeat, 0) : results_.data();
      converter_.convert(converter_.context, {from, to, repeats * walk_.lanes, 0});
      if (!writes_memory) {
        scatter(repeat, repeats);
      }
    }
  }

 private:
  static constexpr std::size_t kBufferBytes = kRepeatsPerBatch * spec::kRepeatBytes;

  // The number of bytes of a block that are in UB.
  std::size_t inside(std::uint64_t block) const {
    return block >= ub_.size() ? 0 : std::min<std::size_t>(kBlock, ub_.size() - block);
  }

  const std::uint8_t* gather(std::uint64_t first, std::uint64_t repeats) {
    std::uint8_t* to = sources_.data();
    for (std::uint64_t repeat = first; repeat < first + repeats; ++repeat) {
      std::uint64_t block = walk_.source.block(repeat, 0);
      for (std::uint64_t i = 0; i < source_blocks_; ++i) {
        if (const std::size_t count = inside(block); count == kBlock) [[likely]] {
          std::memcpy(to, ub_.data() + block, kBlock);
        } else {
          std::memset(to, 0, kBlock);
          std::memcpy(to, ub_.data() + std::min<std::uint64_t>(block, ub_.size()), count);
        }
        to += kBlock;
        block += kBlock * walk_.source.block_stride;
      }
    }
    return sources_.data();
  }

  void scatter(std::uint64_t first, std::uint64_t repeats) {
    const std::uint8_t* from = results_.data();
    if (!blends_ && is_contiguous(walk_, walk_.destination, repeats)) {
      std::memcpy(ub_.data() + walk_.destination.block(first, 0), from,
                  repeats * destination_blocks_ * kBlock);
      return;
    }
    for (std::uint64_t repeat = first; repeat < first + repeats; ++repeat) {
      std::uint64_t block = walk_.destination.block(repeat, 0);
      for (std::uint64_t i = 0; i < destination_blocks_; ++i) {
        if (!blends_) {
          std::memcpy(ub_.data() + block, from, kBlock);
        } else if (!walk_.destination.half) {
          blend(block, from, kept_[i]);
        } else {
          blend(block, placed(from).data(), kept_[i]);
        }
        from += result_bytes_;
        block += kBlock * walk_.destination.block_stride;
      }
    }
  }

  // The block with results moved to their places in the half that they fill.
  BlockBytes placed(const std::uint8_t* from) const {
    BlockBytes bytes = {};
    if (walk_.destination.half->step == 1) {
      std::memcpy(bytes.data() + walk_.destination.half->first, from, kBlock / 2);
    } else {
      for (std::size_t i = 0; i < kBlock / 2; ++i) {
        bytes[walk_.destination.half->first + walk_.destination.half->step * i] = from[i];
      }
    }
    return bytes;
  }

  void blend(std::uint64_t block, const std::uint8_t* bytes, const BlockBytes& kept) const {
    const std::size_t count = inside(block);
    if (count == kBlock) [[likely]] {
      for (std::size_t i = 0; i < kBlock; i += sizeof(std::uint64_t)) {
        blend_word(ub_.data() + block + i, bytes + i, kept.data() + i);
      }
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t& byte = ub_[block + i];
      byte = kept[i] != 0 ? byte : bytes[i];
    }
  }

  static void blend_word(std::uint8_t* at, const std::uint8_t* bytes, const std::uint8_t* kept) {
    std::uint64_t now = 0;
    std::uint64_t next = 0;
    std::uint64_t mask = 0;
    std::memcpy(&now, at, sizeof now);
    std::memcpy(&next, bytes, sizeof next);
    std::memcpy(&mask, kept, sizeof mask);
    now = (now & mask) | (next & ~mask);
    std::memcpy(at, &now, sizeof now);
  }

  // Sets 0xff for each byte of each destination block that the instruction does not write.
  void set_kept(const spec::Mask& active) {
    const Operand& destination = walk_.destination;
    const auto bits = static_cast<std::uint64_t>(destination.format->bits);
    for (std::uint64_t i = 0; i < destination_blocks_; ++i) {
      kept_[i].fill(0xff);
    }
    for (std::uint64_t lane = 0; lane < walk_.lanes; ++lane) {
      if (!active.bit(lane)) {
        continue;
      }
      BlockBytes& kept = kept_[lane >> destination.lane_bits()];
      const std::uint64_t index = destination.index_in_block(lane);
      for (std::uint64_t bit = index * bits; bit < (index + 1) * bits; bit += spec::kBitsPerByte) {
        kept[bit / spec::kBitsPerByte] = 0;
      }
      if (destination.half && destination.half->zeroes_other) {
        kept[index ^ destination.half->other] = 0;
      }
    }
  }

  const VectorWalk& walk_;
  std::span<std::uint8_t> ub_;
  const PackedConverter& converter_;
  const bool is_disjoint_;
  const std::uint64_t source_blocks_;
  const std::uint64_t destination_blocks_;
  // The bytes of results in one block.
  const std::size_t result_bytes_;
  bool blends_ = false;
  std::array<BlockBytes, spec::kBlocksPerRepeat> kept_;
  alignas(64) std::array<std::uint8_t, kBufferBytes> sources_;
  alignas(64) std::array<std::uint8_t, kBufferBytes> results_;
};

}  // namespace

bool can_be_packed(const Behaviour& behaviour, const VectorWalk& walk) {
  return behaviour.walk.empty() && behaviour.finish.empty() && !walk.writes_inactive_lanes &&
         fills_blocks(walk, walk.source) && fills_blocks(walk, walk.destination) &&
         (walk.order == Order::kRepeat || is_disjoint(walk));
}

void run_packed(const VectorWalk& walk, std::span<std::uint8_t> ub,
                const PackedConverter& converter) {
  PackedRun run(walk, ub, converter);
  const std::uint64_t counter = spec::counter_of(walk.registers.mask);
  const std::uint64_t whole = walk.counter_mode ? counter / walk.lanes : walk.repeats;
  const spec::Mask all = spec::contiguous_mask(walk.lanes);
  const spec::Mask& mask = walk.registers.mask;
  const spec::Mask active =
      walk.counter_mode ? all : spec::Mask{mask.mask1 & all.mask1, mask.mask0 & all.mask0};
  if (whole > 0 && active != spec::Mask{}) {
    run.run({0, whole, active});
  }
  // In counter mode the last repeat may be partial.
  if (whole < walk.repeats) {
    run.run({whole, walk.repeats - whole, spec::contiguous_mask(counter % walk.lanes)});
  }
}

}  // namespace vconform::adapters::golden
