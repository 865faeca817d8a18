#include "adapters/golden/data_copy/walk.h"

#include "adapters/golden/copies/memory.h"
#include "spec/case/memory_image.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::golden {

namespace {

using spec::MemoryId;

// The bytes of 8-bit results that fill half a block.
constexpr std::uint64_t kHalfBlock = spec::kBlockBytes / 2;

constexpr spec::NumberFormat kWord = spec::format_of(spec::NumberType::kU64);
constexpr spec::NumberFormat kHalfWord = spec::format_of(spec::NumberType::kU16);

bool has_b8_result(const spec::Conversion& row) {
  return row.path == spec::kCo1ToCo2 && row.to().bits == 8;
}

std::uint64_t source_length(const Behaviour& behaviour, const spec::Conversion& row,
                            std::uint64_t blocks_of_page) {
  const bool halves =
      row.to().bits < row.from().bits && behaviour.follows(choice("copy.block-len-unit", "halved"));
  return halves ? blocks_of_page / 2 : blocks_of_page;
}

ByteRuns runs_of(const Behaviour& behaviour, const DataCopyWalk& walk) {
  const auto mode = static_cast<spec::SidStoreMode>(walk.call.sidStoreMode);
  if (!has_b8_result(walk.cell.conversion()) || mode == spec::SidStoreMode::kPacked) {
    return {};
  }
  const bool swaps = behaviour.follows(choice("copy.sid-halves", "swapped"));
  const bool is_second = (mode == spec::SidStoreMode::kSecondHalf) != swaps;
  return {kHalfBlock, spec::kBlockBytes, is_second ? kHalfBlock : 0};
}

std::uint64_t destination_length(const DataCopyWalk& walk) {
  if (walk.runs.run == walk.runs.pitch) {
    return spec::byte_count(walk.cell.conversion().to(), walk.elements);
  }
  return (walk.elements + walk.runs.run - 1) / walk.runs.run * walk.runs.pitch;
}

std::uint64_t vector_step(const Behaviour& behaviour, spec::DeqScale deq) {
  if (deq != spec::DeqScale::kVdeq || behaviour.follows(choice("copy.vdeq-advance", "128"))) {
    return spec::deq_vector_bytes(spec::DeqScale::kVdeq8);
  }
  return behaviour.follows(choice("copy.vdeq-advance", "0")) ? 0 : spec::deq_vector_bytes(deq);
}

void set_blocks(const Behaviour& behaviour, DataCopyWalk& walk) {
  const spec::Conversion& row = walk.cell.conversion();
  const vconform_data_copy& call = walk.call;
  const spec::BlockUnits units =
      row.is_plain_path()
          ? spec::kPlainUnits
          : spec::units_of(static_cast<spec::BlockMode>(call.blockMode), row.from().bits);
  walk.blocks = call.blockCount;
  walk.source = {spec::memory_of(row.path.from), call.src.offset,
                 source_length(behaviour, row, call.blockLen * units.block_len), 0};
  walk.elements = walk.source.length * spec::kBitsPerByte / std::uint64_t(row.from().bits);
  walk.runs = runs_of(behaviour, walk);
  walk.destination = {spec::memory_of(row.path.to), call.dst.offset, destination_length(walk), 0};
  const bool from_tail = behaviour.follows(choice("copy.strides", "gap"));
  walk.source.step = call.srcStride * units.src_stride + (from_tail ? walk.source.length : 0);
  walk.destination.step =
      call.dstStride * units.dst_stride + (from_tail ? walk.destination.length : 0);
}

void set_factors(const Behaviour& behaviour, DataCopyWalk& walk) {
  const spec::DeqScale deq = walk.cell.conversion().deq_scale;
  walk.vectors = walk.call.deqTensorAddr;
  walk.vector_step = vector_step(behaviour, deq);
  walk.factor_of = factor_of_element;
  walk.needs_equal_mcb = deq == spec::DeqScale::kVdeq8 || deq == spec::DeqScale::kVdeq16;
  walk.is_relu = walk.call.isRelu != 0;
  walk.heeds_relu_bit = deq == spec::DeqScale::kDeq8 || deq == spec::DeqScale::kDeq16;
}

std::optional<std::string> range_problem(const DataCopyWalk& walk) {
  const vconform_data_copy& call = walk.call;
  const spec::Conversion& row = walk.cell.conversion();
  if (call.blockCount == 0 || call.blockCount > spec::kMaxBlockCount) {
    return "blockCount " + std::to_string(call.blockCount) + " is not in 1..4095";
  }
  if (call.blockLen == 0) {
    return "blockLen is 0";
  }
  if (!row.is_plain_path() && call.blockMode != VCONFORM_BLOCK_MODE_MATRIX &&
      call.blockMode != VCONFORM_BLOCK_MODE_VECTOR) {
    return "blockMode " + std::to_string(call.blockMode) + " is neither MATRIX nor VECTOR";
  }
  if (has_b8_result(row) &&
      call.sidStoreMode > static_cast<std::uint8_t>(spec::SidStoreMode::kPacked)) {
    return "sidStoreMode " + std::to_string(call.sidStoreMode) + " exceeds 2";
  }
  if (is_vector(row.deq_scale) && walk.vectors % spec::kDeqTensorAlignment != 0) {
    return "deqTensorAddr " + std::to_string(walk.vectors) + " is not 32-byte aligned";
  }
  return std::nullopt;
}

std::optional<std::string> blocks_problem(const std::string& name, const DataCopyWalk& walk,
                                          const CopyBlocks& operand,
                                          const vconform_memories& memories) {
  return bounds_problem(name, memories, operand.memory, operand.at,
                        (walk.blocks - 1) * operand.step + operand.length);
}

}  // namespace

