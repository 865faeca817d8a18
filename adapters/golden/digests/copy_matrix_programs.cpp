#include <array>

#include "adapters/golden/digests/programs.h"
#include "adapters/golden/digests/sample.h"
#include "spec/case/memory_image.h"
#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::golden::digests {

namespace {

using spec::MemoryId;

// One program copies a matrix of kRows x kColumns, or in ND two of half the rows.
constexpr std::uint64_t kRows = 64;
constexpr std::uint64_t kColumns = 64;
constexpr std::uint64_t kElements = kRows * kColumns;
constexpr std::uint64_t kNdRows = kRows / 2;

// Byte addresses in the Fixpipe buffer.
constexpr std::uint64_t kQuantWords = 0;
constexpr std::uint64_t kAlphas = kColumns * spec::kQuantWordBytes;
constexpr std::uint64_t kParameterBytes = kAlphas + kColumns * spec::kAlphaBytes;

// A row of a block of dst takes two of the stride's units for an f32 that is not split, otherwise
// one.
constexpr std::uint32_t kDstStride = 2 * kRows;
// The narrowest channels, eight of a split f32, give the most blocks.
constexpr std::uint64_t kDstBytes = kColumns / 8 * kDstStride * spec::kBlockBytes;

bool splits(const spec::Conversion& row, std::uint64_t turn) {
  return row.source == row.destination && row.destination == spec::NumberType::kF32 &&
         turn % 4 == 1;
}

bool is_nd(std::uint64_t turn) {
  return turn % 4 == 2;
}

void place_parameters(std::span<std::uint8_t> buffer, Draws& draws) {
  const spec::NumberFormat& word = spec::format_of(spec::NumberType::kU64);
  const spec::NumberFormat& alpha = spec::format_of(spec::NumberType::kU32);
  for (std::uint64_t column = 0; column < kColumns; ++column) {
    spec::store_element(buffer, kQuantWords, word, column, drawn_word(draws));
    spec::store_element(buffer, kAlphas, alpha, column, drawn_scale(draws));
  }
}

// The second matrix of ND starts 32 rows further in source and destination.
std::uint64_t nd_para() {
  const std::uint64_t two = spec::kNdCount.put(0, 2);
  const std::uint64_t strided = spec::kNdSrcStride.put(two, kNdRows / spec::kFractalRows);
  return spec::kNdDstStride.put(strided, kNdRows * kColumns);
}

std::uint64_t fpc() {
  return spec::kFpcQuant.put(spec::kFpcRelu.put(0, kAlphas / spec::kFpcReluUnit),
                             kQuantWords / spec::kFpcQuantUnit);
}

vconform_step copy_matrix(const spec::Conversion& row, std::uint64_t turn) {
  const spec::QuantCode& code = spec::quant_code_of(row);
  vconform_step step = step_of_kind(VCONFORM_STEP_COPY_MATRIX);
  vconform_copy_matrix& call = step.as.copy_matrix;
  call.source_type = static_cast<std::uint32_t>(row.source);
  call.destination_type = static_cast<std::uint32_t>(row.destination);
  call.dst = address_in(spec::memory_of(row.path.to), 0);
  call.src = address_in(MemoryId::kL0c, 0);
  call.QuantPRE = turn / 4 % 2 == 0 ? code.scalar : code.vector;
  call.dstStride_dst_D = is_nd(turn) ? kColumns : kDstStride;
  call.NSize = kColumns;
  call.MSize = is_nd(turn) ? kNdRows : kRows;
  call.srcStride = kRows;
  call.ReLUPRE = static_cast<std::uint8_t>(turn / 8 % 4);
  call.channelSplit = splits(row, turn);
  call.NZ2ND_EN = is_nd(turn);
  return step;
}

}  // namespace

void run_copy_matrix_programs(Executor& executor, const spec::Cell& cell, const Extent& extent) {
  const spec::Conversion& row = cell.conversion();
  const Sample& sample = sample_of(row.source, extent.wide);
  for (std::uint64_t turn = 0; turn * kElements < extent.wide; ++turn) {
    Draws draws(turn);
    const auto source = executor.memory(MemoryId::kL0c, spec::byte_count(row.from(), kElements));
    for (std::uint64_t i = 0; i < kElements; ++i) {
      spec::store_element(source, 0, row.from(), i, sample.pattern(turn * kElements + i));
    }
    place_parameters(executor.memory(MemoryId::kFixpipe, kParameterBytes), draws);
    executor.memory(spec::memory_of(row.path.to), kDstBytes);
    const std::uint64_t alpha = drawn_scale(draws);
    const std::array steps = {
        set_register(VCONFORM_REGISTER_CTRL,
                     turn / 32 % 2 == 0 ? 0 : spec::with_ctrl_bit(spec::kCtrlKeepInfNan)),
        set_register(VCONFORM_REGISTER_ND_PARA, nd_para()),
        set_register(VCONFORM_REGISTER_LRELU_ALPHA, alpha),
        set_register(VCONFORM_REGISTER_QUANT_PRE, drawn_word(draws)),
        set_register(VCONFORM_REGISTER_FPC, fpc()),
        copy_matrix(row, turn),
    };
    executor.run(steps, kElements);
  }
}

}  // namespace vconform::adapters::golden::digests
