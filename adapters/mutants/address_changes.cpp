// Wrong addresses: strides, repeats, nibbles, alignment, overlap, writes beside the destination.
#include <algorithm>
#include <map>
#include <optional>

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/changes.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::Operand;
using golden::VectorWalk;

std::uint64_t block_count(const VectorWalk& walk, const Operand& operand) {
  return walk.lanes >> operand.lane_bits();
}

std::uint64_t block_at(const Operand& operand, std::uint64_t repeat, std::uint64_t block) {
  return operand.block(repeat, block << operand.lane_bits());
}

// The byte after the last active lane, or nothing.
std::optional<std::uint64_t> end_of_active_lanes(const VectorWalk& walk) {
  for (std::uint64_t repeat = walk.repeats; repeat-- > 0;) {
    for (std::uint64_t lane = walk.lanes; lane-- > 0;) {
      if (walk.is_active(repeat, lane)) {
        return walk.destination.end(repeat, lane);
      }
    }
  }
  return std::nullopt;
}

void change(std::span<std::uint8_t> ub, std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t at = first; at < std::min(first + count, ub.size()); ++at) {
    ub[at] = static_cast<std::uint8_t>(~ub[at]);
  }
}

// Each hazard that it finds is one of rule overlap.hazard: a repeat writes what a later one reads,
// or what it reads itself other than block by block.
bool writes_what_is_read(const VectorWalk& walk) {
  const bool equal_width = walk.source.format->bits == walk.destination.format->bits;
  std::map<std::uint64_t, std::uint64_t> last_reader;
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t block = 0; block < block_count(walk, walk.source); ++block) {
      last_reader[block_at(walk.source, repeat, block)] = repeat;
    }
  }
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t block = 0; block < block_count(walk, walk.destination); ++block) {
      const std::uint64_t at = block_at(walk.destination, repeat, block);
      const auto reader = last_reader.find(at);
      if (reader == last_reader.end() || reader->second < repeat) {
        continue;
      }
      const bool in_place = equal_width && at == block_at(walk.source, repeat, block);
      if (reader->second > repeat || !in_place) {
        return true;
      }
    }
  }
  return false;
}

std::uint64_t end_of_blocks(const VectorWalk& walk) {
  std::uint64_t end = 0;
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t block = 0; block < block_count(walk, walk.destination); ++block) {
      end = std::max(end, block_at(walk.destination, repeat, block) + spec::kBlockBytes);
    }
  }
  return end;
}

}  // namespace

void dst_repeat_stride_from_src(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    walk.destination.repeat_stride = walk.source.repeat_stride;
  };
}

void count_from_narrower_type(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    const int narrower = std::min(walk.source.format->bits, walk.destination.format->bits);
    walk.lanes = spec::kRepeatBytes * spec::kBitsPerByte / static_cast<std::uint64_t>(narrower);
    if (walk.counter_mode) {
      walk.repeats = (spec::counter_of(walk.registers.mask) + walk.lanes - 1) / walk.lanes;
    }
  };
}

void writes_one_byte_more(Behaviour& golden) {
  golden.finish = [](const VectorWalk& walk, std::span<std::uint8_t> ub) {
    if (const std::optional<std::uint64_t> end = end_of_active_lanes(walk)) {
      change(ub, *end, 1);
    }
  };
}

void src_repeat_stride_0_advances(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (walk.source.repeat_stride == 0) {
      walk.source.repeat_stride = block_count(walk, walk.source);
    }
  };
}

void src_block_stride_0_advances(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    walk.source.block_stride = std::max<std::uint64_t>(walk.source.block_stride, 1);
  };
}

void dst_block_stride_0_advances(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    walk.destination.block_stride = std::max<std::uint64_t>(walk.destination.block_stride, 1);
  };
}

void dst_stride_has_12_bits(Behaviour& golden) {
  golden.pin(golden::choice("walk.stride-width", "16"));
  golden.walk = [](VectorWalk& walk) {
    constexpr std::uint64_t kLow12 = 0xfff;
    walk.destination.block_stride &= kLow12;
    walk.destination.repeat_stride &= kLow12;
  };
}

void repeat_zero_runs_once(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (!walk.counter_mode) {
      walk.repeats = std::max<std::uint64_t>(walk.repeats, 1);
    }
  };
}

void nibbles_swapped_in_results(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    walk.destination.swaps_nibbles = walk.destination.format->bits < 8;
  };
}

void misaligned_is_rounded_down(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    walk.source.at -= walk.source.at % spec::kBlockBytes;
    walk.destination.at -= walk.destination.at % spec::kBlockBytes;
  };
}

void hazard_writes_a_block_more(Behaviour& golden) {
  golden.finish = [](const VectorWalk& walk, std::span<std::uint8_t> ub) {
    if (end_of_active_lanes(walk) && writes_what_is_read(walk)) {
      change(ub, end_of_blocks(walk), spec::kBlockBytes);
    }
  };
}

void snapshot_when_widening(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (walk.destination.format->bits > walk.source.format->bits) {
      walk.order = golden::Order::kSnapshot;
    }
  };
}

}  // namespace vconform::adapters::mutants
