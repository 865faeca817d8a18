#include "adapters/intrinsics/hazards.h"

#include <unordered_map>
#include <vector>

namespace vconform::adapters::intrinsics {

namespace {

// The blocks of an operand in one repeat, each by its first byte, in their order.
std::vector<std::uint64_t> blocks_of(const golden::VectorWalk& walk, const golden::Operand& operand,
                                     std::uint64_t repeat) {
  std::vector<std::uint64_t> blocks;
  const std::uint64_t in_block = std::uint64_t{1} << operand.lane_bits();
  for (std::uint64_t lane = 0; lane < walk.lanes; lane += in_block) {
    blocks.push_back(operand.block(repeat, lane));
  }
  return blocks;
}

struct Writer {
  std::uint64_t repeat;
  std::size_t block;
};

using Writers = std::unordered_map<std::uint64_t, Writer>;

// False if two repeats, or two blocks of one, write the same block.
bool add_writers(const golden::VectorWalk& walk, Writers& writers) {
  bool are_distinct = true;
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    const auto blocks = blocks_of(walk, walk.destination, repeat);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      are_distinct = writers.emplace(blocks[i], Writer{repeat, i}).second && are_distinct;
    }
  }
  return are_distinct;
}

// The sixteen factors of a VDEQ are a source of every repeat.
bool writes_factors(const golden::VectorWalk& walk, const Writers& writers) {
  constexpr std::uint64_t kFactorBytes = 128;
  for (std::uint64_t at = 0; at < kFactorBytes; at += spec::kBlockBytes) {
    if (writers.contains(walk.factors + at)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool has_hazard(const golden::VectorWalk& walk) {
  Writers writers;
  if (!add_writers(walk, writers)) {
    return true;
  }
  if (spec::is_vdeq(walk.cell.conversion().deq) && writes_factors(walk, writers)) {
    return true;
  }
  const bool same_width = walk.destination.format->bits == walk.source.format->bits;
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    const auto blocks = blocks_of(walk, walk.source, repeat);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const auto found = writers.find(blocks[i]);
      if (found == writers.end() || found->second.repeat > repeat) {
        continue;
      }
      const bool in_place =
          found->second.repeat == repeat && found->second.block == i && same_width;
      if (!in_place) {
        return true;
      }
    }
  }
  return false;
}

bool shares_blocks(const golden::VectorWalk& walk) {
  Writers writers;
  add_writers(walk, writers);
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (const std::uint64_t block : blocks_of(walk, walk.source, repeat)) {
      if (writers.contains(block)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace vconform::adapters::intrinsics
