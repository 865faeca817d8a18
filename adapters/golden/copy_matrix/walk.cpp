#include "adapters/golden/copy_matrix/walk.h"

#include "adapters/golden/copies/memory.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::golden {

namespace {

using spec::MemoryId;

// An unsigned word of 64 bits; only the width of this format matters.
constexpr spec::NumberFormat kQuantWord = spec::format_of(spec::NumberType::kS64);
constexpr spec::NumberFormat kAlphaWord = spec::format_of(spec::NumberType::kF32);

bool does_nothing(const Behaviour& behaviour, const vconform_copy_matrix& call,
                  const spec::Registers& registers) {
  const bool counts =
      call.NZ2ND_EN != 0 || behaviour.follows(choice("fixpipe.nd-count-without-nd", "nop"));
  const std::uint64_t count = spec::kNdCount.of(registers.of(spec::FixpipeRegister::kNdPara));
  return call.NSize == 0 || call.MSize == 0 || (counts && count == 0);
}

// One range of the page, violated if `breaks`.
struct Range {
  bool breaks;
  const char* problem;
};

std::optional<std::string> first_of(std::initializer_list<Range> ranges) {
  for (const Range& range : ranges) {
    if (range.breaks) {
      return range.problem;
    }
  }
  return std::nullopt;
}

std::optional<std::string> size_problem(const CopyMatrixWalk& walk) {
  const vconform_copy_matrix& call = walk.call;
  const std::uint64_t multiple =
      spec::n_size_multiple(walk.cell.conversion(), call.channelSplit != 0);
  return first_of({
      {call.NSize > walk.most_columns, "NSize exceeds 4095, or its limit with NZ2ND_EN"},
      {call.MSize > walk.most_rows, "MSize exceeds 65535, or its limit with NZ2ND_EN"},
      {call.NSize % multiple != 0, "NSize is no multiple of 8 with channelSplit, of 64 for b4"},
      {call.dstStride_dst_D == 0, "dstStride_dst_D is 0"},
      {call.srcStride > 0xffff || call.srcStride % spec::kSrcStrideMultiple != 0,
       "srcStride is no multiple of 16 up to 65535"},
  });
}

std::optional<std::string> mode_problem(const CopyMatrixWalk& walk) {
  const vconform_copy_matrix& call = walk.call;
  const spec::Conversion& row = walk.cell.conversion();
  const spec::QuantCode& code = spec::quant_code_of(row);
  const bool is_f32 = row.source == row.destination && row.destination == spec::NumberType::kF32;
  return first_of({
      {call.sid != 0, "sid is not 0"},
      {call.UnitFlagMode != 0, "UnitFlagMode is not 0"},
      {walk.takes_only_zero && call.QuantPRE != 0, "QuantPRE is not 0"},
      {call.QuantPRE != code.scalar && call.QuantPRE != code.vector && call.QuantPRE != 0,
       "QuantPRE is no code of these types"},
      {call.ReLUPRE > static_cast<std::uint8_t>(spec::ReluPre::kPrelu), "ReLUPRE exceeds 3"},
      {call.channelSplit != 0 && (!is_f32 || call.NZ2ND_EN != 0),
       "channelSplit is for f32 to f32 without NZ2ND_EN"},
  });
}

std::optional<std::string> nd_problem(const CopyMatrixWalk& walk) {
  if (walk.call.NZ2ND_EN == 0) {
    return std::nullopt;
  }
  const std::uint64_t para = walk.registers.of(spec::FixpipeRegister::kNdPara);
  const std::uint64_t src_stride = spec::kNdSrcStride.of(para);
  const bool is_b4 = walk.cell.conversion().to().bits < 8;
  return first_of({
      {src_stride == 0 || src_stride > spec::kMaxSrcNdStride, "src_nd_stride is not in 1..512"},
      {is_b4 && walk.call.dstStride_dst_D % 2 != 0, "dst_D is odd, s4 elements come in pairs"},
      {is_b4 && spec::kNdDstStride.of(para) % 2 != 0,
       "dst_nd_stride is odd, s4 elements come in pairs"},
  });
}

std::optional<std::string> reach_problem(const CopyMatrixWalk& walk,
                                         const vconform_memories& memories) {
  const spec::Conversion& row = walk.cell.conversion();
  const vconform_copy_matrix& call = walk.call;
  if (auto problem = bounds_problem("dst", memories, destination_memory(walk), call.dst.offset,
                                    spec::byte_count(row.to(), walk.layout.destination_end()))) {
    return problem;
  }
  if (auto problem = bounds_problem("src", memories, MemoryId::kL0c, call.src.offset,
                                    spec::byte_count(row.from(), walk.layout.source_end()))) {
    return problem;
  }
  const std::uint64_t last = walk.call.NSize - 1;
  if (walk.has_vector) {
    const std::uint64_t bytes = (last * walk.word_step + 1) * spec::kQuantWordBytes;
    if (auto problem = bounds_problem("the vector of quant words", memories, MemoryId::kFixpipe,
                                      walk.words, bytes)) {
      return problem;
    }
  }
  const std::uint64_t bytes = (last * walk.alpha_step + 1) * spec::kAlphaBytes;
  return walk.has_alphas ? bounds_problem("the vector of alphas", memories, MemoryId::kFixpipe,
                                          walk.alphas, bytes)
                         : std::nullopt;
}

// 0 beyond the end, for columns that are written only under the reading whole-block.
std::uint64_t load_word(std::span<const std::uint8_t> memory, std::uint64_t at,
                        const spec::NumberFormat& format, std::uint64_t index) {
  const std::uint64_t end = at + spec::byte_count(format, index + 1);
  return end <= memory.size() ? spec::load_element(memory, at, format, index) : 0;
}

}  // namespace

