#include "adapters/elementwise/fixpipe_walk.h"

#include <array>
#include <utility>

#include "adapters/abi/cell.h"
#include "adapters/elementwise/copy_operands.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters {

namespace {

using spec::FixpipeRegister;
using spec::MemoryId;

constexpr spec::NumberFormat kQuantVectorWord = spec::format_of(spec::NumberType::kU64);
constexpr spec::NumberFormat kAlphaVectorWord = spec::format_of(spec::NumberType::kF32);
static_assert(static_cast<int>(spec::ReluPre::kNormal) == VCONFORM_RELU_NORMAL);
static_assert(static_cast<int>(spec::ReluPre::kLeaky) == VCONFORM_RELU_LEAKY);
static_assert(static_cast<int>(spec::ReluPre::kPrelu) == VCONFORM_RELU_PRELU);

// The first problem of which the condition holds.
template <std::size_t count>
std::optional<std::string> first_problem(
    const std::array<std::pair<bool, const char*>, count>& problems) {
  for (const auto& [is_there, text] : problems) {
    if (is_there) {
      return text;
    }
  }
  return std::nullopt;
}

}  // namespace

FixpipeWalk::FixpipeWalk(const spec::Cell& cell, const vconform_copy_matrix& call,
                         const spec::Registers& registers)
    : cell_(cell), call_(call), registers_(registers) {
  const spec::Conversion& row = cell.conversion();
  if (call.NZ2ND_EN == 0) {
    // The readings "merged" of fixpipe.narrow-layout and "32B" of fixpipe.dst-stride-unit.
    channels_ = spec::channels_of_block(row, call.channelSplit != 0);
    column_stride_ = call.dstStride_dst_D * (spec::kBlockBytes * spec::kBitsPerByte /
                                             static_cast<std::uint64_t>(row.to().bits));
    row_stride_ = channels_;
    return;
  }
  // The reading "fractal" of fixpipe.src-nd-unit.
  const std::uint64_t para = registers.of(FixpipeRegister::kNdPara);
  blocks_ = spec::kNdCount.of(para);
  src_block_stride_ = spec::kNdSrcStride.of(para) * spec::kC0 * spec::kFractalRows;
  dst_block_stride_ = spec::kNdDstStride.of(para);
  channels_ = call.NSize == 0 ? 1 : call.NSize;
  row_stride_ = call.dstStride_dst_D;
}

// The reading "ignored" of fixpipe.nd-count-without-nd.
bool FixpipeWalk::does_nothing() const {
  return call_.NSize == 0 || call_.MSize == 0 || blocks_ == 0;
}

bool FixpipeWalk::reads_quant_vector() const {
  const spec::QuantCode& code = spec::quant_code_of(cell_.conversion());
  return code.reads_quant_word() && call_.QuantPRE == code.vector;
}

bool FixpipeWalk::reads_alpha_vector() const {
  return call_.ReLUPRE == VCONFORM_RELU_PRELU;
}

std::uint64_t FixpipeWalk::source(const Place& place) const {
  return place.block * src_block_stride_ +
         (place.column / spec::kC0 * call_.srcStride + place.row) * spec::kC0 +
         place.column % spec::kC0;
}

std::uint64_t FixpipeWalk::destination(const Place& place) const {
  return place.block * dst_block_stride_ + place.column / channels_ * column_stride_ +
         place.row * row_stride_ + place.column % channels_;
}

// Padding rows of the last fractal are read too, and whole rows of fractals.
std::uint64_t FixpipeWalk::source_count() const {
  const std::uint64_t rows =
      (call_.MSize + spec::kFractalRows - 1) / spec::kFractalRows * spec::kFractalRows;
  return source({blocks_ - 1, rows, (call_.NSize - 1) / spec::kC0 * spec::kC0});
}

std::uint64_t FixpipeWalk::destination_count() const {
  const std::uint64_t last_of_block = (call_.NSize - 1) / channels_ * channels_;
  return destination({blocks_ - 1, call_.MSize - 1U, last_of_block}) + channels_;
}

std::optional<std::string> FixpipeWalk::range_problem() const {
  const spec::Conversion& row = cell_.conversion();
  const spec::QuantCode& code = spec::quant_code_of(row);
  const std::uint64_t multiple = spec::n_size_multiple(row, call_.channelSplit != 0);
  // The reading "msize" of fixpipe.nd-limit.
  const std::uint64_t most_rows = call_.NZ2ND_EN != 0 ? spec::kMaxSizeOfNd : spec::kMaxMSize;
  const bool is_f32 = row.source == row.destination && row.destination == spec::NumberType::kF32;
  return first_problem<11>({{
      {call_.NSize > spec::kMaxNSize, "NSize exceeds 4095, or its limit with NZ2ND_EN"},
      {call_.MSize > most_rows, "MSize exceeds 65535, or its limit with NZ2ND_EN"},
      {call_.NSize % multiple != 0, "NSize is no multiple of 8 with channelSplit, of 64 for b4"},
      {call_.dstStride_dst_D == 0, "dstStride_dst_D is 0"},
      {call_.srcStride > 0xffff, "srcStride exceeds 65535"},
      {call_.srcStride % spec::kSrcStrideMultiple != 0, "srcStride is no multiple of 16"},
      {call_.sid != 0 || call_.UnitFlagMode != 0, "sid or UnitFlagMode is not 0"},
      // The reading "header" of fixpipe.quantpre-codes.
      {call_.QuantPRE != code.scalar && call_.QuantPRE != code.vector && call_.QuantPRE != 0,
       "QuantPRE is no code of these types"},
      {call_.ReLUPRE > VCONFORM_RELU_PRELU, "ReLUPRE exceeds 3"},
      {call_.channelSplit != 0 && !is_f32, "channelSplit is for f32 to f32"},
      {call_.channelSplit != 0 && call_.NZ2ND_EN != 0, "channelSplit is not for NZ2ND_EN"},
  }});
}

