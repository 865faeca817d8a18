#include "oracle/copy_matrix/walk.h"

#include <algorithm>
#include <array>

#include "spec/number/units.h"
#include "spec/rows/memories.h"
#include "spec/slugs/rule_id.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::cite;
using spec::kC0;

constexpr spec::Choice kOf32Bytes = choice("fixpipe.dst-stride-unit", "32B");
constexpr spec::Choice kOfElements = choice("fixpipe.dst-stride-unit", "element");
constexpr spec::Choice kOfFractals = choice("fixpipe.src-nd-unit", "fractal");

constexpr std::uint64_t kBitsPerNibble = 4;
constexpr std::uint64_t kSourceBytes = 4;
constexpr std::uint64_t kSourceRowBytes = kC0 * kSourceBytes;
constexpr std::uint64_t kNibblesPerBlock = spec::kBlockBytes * kNibblesPerByte;

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}
std::uint64_t round_up(std::uint64_t a, std::uint64_t b) {
  return ceil_div(a, b) * b;
}

// dstStride in nibbles, by the reading of fixpipe.dst-stride-unit.
// 如果NZ2ND_EN不使能,则它是不同数据块的dst stride(首地址到首地址),单位为32B。
// Without NZ2ND_EN it is the distance of data blocks, from start to start, in units of 32 B.
std::uint64_t block_stride_of(const spec::CopyMatrix& step, spec::Choice reading) {
  const auto bits = static_cast<std::uint64_t>(step.cell.conversion().to().bits);
  return step.dst_stride_dst_d *
         (reading == kOfElements ? bits / kBitsPerNibble : kNibblesPerBlock);
}

// src_nd_stride in bytes, by the reading of fixpipe.src-nd-unit.
// 其单位为分形大小,…对于type={f32, s32},分形大小是1024B: its unit is the size of a fractal, which
// is 1024 B for f32 and s32.
std::uint64_t source_block_stride_of(const spec::Registers& registers, spec::Choice reading) {
  const std::uint64_t stride = spec::kNdSrcStride.of(registers.of(spec::FixpipeRegister::kNdPara));
  return stride * (reading == kOfFractals ? spec::kFractalBytes : kSourceRowBytes);
}

// The parts of the walk that no reading affects; the rest is as in the first reading.
FractalWalk first_walk(const spec::CopyMatrix& step, const spec::Registers& registers) {
  const spec::Conversion& row = step.cell.conversion();
  const std::uint64_t nd_para = registers.of(spec::FixpipeRegister::kNdPara);
  FractalWalk walk{};
  walk.source = step.src;
  walk.destination = step.dst;
  // L0C源矩阵在n方向的大小。 The size of the source matrix in L0C in direction n.
  walk.columns = step.n_size;
  // L0C源矩阵在m方向的大小。 In direction m.
  walk.rows = step.m_size;
  walk.is_nd = step.nz2nd_en;
  // config[0:15]位表示nd块数量: bits 15:0 of nd_para are the number of nd blocks.
  walk.blocks = walk.is_nd ? spec::kNdCount.of(nd_para) : 1;
  walk.element_bits = static_cast<std::uint64_t>(row.to().bits);
  // L0C源矩阵中不同数据块间距离,必须为16的倍数: the distance of data blocks in L0C, a multiple
  // of 16.
  walk.source_stride = step.src_stride;
  walk.source_block_stride = source_block_stride_of(registers, kOfFractals);
  walk.channels = spec::channels_of_block(row, step.channel_split);
  walk.block_stride = block_stride_of(step, kOf32Bytes);
  // 如果NZ2ND_EN使能,它是以元素为单位的dst_D值: with NZ2ND_EN it is dst_D, in elements.
  walk.row_stride = step.dst_stride_dst_d;
  // config[32:47]位表示目的数据nd块步长,…其单位为元素: the stride of nd blocks of dst, in
  // elements.
  walk.nd_stride = spec::kNdDstStride.of(nd_para);
  return walk;
}