FixpipeElement element_in_common(const Behaviour& behaviour, const CopyMatrixWalk& walk) {
  FixpipeElement element;
  element.walk = &walk;
  element.cell = walk.cell;
  element.chain = fixpipe_chain(behaviour, walk.cell, walk.registers.ctrl);
  element.chain.is_raw = walk.is_raw;
  element.chain.relu.mode = static_cast<spec::ReluPre>(walk.call.ReLUPRE);
  element.word = walk.registers.of(spec::FixpipeRegister::kQuantPre);
  element.alpha = static_cast<std::uint32_t>(walk.registers.of(spec::FixpipeRegister::kLreluAlpha));
  return element;
}

std::uint64_t quant_word(const CopyMatrixWalk& walk, std::span<const std::uint8_t> parameters,
                         std::uint64_t column) {
  return load_word(parameters, walk.words, kQuantWord, column * walk.word_step);
}

std::uint32_t alpha_word(const CopyMatrixWalk& walk, std::span<const std::uint8_t> parameters,
                         std::uint64_t column) {
  return static_cast<std::uint32_t>(
      load_word(parameters, walk.alphas, kAlphaWord, column * walk.alpha_step));
}

spec::MemoryId destination_memory(const CopyMatrixWalk& walk) {
  return spec::memory_of(walk.cell.conversion().path.to);
}

CopyMatrixWalk copy_matrix_walk(const Behaviour& behaviour, const spec::Cell& cell,
                                const vconform_copy_matrix& call,
                                const spec::Registers& registers) {
  const spec::Conversion& row = cell.conversion();
  const spec::QuantCode& code = spec::quant_code_of(row);
  const std::uint64_t fpc = registers.of(spec::FixpipeRegister::kFpc);
  CopyMatrixWalk walk;
  walk.cell = cell;
  walk.call = call;
  walk.registers = registers;
  walk.does_nothing = does_nothing(behaviour, call, registers);
  const bool limits_rows =
      call.NZ2ND_EN != 0 && behaviour.follows(choice("fixpipe.nd-limit", "msize"));
  const bool limits_columns = call.NZ2ND_EN == 0 || limits_rows;
  walk.most_columns = limits_columns ? spec::kMaxNSize : spec::kMaxSizeOfNd;
  walk.most_rows = limits_rows ? spec::kMaxSizeOfNd : spec::kMaxMSize;
  walk.takes_only_zero = behaviour.follows(choice("fixpipe.quantpre-codes", "zero-only"));
  walk.is_raw = call.QuantPRE == 0 && code.scalar != 0 && !walk.takes_only_zero &&
                behaviour.follows(choice("fixpipe.quantpre-zero", "raw32"));
  walk.layout = fractal_layout(behaviour, row, call, registers);
  walk.swaps_nibbles = row.to().bits < 8 && behaviour.follows(choice("s4.nibble", "high-first"));
  walk.has_vector = code.reads_quant_word() && call.QuantPRE == code.vector;
  walk.words = spec::kFpcQuant.of(fpc) * spec::kFpcQuantUnit;
  walk.has_alphas = call.ReLUPRE == static_cast<std::uint8_t>(spec::ReluPre::kPrelu);
  walk.alphas = spec::kFpcRelu.of(fpc) * spec::kFpcReluUnit;
  behaviour.copy_matrix(walk);
  return walk;
}

std::optional<std::string> copy_matrix_problem(const CopyMatrixWalk& walk,
                                               const vconform_memories& memories) {
  if (walk.does_nothing) {
    return std::nullopt;
  }
  if (auto problem = place_problem("dst", walk.call.dst, destination_memory(walk))) {
    return problem;
  }
  if (auto problem = place_problem("src", walk.call.src, MemoryId::kL0c)) {
    return problem;
  }
  for (const auto check : {size_problem, mode_problem, nd_problem}) {
    if (auto problem = check(walk)) {
      return problem;
    }
  }
  return reach_problem(walk, memories);
}

}  // namespace vconform::adapters::golden
