#include "oracle/vector/overlap.h"

#include <vector>

#include "spec/number/units.h"
#include "spec/slugs/rule_id.h"

namespace vconform::oracle {

namespace {

using Repeat = std::uint64_t;

// The repeat that last read and wrote each block of the memory; repeats count from 1 here.
struct BlockUse {
  explicit BlockUse(std::uint64_t memory_size)
      : reader(memory_size / spec::kBlockBytes + 1), writer(reader.size()) {}

  // False for blocks that only lanes beyond a counter reach.
  bool has(std::uint64_t block) const { return block < reader.size(); }

  std::vector<std::uint32_t> reader;
  std::vector<std::uint32_t> writer;
};

enum class Blocks : std::uint8_t { kAll, kActive };

// Whether block b of the operand counts: it is active if one of its lanes is.
bool counts(const VectorWalk& walk, const OperandWalk& operand, Repeat r, std::uint64_t b,
            Blocks which) {
  if (which == Blocks::kAll) {
    return true;
  }
  const std::uint64_t in_block = walk.elements / operand.blocks;
  for (std::uint64_t lane = b * in_block; lane < (b + 1) * in_block; ++lane) {
    if (walk.active(r, lane)) {
      return true;
    }
  }
  return false;
}

bool identical_block_by_block(const VectorWalk& walk, Repeat r, Blocks which) {
  if (walk.source.blocks != walk.destination.blocks ||
      walk.source.element_bits != walk.destination.element_bits) {
    return false;
  }
  for (std::uint64_t b = 0; b < walk.source.blocks; ++b) {
    if (counts(walk, walk.source, r, b, which) &&
        walk.source.block(r, b) != walk.destination.block(r, b)) {
      return false;
    }
  }
  return true;
}

// Whether `block` holds factors (vdeq.address), which every repeat reads.
bool is_in_table(const VectorWalk& walk, std::uint64_t block) {
  return walk.table && block >= *walk.table / spec::kBlockBytes &&
         block < (*walk.table + spec::kVectorBytes) / spec::kBlockBytes;
}

// Reads and writes repeat r; false if it breaks a condition of hazard_of.
bool repeat_is_legal(const VectorWalk& walk, Repeat r, BlockUse& use, Blocks which) {
  const auto mark = static_cast<std::uint32_t>(r + 1);
  for (std::uint64_t b = 0; b < walk.source.blocks; ++b) {
    const std::uint64_t block = walk.source.block(r, b) / spec::kBlockBytes;
    if (!use.has(block) || !counts(walk, walk.source, r, b, which)) {
      continue;
    }
    if (use.writer[block] != 0) {
      return false;
    }
    use.reader[block] = mark;
  }
  bool meets_source = false;
  for (std::uint64_t b = 0; b < walk.destination.blocks; ++b) {
    const std::uint64_t block = walk.destination.block(r, b) / spec::kBlockBytes;
    if (!use.has(block) || !counts(walk, walk.destination, r, b, which)) {
      continue;
    }
    if (use.writer[block] != 0 || is_in_table(walk, block)) {
      return false;
    }
    use.writer[block] = mark;
    meets_source = meets_source || use.reader[block] == mark;
  }
  return !meets_source || identical_block_by_block(walk, r, which);
}

bool is_legal(const VectorWalk& walk, std::uint64_t memory_size, Blocks which) {
  BlockUse use(memory_size);
  for (Repeat r = 0; r < walk.repeats; ++r) {
    if (!repeat_is_legal(walk, r, use, which)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<spec::RuleId> hazard_of(const VectorWalk& walk, std::uint64_t memory_size) {
  if (walk.destination.block_stride == 0 && walk.destination.blocks > 1 && walk.repeats > 0) {
    return spec::cite("walk.dst-block-stride-zero");
  }
  return is_legal(walk, memory_size, Blocks::kAll) ? std::nullopt
                                                   : std::optional(spec::cite("overlap.hazard"));
}

bool active_blocks_overlap(const VectorWalk& walk, std::uint64_t memory_size) {
  return !is_legal(walk, memory_size, Blocks::kActive);
}

}  // namespace vconform::oracle
