#include "adapters/intrinsics/hazards.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "spec/data_copy/data_copy.h"

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

// False for layouts whose rows, columns and blocks follow each other, as nearly all do.
bool may_meet(const golden::FractalLayout& layout) {
  const std::uint64_t width = std::min(layout.columns, layout.channels);
  const std::uint64_t group = (layout.rows - 1) * layout.dst_row_stride + width;
  const std::uint64_t groups = (layout.columns - 1) / layout.channels;
  const std::uint64_t block = groups * layout.dst_column_stride + group;
  return (layout.rows > 1 && layout.dst_row_stride < width) ||
         (groups > 0 && layout.dst_column_stride < group) ||
         (layout.blocks > 1 && layout.dst_block_stride < block);
}

// Elements that one row writes side by side.
struct Run {
  std::uint64_t first;
  std::uint64_t past;
};

std::vector<Run> runs_of(const golden::FractalLayout& layout) {
  std::vector<Run> runs;
  for (std::uint64_t block = 0; block < layout.blocks; ++block) {
    for (std::uint64_t column = 0; column < layout.columns; column += layout.channels) {
      const std::uint64_t width = std::min(layout.channels, layout.columns - column);
      for (std::uint64_t row = 0; row < layout.rows; ++row) {
        const std::uint64_t first = layout.destination(block, row, column);
        runs.push_back({first, first + width});
      }
    }
  }
  return runs;
}

bool is_same_place(const golden::CopyBlocks& one, const golden::CopyBlocks& other,
                   std::uint64_t block) {
  return one.block(block) == other.block(block) && one.length == other.length;
}

enum class InPlace : std::uint8_t { kAllowed, kHazard };

// Blocks of each operand are in the order of their places.
bool meet(const golden::CopyBlocks& written, const golden::CopyBlocks& read, std::uint64_t count,
          InPlace in_place) {
  std::uint64_t first = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    while (first < count && read.block(first) + read.length <= written.block(i)) {
      ++first;
    }
    for (std::uint64_t j = first; j < count && read.block(j) < written.block(i) + written.length;
         ++j) {
      if (in_place == InPlace::kHazard || i != j || !is_same_place(written, read, i)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool has_hazard(const golden::CopyMatrixWalk& walk) {
  if (walk.does_nothing || !may_meet(walk.layout)) {
    return false;
  }
  std::vector<Run> runs = runs_of(walk.layout);
  std::ranges::sort(runs, {}, &Run::first);
  return std::ranges::adjacent_find(runs, [](const Run& one, const Run& next) {
           return one.past > next.first;
         }) != runs.end();
}

bool has_hazard(const golden::CopyBlocks& written, const golden::CopyBlocks& read,
                std::uint64_t count) {
  return (count > 1 && written.step < written.length) ||
         meet(written, read, count, InPlace::kAllowed);
}

bool has_hazard(const golden::DataCopyWalk& walk) {
  const spec::DeqScale deq = walk.cell.conversion().deq_scale;
  const golden::CopyBlocks vectors = {spec::MemoryId::kUb, walk.vectors,
                                      spec::deq_vector_bytes(deq), walk.vector_step};
  const golden::CopyBlocks nothing = {walk.destination.memory, 0, 0, 0};
  const bool is_inside = walk.source.memory == walk.destination.memory;
  return has_hazard(walk.destination, is_inside ? walk.source : nothing, walk.blocks) ||
         (is_vector(deq) && meet(walk.destination, vectors, walk.blocks, InPlace::kHazard));
}

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