std::uint64_t factor_of_element(std::uint64_t element) {
  return element % spec::kDeqVectorElements;
}

CopiedElement element_in_common(const Behaviour& behaviour, const DataCopyWalk& walk) {
  CopiedElement element;
  element.walk = &walk;
  element.cell = walk.cell;
  element.word = walk.call.deqValue;
  element.relu =
      walk.is_relu || (walk.heeds_relu_bit && spec::kDeqValueRelu.of(walk.call.deqValue) != 0);
  element.chain = copy_chain(behaviour);
  return element;
}

std::uint64_t vector_word(const DataCopyWalk& walk, std::span<const std::uint8_t> ub,
                          std::uint64_t block, std::uint64_t factor) {
  const bool is_half = walk.cell.conversion().deq_scale == spec::DeqScale::kVdeq;
  return spec::load_element(ub, walk.vectors + block * walk.vector_step,
                            is_half ? kHalfWord : kWord, factor);
}

DataCopyWalk data_copy_walk(const Behaviour& behaviour, const spec::Cell& cell,
                            const vconform_data_copy& call) {
  DataCopyWalk walk;
  walk.cell = cell;
  walk.call = call;
  set_blocks(behaviour, walk);
  set_factors(behaviour, walk);
  behaviour.data_copy(walk);
  return walk;
}

std::optional<std::string> data_copy_problem(const DataCopyWalk& walk,
                                             const vconform_memories& memories) {
  if (auto problem = range_problem(walk)) {
    return problem;
  }
  if (auto problem = place_problem("dst", walk.call.dst, walk.destination.memory)) {
    return problem;
  }
  if (auto problem = place_problem("src", walk.call.src, walk.source.memory)) {
    return problem;
  }
  if (auto problem = blocks_problem("dst", walk, walk.destination, memories)) {
    return problem;
  }
  if (auto problem = blocks_problem("src", walk, walk.source, memories)) {
    return problem;
  }
  const spec::DeqScale deq = walk.cell.conversion().deq_scale;
  const CopyBlocks vectors = {MemoryId::kUb, walk.vectors, spec::deq_vector_bytes(deq),
                              walk.vector_step};
  return is_vector(deq) ? blocks_problem("the vector in UB", walk, vectors, memories)
                        : std::nullopt;
}

std::optional<std::string> vector_problem(const DataCopyWalk& walk,
                                          const vconform_memories& memories) {
  const std::uint64_t vectors = walk.needs_equal_mcb ? walk.blocks : 0;
  const std::span<const std::uint8_t> ub = memory_of(memories, MemoryId::kUb);
  for (std::uint64_t block = 0; block < vectors; ++block) {
    const std::uint64_t at = walk.vectors + block * walk.vector_step;
    std::uint64_t set = 0;
    for (std::uint64_t i = 0; i < spec::kDeqVectorElements; ++i) {
      set += spec::kDeqValueMcb.of(spec::load_element(ub, at, kWord, i));
    }
    if (set != 0 && set != spec::kDeqVectorElements) {
      return "the MCB bits of the vector at byte " + std::to_string(at) + " differ";
    }
  }
  return std::nullopt;
}

}  // namespace vconform::adapters::golden