std::optional<std::string> FixpipeWalk::nd_problem() const {
  if (call_.NZ2ND_EN == 0) {
    return std::nullopt;
  }
  const std::uint64_t para = registers_.of(FixpipeRegister::kNdPara);
  const std::uint64_t src_stride = spec::kNdSrcStride.of(para);
  const bool is_b4 = cell_.conversion().to().bits < 8;
  return first_problem<3>({{
      {src_stride == 0 || src_stride > spec::kMaxSrcNdStride, "src_nd_stride is not in 1..512"},
      {is_b4 && call_.dstStride_dst_D % 2 != 0, "dst_D is odd, s4 elements come in pairs"},
      {is_b4 && dst_block_stride_ % 2 != 0, "dst_nd_stride is odd, s4 elements come in pairs"},
  }});
}

std::optional<std::string> FixpipeWalk::problem(const vconform_memories& memories) const {
  if (does_nothing()) {
    return std::nullopt;
  }
  const spec::Conversion& row = cell_.conversion();
  const MemoryId to = spec::memory_of(row.path.to);
  for (const auto& problem :
       {address_problem("dst", call_.dst, to), address_problem("src", call_.src, MemoryId::kL0c),
        range_problem(), nd_problem()}) {
    if (problem) {
      return problem;
    }
  }
  const std::uint64_t fpc = registers_.of(FixpipeRegister::kFpc);
  const std::uint64_t words = reads_quant_vector() ? call_.NSize * spec::kQuantWordBytes : 0;
  const std::uint64_t alphas = reads_alpha_vector() ? call_.NSize * spec::kAlphaBytes : 0;
  for (const OperandBytes& operand :
       {OperandBytes{"dst", to, call_.dst.offset, spec::byte_count(row.to(), destination_count())},
        OperandBytes{"src", MemoryId::kL0c, call_.src.offset,
                     spec::byte_count(row.from(), source_count())},
        OperandBytes{"the vector of quant words", MemoryId::kFixpipe,
                     words == 0 ? 0 : spec::kFpcQuant.of(fpc) * spec::kFpcQuantUnit, words},
        OperandBytes{"the vector of alphas", MemoryId::kFixpipe,
                     alphas == 0 ? 0 : spec::kFpcRelu.of(fpc) * spec::kFpcReluUnit, alphas}}) {
    if (auto problem = bytes_problem(memories, operand)) {
      return problem;
    }
  }
  return std::nullopt;
}

vconform_element FixpipeWalk::element_of_column(const vconform_memories& memories,
                                                std::uint64_t column) const {
  const spec::Conversion& row = cell_.conversion();
  const auto parameters = bytes_of_memory(memories, MemoryId::kFixpipe);
  const std::uint64_t fpc = registers_.of(FixpipeRegister::kFpc);
  vconform_element element{};
  element.struct_size = sizeof element;
  element.family = static_cast<std::uint32_t>(row.family);
  element.variant = variant_of(row);
  element.source_type = static_cast<std::uint32_t>(row.source);
  element.destination_type = static_cast<std::uint32_t>(row.destination);
  element.relu = call_.ReLUPRE;
  element.ctrl = registers_.ctrl;
  element.word = reads_quant_vector()
                     ? spec::load_element(parameters, spec::kFpcQuant.of(fpc) * spec::kFpcQuantUnit,
                                          kQuantVectorWord, column)
                     : registers_.of(FixpipeRegister::kQuantPre);
  element.alpha = static_cast<std::uint32_t>(
      reads_alpha_vector()
          ? spec::load_element(parameters, spec::kFpcRelu.of(fpc) * spec::kFpcReluUnit,
                               kAlphaVectorWord, column)
          : registers_.of(FixpipeRegister::kLreluAlpha));
  return element;
}

std::uint32_t FixpipeWalk::run(const vconform_adapter& table, void* context,
                               const vconform_memories& memories) const {
  if (does_nothing()) {
    return VCONFORM_OK;
  }
  const spec::Conversion& row = cell_.conversion();
  const auto from = bytes_of_memory(memories, MemoryId::kL0c);
  const auto to = bytes_of_memory(memories, spec::memory_of(row.path.to));
  for (std::uint64_t column = 0; column < call_.NSize; ++column) {
    vconform_element element = element_of_column(memories, column);
    for (std::uint64_t i = 0; i < blocks_ * call_.MSize; ++i) {
      const Place place = {i / call_.MSize, i % call_.MSize, column};
      element.source = spec::load_element(from, call_.src.offset, row.from(), source(place));
      // If the library leaves it unwritten it is what stood there before.
      std::uint64_t result = spec::load_element(to, call_.dst.offset, row.to(), destination(place));
      const std::uint32_t status = table.element(context, &element, &result);
      if (status != VCONFORM_OK) {
        return status;
      }
      spec::store_element(to, call_.dst.offset, row.to(), destination(place), result);
    }
  }
  return VCONFORM_OK;
}

}  // namespace vconform::adapters
