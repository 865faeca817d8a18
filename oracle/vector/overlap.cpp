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

bool identical_block_by_block(const VectorWalk& walk, Repeat r) {
  if (walk.source.blocks != walk.destination.blocks ||
      walk.source.element_bits != walk.destination.element_bits) {
    return false;
  }
  for (std::uint64_t b = 0; b < walk.source.blocks; ++b) {
    if (walk.source.block(r, b) != walk.destination.block(r, b)) {
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
bool repeat_is_legal(const VectorWalk& walk, Repeat r, BlockUse& use) {
  const auto mark = static_cast<std::uint32_t>(r + 1);
  for (std::uint64_t b = 0; b < walk.source.blocks; ++b) {
    const std::uint64_t block = walk.source.block(r, b) / spec::kBlockBytes;
    if (!use.has(block)) {
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
    if (!use.has(block)) {
      continue;
    }
    if (use.writer[block] != 0 || is_in_table(walk, block)) {
      return false;
    }
    use.writer[block] = mark;
    meets_source = meets_source || use.reader[block] == mark;
  }
  return !meets_source || identical_block_by_block(walk, r);
}

}  // namespace

std::optional<spec::RuleId> hazard_of(const VectorWalk& walk, std::uint64_t memory_size) {
  if (walk.destination.block_stride == 0 && walk.destination.blocks > 1 && walk.repeats > 0) {
    return spec::cite("walk.dst-block-stride-zero");
  }
  BlockUse use(memory_size);
  for (Repeat r = 0; r < walk.repeats; ++r) {
    if (!repeat_is_legal(walk, r, use)) {
      return spec::cite("overlap.hazard");
    }
  }
  return std::nullopt;
}

}  // namespace vconform::oracle