void ask_nz(const spec::CopyMatrix& step, Readings& readings, FractalWalk& walk) {
  const bool is_narrow = walk.channels > kC0;
  const auto ask_layout = [&] {
    if (is_narrow && readings.follows(choice("fixpipe.narrow-layout", "per-16"))) {
      walk.channels = kC0;
    }
  };
  const bool layouts_differ = walk.columns > kC0 || walk.rows > 1;
  if (layouts_differ) {
    ask_layout();
  }
  walk.fills_last_block = walk.columns % walk.channels != 0 &&
                          readings.follows(choice("fixpipe.last-block", "whole-block"));
  if (!layouts_differ && walk.fills_last_block) {
    ask_layout();
    walk.fills_last_block = walk.columns % walk.channels != 0;
  }
  if (walk.columns > walk.channels) {
    walk.block_stride = block_stride_of(step, readings.ask(cite("fixpipe.dst-stride-unit")));
  }
}

// The end of an NZ destination with `channels` channels in each block.
std::uint64_t nz_end(FractalWalk walk, const spec::CopyMatrix& step, std::uint64_t channels,
                     spec::Choice stride_unit) {
  walk.is_nd = false;
  walk.channels = channels;
  walk.block_stride = block_stride_of(step, stride_unit);
  return walk.destination_end();
}

std::uint64_t nd_end(FractalWalk walk) {
  walk.is_nd = true;
  return walk.destination_end();
}

bool is_f32_to_f32(const spec::CopyMatrix& step) {
  const spec::Conversion& row = step.cell.conversion();
  return row.source == spec::NumberType::kF32 && row.destination == spec::NumberType::kF32;
}

bool sizes_out_of_range(const spec::CopyMatrix& step) {
  const spec::Conversion& row = step.cell.conversion();
  // 如果启用了fp32通道拆分,它是8的倍数。
  // If fp32 channel split is enabled, NSize is a multiple of 8: of other types no page says so.
  const bool splits_f32 = step.channel_split && is_f32_to_f32(step);
  return step.n_size > (step.nz2nd_en ? spec::kMaxSizeOfNd : spec::kMaxNSize) ||
         step.dst_stride_dst_d == 0 || step.src_stride % spec::kSrcStrideMultiple != 0 ||
         step.n_size % spec::n_size_multiple(row, splits_f32) != 0;
}

// 预留参数,设置为0即可: sid and UnitFlagMode are reserved; set them to 0. ReLUPRE: 3’b000 to
// 3’b011.
bool modes_out_of_range(const spec::CopyMatrix& step) {
  const spec::QuantCode& code = spec::quant_code_of(step.cell.conversion());
  return step.sid != 0 || step.unit_flag_mode != 0 ||
         step.relu_pre > static_cast<std::uint8_t>(spec::ReluPre::kPrelu) ||
         (step.quant_pre != 0 && step.quant_pre != code.scalar && step.quant_pre != code.vector);
}

// 取值范围为[1,512]: src_nd_stride is from 1 to 512. That b4 needs even strides is inferred:
// elements come in bytes.
bool nd_out_of_range(const spec::CopyMatrix& step, const spec::Registers& registers) {
  const std::uint64_t nd_para = registers.of(spec::FixpipeRegister::kNdPara);
  const std::uint64_t src_nd_stride = spec::kNdSrcStride.of(nd_para);
  const bool is_b4 = step.cell.conversion().destination == spec::NumberType::kS4;
  const bool splits_bytes =
      is_b4 && (step.dst_stride_dst_d % 2 != 0 || spec::kNdDstStride.of(nd_para) % 2 != 0);
  return step.nz2nd_en &&
         (src_nd_stride < 1 || src_nd_stride > spec::kMaxSrcNdStride || splits_bytes);
}

// 若目标地址是L1,则是32字节对齐的;若目标地址是GM,则是单字节对齐的。 源地址,…其是64字节对齐的。
// dst is aligned to 32 bytes in L1, to one in GM; src to 64 bytes.
bool is_misaligned(const spec::Address& at) {
  return at.offset % spec::memory_of(at.memory).alignment != 0;
}

}  // namespace

