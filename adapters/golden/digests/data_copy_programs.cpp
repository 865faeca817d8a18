#include <algorithm>
#include <span>

#include "adapters/golden/digests/programs.h"
#include "adapters/golden/digests/sample.h"
#include "spec/case/memory_image.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::golden::digests {

namespace {

using spec::MemoryId;

// One program copies kBlocks blocks.
constexpr std::uint64_t kBlocks = 4;
constexpr std::uint64_t kBlockElements = 1024;
constexpr std::uint64_t kCopiedElements = kBlocks * kBlockElements;

// Byte addresses in UB: the vectors of factors, and dst behind them.
constexpr std::uint64_t kVectors = 64;
constexpr std::uint64_t kResults = 1024;
// The number of different gaps between blocks of dst and of src.
constexpr std::uint64_t kDstGaps = 3;
constexpr std::uint64_t kSrcGaps = 2;

// The elements of one vector agree in MCB.
void place_vectors(std::span<std::uint8_t> ub, Draws& draws) {
  const spec::NumberFormat& format = spec::format_of(spec::NumberType::kU64);
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    const std::uint64_t mcb = draws.below(2);
    for (std::uint64_t i = 0; i < spec::kDeqVectorElements; ++i) {
      const std::uint64_t word = spec::kDeqValueMcb.put(drawn_word(draws), mcb);
      spec::store_element(ub, kVectors, format, block * spec::kDeqVectorElements + i, word);
    }
  }
}

vconform_step data_copy(const spec::Conversion& row) {
  vconform_step step = step_of_kind(VCONFORM_STEP_DATA_COPY);
  vconform_data_copy& call = step.as.data_copy;
  call.source_type = static_cast<std::uint32_t>(row.source);
  call.destination_type = static_cast<std::uint32_t>(row.destination);
  call.source_position = static_cast<std::uint32_t>(row.path.from);
  call.destination_position = static_cast<std::uint32_t>(row.path.to);
  call.dst = address_in(spec::memory_of(row.path.to), 0);
  call.src = address_in(spec::memory_of(row.path.from), 0);
  return step;
}

vconform_step computing_copy(const spec::Conversion& row, std::uint64_t turn,
                             std::uint64_t deq_value) {
  const bool is_matrix = turn % 2 == 0;
  const spec::BlockMode mode = is_matrix ? spec::BlockMode::kMatrix : spec::BlockMode::kVector;
  const std::uint64_t unit = spec::units_of(mode, row.from().bits).block_len;
  vconform_step step = data_copy(row);
  vconform_data_copy& call = step.as.data_copy;
  call.dst.offset = kResults;
  call.blockCount = kBlocks;
  call.blockLen = static_cast<std::uint16_t>(spec::byte_count(row.from(), kBlockElements) / unit);
  call.srcStride = static_cast<std::uint16_t>(turn / 2 % kSrcGaps);
  call.dstStride = static_cast<std::uint16_t>(turn / 3 % kDstGaps);
  call.blockMode = static_cast<std::uint32_t>(mode);
  call.deqScale = static_cast<std::uint32_t>(row.deq_scale);
  call.deqValue = deq_value;
  call.deqTensorAddr = kVectors;
  call.sidStoreMode = static_cast<std::uint8_t>(turn / 4 % 3);
  call.isRelu = row.deq_scale == spec::DeqScale::kNone ? row.relu : turn / 8 % 2 == 0;
  return step;
}

void run_computing_copies(Executor& executor, const spec::Conversion& row, std::uint64_t wide) {
  const Sample& sample = sample_of(row.source, wide);
  const std::uint64_t unit = spec::units_of(spec::BlockMode::kMatrix, row.from().bits).src_stride;
  const std::uint64_t source_bytes =
      kBlocks * (spec::byte_count(row.from(), kBlockElements) + (kSrcGaps - 1) * unit);
  // Results of 8 bits may leave half of each block out.
  const std::uint64_t result_bits =
      std::max<std::uint64_t>(static_cast<std::uint64_t>(row.to().bits), 2 * spec::kBitsPerByte);
  const std::uint64_t result_bytes = kBlocks * (kBlockElements * result_bits / spec::kBitsPerByte +
                                                (kDstGaps - 1) * spec::kBlockBytes);
  const std::uint64_t per_program =
      source_bytes * spec::kBitsPerByte / static_cast<std::uint64_t>(row.from().bits);
  for (std::uint64_t turn = 0; turn * kCopiedElements < wide; ++turn) {
    Draws draws(turn);
    const auto source = executor.memory(MemoryId::kL0c, source_bytes);
    for (std::uint64_t i = 0; i < per_program; ++i) {
      spec::store_element(source, 0, row.from(), i, sample.pattern(turn * kCopiedElements + i));
    }
    place_vectors(executor.memory(MemoryId::kUb, kResults + result_bytes), draws);
    const std::uint64_t word = drawn_word(draws);
    // A deqValue that holds a half has M in the low 16 bits, where drawn_word() has bits of an f32.
    const std::uint64_t half = draws.next();
    const bool is_half = spec::deq_word_of(row.deq_scale) == spec::Word::kHalf;
    const vconform_step step = computing_copy(row, turn, is_half ? half : word);
    executor.run(std::span(&step, 1), kCopiedElements);
  }
}

// Bytes move unchanged: only addresses matter.
void run_plain_copies(Executor& executor, const spec::Conversion& row, std::uint64_t count) {
  constexpr std::uint64_t kBytes = 8192;
  for (std::uint64_t turn = 0; turn < count; ++turn) {
    Draws draws(turn);
    const auto fill = [&](spec::PositionId position) {
      const auto bytes = executor.memory(spec::memory_of(position), kBytes);
      std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(draws.next()); });
    };
    fill(row.path.from);
    fill(row.path.to);
    const auto blocks = [&](std::uint64_t bound) {
      return static_cast<std::uint16_t>(draws.below(bound));
    };
    vconform_step step = data_copy(row);
    vconform_data_copy& call = step.as.data_copy;
    call.src.offset = spec::kBlockBytes * draws.below(64);
    call.dst.offset = kBytes / 2 + spec::kBlockBytes * draws.below(64);
    call.blockCount = static_cast<std::uint16_t>(1 + blocks(5));
    call.blockLen = static_cast<std::uint16_t>(1 + blocks(8));
    call.srcStride = blocks(4);
    call.dstStride = blocks(4);
    const std::uint64_t bytes = std::uint64_t{call.blockCount} * call.blockLen * spec::kBlockBytes;
    executor.run(std::span(&step, 1),
                 bytes * spec::kBitsPerByte / static_cast<std::uint64_t>(row.from().bits));
  }
}

}  // namespace

void run_data_copy_programs(Executor& executor, const spec::Cell& cell, const Extent& extent) {
  const spec::Conversion& row = cell.conversion();
  if (row.is_plain_path()) {
    run_plain_copies(executor, row, extent.addressings);
  } else {
    run_computing_copies(executor, row, extent.wide);
  }
}

}  // namespace vconform::adapters::golden::digests