// 图1 参数含义示意图 (not in the seed), asc-devkit:NZ2NZ: 16 x 16 elements in a fractal, row by
// row, and the fractals of 16 columns one below the other.
std::uint64_t FractalWalk::source_of(std::uint64_t i, std::uint64_t m, std::uint64_t n) const {
  const std::uint64_t index = ((n / kC0) * source_stride + m) * kC0 + n % kC0;
  return source.offset + i * source_block_stride + index * kSourceBytes;
}

std::uint64_t FractalWalk::destination_of(std::uint64_t i, std::uint64_t m, std::uint64_t n) const {
  const std::uint64_t base = destination.offset * kNibblesPerByte;
  const std::uint64_t nibbles = element_bits / kBitsPerNibble;
  if (is_nd) {
    return base + (i * nd_stride + m * row_stride + n) * nibbles;
  }
  return base + (n / channels) * block_stride + (m * channels + n % channels) * nibbles;
}

std::uint64_t FractalWalk::converted_columns() const {
  return fills_last_block ? round_up(columns, kC0) : columns;
}

std::uint64_t FractalWalk::written_columns() const {
  return fills_last_block ? round_up(columns, channels) : columns;
}

// 如果对L1或OUT有重叠写入,硬件不会报告任何警告和错误,也不保证重叠数据的写入顺序。
// If writes to L1 or OUT overlap, there is neither warning nor error, and no order of the writes.
bool FractalWalk::overlaps_itself() const {
  const std::uint64_t nibbles = element_bits / kBitsPerNibble;
  if (!is_nd) {
    return columns > channels && block_stride < rows * channels * nibbles;
  }
  return (rows > 1 && row_stride < columns) ||
         (blocks > 1 && nd_stride < (rows - 1) * row_stride + columns);
}

// 当m不是16的倍数时,硬件会读取额外的填充数据,并在写入目标时丢弃这些填充数据。
// If m is not a multiple of 16, the hardware reads extra padding, and drops it when it writes.
std::uint64_t FractalWalk::source_end() const {
  if (columns == 0 || rows == 0 || blocks == 0) {
    return source.offset;
  }
  const std::uint64_t last_row =
      ((columns - 1) / kC0) * source_stride + round_up(rows, spec::kFractalRows);
  return source.offset + (blocks - 1) * source_block_stride + last_row * kSourceRowBytes;
}

std::uint64_t FractalWalk::destination_end() const {
  if (columns == 0 || rows == 0 || blocks == 0) {
    return destination.offset;
  }
  const std::uint64_t last_column = is_nd ? columns - 1 : round_up(columns, channels) - 1;
  const std::uint64_t last = destination_of(blocks - 1, rows - 1, last_column);
  return ceil_div(last + element_bits / kBitsPerNibble, kNibblesPerByte);
}

std::optional<spec::RuleId> FractalWalk::rule_of_rest(std::uint64_t byte) const {
  const std::uint64_t nibbles = element_bits / kBitsPerNibble;
  if (byte < destination.offset) {
    return std::nullopt;
  }
  const std::uint64_t at = (byte - destination.offset) * kNibblesPerByte;
  const std::uint64_t padded = round_up(rows, spec::kFractalRows);
  if (is_nd) {
    if (byte < destination_end()) {
      return cite("fixpipe.nd-layout");
    }
    const bool is_padding = row_stride != 0 && blocks == 1 && at / nibbles / row_stride < padded &&
                            at / nibbles % row_stride < columns;
    return is_padding ? std::optional(cite("fixpipe.padding-rows")) : std::nullopt;
  }
  const std::uint64_t block_count = ceil_div(columns, channels);
  const std::uint64_t block = block_stride == 0 ? 0 : std::min(at / block_stride, block_count - 1);
  const std::uint64_t in_block = (at - block * block_stride) / nibbles;
  if (in_block < rows * channels) {
    return cite("fixpipe.last-block");
  }
  if (in_block < padded * channels) {
    return cite("fixpipe.padding-rows");
  }
  return block + 1 < block_count ? std::optional(cite("fixpipe.nz-layout")) : std::nullopt;
}

FractalWalk walk_of(const spec::CopyMatrix& step, const spec::Registers& registers,
                    Readings& readings) {
  FractalWalk walk = first_walk(step, registers);
  if (!walk.is_nd) {
    ask_nz(step, readings, walk);
  } else if (walk.blocks > 1) {
    walk.source_block_stride =
        source_block_stride_of(registers, readings.ask(cite("fixpipe.src-nd-unit")));
  }
  return walk;
}

std::uint64_t destination_end(const spec::CopyMatrix& step, const spec::Registers& registers,
                              bool any_layout) {
  const FractalWalk walk = first_walk(step, registers);
  std::uint64_t end = step.dst.offset;
  if (step.nz2nd_en || any_layout) {
    end = std::max(end, nd_end(walk));
  }
  if (!step.nz2nd_en || any_layout) {
    const std::uint64_t split = any_layout && step.channel_split ? kC0 / 2 : walk.channels;
    for (const std::uint64_t channels : {walk.channels, std::min(walk.channels, kC0), split}) {
      for (const spec::Choice unit : {kOf32Bytes, kOfElements}) {
        end = std::max(end, nz_end(walk, step, channels, unit));
      }
    }
  }
  return end;
}

std::uint64_t source_end(const spec::CopyMatrix& step, const spec::Registers& registers) {
  return first_walk(step, registers).source_end();
}

// NSize=0或MSize=0或nd块数量为0表示不执行,该接口将被视为NOP并报告警告。
// NSize 0, MSize 0 or 0 nd blocks mean that nothing is carried out: a NOP with a warning.
bool does_nothing(const spec::CopyMatrix& step, const spec::Registers& registers,
                  Readings& readings) {
  if (step.n_size == 0 || step.m_size == 0) {
    return true;
  }
  if (spec::kNdCount.of(registers.of(spec::FixpipeRegister::kNdPara)) != 0) {
    return false;
  }
  return step.nz2nd_en || readings.follows(choice("fixpipe.nd-count-without-nd", "nop"));
}

// 如果NZ2ND_EN使能,则范围为[1,8192]。 With NZ2ND_EN the range is [1,8192]: in the row of NSize,
// whose column of ranges says [0, 2^12-1]; another page says it of MSize (spec/errata,
// copy_matrix_cc.n-size-limit). NSize 0, which is a NOP elsewhere, is below that range.
bool is_between_nd_limits(const spec::CopyMatrix& step) {
  return step.nz2nd_en && step.n_size <= spec::kMaxSizeOfNd &&
         (step.n_size == 0 || step.n_size > spec::kMaxNSize || step.m_size > spec::kMaxSizeOfNd);
}

// 是否使能通道切分。 Whether channel split is enabled: the page does not say of which types.
bool is_contested_split(const spec::CopyMatrix& step) {
  return step.channel_split && (!is_f32_to_f32(step) || step.nz2nd_en);
}

bool out_of_range(const spec::CopyMatrix& step, const spec::Registers& registers) {
  return is_misaligned(step.dst) || is_misaligned(step.src) || sizes_out_of_range(step) ||
         modes_out_of_range(step) || nd_out_of_range(step, registers);
}

RuleSet rules_of(const spec::CopyMatrix& step, const FractalWalk& walk) {
  const spec::Conversion& row = step.cell.conversion();
  const std::uint64_t merged = spec::channels_of_block(row, step.channel_split);
  RuleSet rules;
  rules.set(cite("fixpipe.source-fractals"));
  rules.set(cite("fixpipe.padding-rows"), walk.rows % spec::kFractalRows != 0);
  rules.set(walk.is_nd ? cite("fixpipe.nd-layout") : cite("fixpipe.nz-layout"));
  rules.set(cite("fixpipe.src-nd-unit"), walk.is_nd && walk.blocks > 1);
  rules.set(cite("s4.nibble"), row.destination == spec::NumberType::kS4);
  if (!walk.is_nd) {
    rules.set(cite("fixpipe.channel-split"), step.channel_split);
    rules.set(cite("fixpipe.narrow-layout"),
              merged > kC0 && (walk.columns > kC0 || walk.rows > 1 || walk.fills_last_block));
    rules.set(cite("fixpipe.last-block"), walk.columns % walk.channels != 0);
    rules.set(cite("fixpipe.dst-stride-unit"), walk.columns > walk.channels);
  }
  return rules;
}

}  // namespace vconform::oracle
