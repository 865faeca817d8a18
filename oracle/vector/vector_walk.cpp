#include "oracle/vector/vector_walk.h"

#include <algorithm>

#include "spec/number/units.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::kBlockBytes;

constexpr std::uint64_t kTwelveBitStrides = 1 << 12;
constexpr std::uint64_t kEightBitStrides = 1 << 8;

bool is_deq(const spec::Vconv& step) {
  return step.cell.conversion().family == spec::Family::kDeq;
}
std::uint16_t widest_block_stride(const spec::Vconv& step) {
  return std::max(step.dst_block_stride, step.src_block_stride);
}
std::uint16_t widest_repeat_stride(const spec::Vconv& step) {
  return std::max(step.dst_repeat_stride, step.src_repeat_stride);
}

// walk.stride-width concerns all strides except the repeat strides of the DEQ forms.
bool has_wide_strides(const spec::Vconv& step) {
  return widest_block_stride(step) >= kTwelveBitStrides ||
         (!is_deq(step) && widest_repeat_stride(step) >= kTwelveBitStrides);
}

// A repeat stride has no effect with a single repeat.
bool has_wide_deq_repeat_strides(const spec::Vconv& step, std::uint64_t repeats) {
  return is_deq(step) && repeats > 1 && widest_repeat_stride(step) >= kEightBitStrides;
}

// The moduli of strides; their rules are asked for only if the strides are wide enough to differ.
struct Moduli {
  std::uint64_t block_stride;
  std::uint64_t repeat_stride;
};

Moduli stride_moduli(const spec::Vconv& step, const VectorWalk& walk, Readings& readings) {
  Moduli moduli{1 << 16, 1 << 16};
  if (walk.wide_strides && readings.follows(choice("walk.stride-width", "12"))) {
    moduli = {kTwelveBitStrides, kTwelveBitStrides};
  }
  if (is_deq(step)) {
    moduli.repeat_stride = kTwelveBitStrides;
    if (walk.wide_repeat_strides && readings.follows(choice("walk.stride-width-deq", "8"))) {
      moduli.repeat_stride = kEightBitStrides;
    }
  }
  return moduli;
}

bool fills_half_blocks(const spec::Conversion& row) {
  return row.family == spec::Family::kDeq && row.deq != spec::DeqForm::kHalf;
}

// DEQ 接口中的 h/l 控制 u8/s8 是落在 bolck 的高位还是低位: h and l say whether the results stand in
// the high or in the low part of the block; the figure is not in the seed. nullopt where results
// fill four blocks, one after another.
std::optional<HalfBlock> half_block(const spec::Conversion& row, spec::Choice reading) {
  constexpr std::uint64_t kLater = HalfBlock::kElements;
  const bool high = spec::is_high(row.deq);
  if (reading == choice("deq.half", "block")) {
    return high ? HalfBlock{kLater, 1, 0} : HalfBlock{0, 1, kLater};
  }
  if (reading == choice("deq.half", "swapped")) {
    return high ? HalfBlock{0, 1, kLater} : HalfBlock{kLater, 1, 0};
  }
  if (reading == choice("deq.half", "byte-of-lane")) {
    return high ? HalfBlock{1, 2, 0} : HalfBlock{0, 2, 1};
  }
  return std::nullopt;
}

void place_half_blocks(const spec::Conversion& row, VectorWalk& walk, Readings& readings) {
  walk.destination.half = half_block(row, readings.ask(spec::cite("deq.half")));
  if (!walk.destination.half) {
    walk.destination.blocks = walk.elements / kBlockBytes;
  }
}

// `first` is the half's first byte.
Nibble byte_of_half(const OperandWalk& operand, std::uint64_t r, std::uint64_t lane,
                    std::uint64_t first) {
  const std::uint64_t byte = first + lane % HalfBlock::kElements * operand.half->step;
  return static_cast<Nibble>((operand.block(r, lane / HalfBlock::kElements) + byte) *
                             kNibblesPerByte);
}

}  // namespace

std::optional<std::uint64_t> HalfBlock::element_with_other(std::uint64_t byte_of_block) const {
  for (std::uint64_t i = 0; i < kElements; ++i) {
    if (other + i * step == byte_of_block) {
      return i;
    }
  }
  return std::nullopt;
}

// 相邻迭代间相同datablock的地址步长; 同一迭代内不同datablock的地址步长: repeatStride is the
// distance of a block from the same one of the next repeat, dataBlockStride that of the blocks of a
// repeat, start to start.
std::uint64_t OperandWalk::block(std::uint64_t r, std::uint64_t b) const {
  return base + kBlockBytes * (r * repeat_stride + b * block_stride);
}

std::optional<BlockOfRepeat> OperandWalk::first_block_with(std::uint64_t byte,
                                                           std::uint64_t repeats) const {
  std::optional<BlockOfRepeat> first;
  for (std::uint64_t b = 0; b < blocks && byte >= block(0, b); ++b) {
    // Block b of repeat r lies r repeat strides behind that of the first repeat.
    const std::uint64_t distance = (byte - block(0, b)) / kBlockBytes;
    const std::uint64_t r = repeat_stride == 0 ? 0 : distance / repeat_stride;
    if (r < repeats && r * repeat_stride == distance && (!first || r < first->r)) {
      first = {r, b};
    }
  }
  return first;
}

Nibble OperandWalk::element(std::uint64_t r, std::uint64_t lane) const {
  if (half) {
    return byte_of_half(*this, r, lane, half->first);
  }
  const std::uint64_t in_block = kBlockBytes * spec::kBitsPerByte / element_bits;
  const std::uint64_t bits = lane % in_block * element_bits;
  return static_cast<Nibble>(block(r, lane / in_block) * kNibblesPerByte +
                             bits * kNibblesPerByte / spec::kBitsPerByte);
}

Nibble OperandWalk::moved(std::uint64_t r) const {
  return static_cast<Nibble>((block(r, 0) - base) * kNibblesPerByte);
}

Nibble OperandWalk::other_half(std::uint64_t r, std::uint64_t lane) const {
  return byte_of_half(*this, r, lane, half->other);
}

std::uint64_t OperandWalk::end(std::uint64_t repeats) const {
  return repeats == 0 ? base : block(repeats - 1, blocks - 1) + kBlockBytes;
}

// bit位的值为1表示参与计算,0表示不参与: a bit of 1 takes part, a bit of 0 does not. Counter mode is
// on no seed page (asc-devkit:asc_set_ctrl).
bool VectorWalk::active(std::uint64_t r, std::uint64_t lane) const {
  if (counter_mode) {
    return r * elements + lane < spec::counter_of(mask);
  }
  return mask.bit(lane);
}

std::uint64_t VectorWalk::active_elements() const {
  if (counter_mode) {
    return spec::counter_of(mask);
  }
  std::uint64_t count = 0;
  for (std::uint64_t lane = 0; lane < elements; ++lane) {
    count += mask.bit(lane) ? repeats : 0;
  }
  return count;
}

bool VectorWalk::writes() const {
  for (std::uint64_t lane = 0; repeats > 0 && lane < elements; ++lane) {
    if (active(0, lane)) {
      return true;
    }
  }
  return false;
}

std::uint64_t VectorWalk::end_of(const OperandWalk& operand) const {
  const std::uint64_t rest = counter_mode ? spec::counter_of(mask) % elements : 0;
  if (rest == 0) {
    return operand.end(repeats);
  }
  const std::uint64_t last_block = (rest - 1) * operand.blocks / elements;
  return std::max(operand.end(repeats - 1),
                  operand.block(repeats - 1, last_block) + spec::kBlockBytes);
}

Nibble place_of_s4(Nibble nibble, Readings& readings) {
  return readings.follows(spec::choice("s4.nibble", "high-first")) ? nibble ^ 1 : nibble;
}

VectorWalk walk_of(const spec::Vconv& step, const spec::Registers& registers, Readings& readings) {
  const spec::Conversion& row = step.cell.conversion();
  const auto blocks = [](int count) { return static_cast<std::uint64_t>(count); };
  VectorWalk walk{};
  // 接口以其中宽度较大的数据类型为准: the wider type decides how many elements a repeat has.
  walk.elements = static_cast<std::uint64_t>(row.elements);
  walk.mask = registers.mask;
  walk.counter_mode = spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode);
  const std::uint64_t count = spec::counter_of(registers.mask);
  walk.repeats =
      walk.counter_mode ? (count + walk.elements - 1) / walk.elements : std::uint64_t{step.repeat};
  walk.wide_strides = has_wide_strides(step);
  walk.wide_repeat_strides = has_wide_deq_repeat_strides(step, walk.repeats);
  const Moduli moduli = stride_moduli(step, walk, readings);
  walk.destination = {step.dst.offset, step.dst_block_stride % moduli.block_stride,
                      step.dst_repeat_stride % moduli.repeat_stride, blocks(row.destination_blocks),
                      static_cast<std::uint64_t>(row.to().bits)};
  walk.source = {step.src.offset, step.src_block_stride % moduli.block_stride,
                 step.src_repeat_stride % moduli.repeat_stride, blocks(row.source_blocks),
                 static_cast<std::uint64_t>(row.from().bits)};
  if (fills_half_blocks(row) && walk.writes()) {
    place_half_blocks(row, walk, readings);
  }
  if (spec::is_vdeq(row.deq)) {
    // DEQSCALE[13:0] 是 UB 中 128 字节反量化向量的地址,单位为 32Byte: the address of the vector, in
    // units of 32 B.
    walk.table = spec::kVectorAddress.of(registers.deq_scale) * spec::kVectorAddressUnit;
  }
  return walk;
}

std::uint64_t distinct_repeats(const OperandWalk& operand, std::uint64_t repeats) {
  return operand.repeat_stride == 0 ? std::min<std::uint64_t>(repeats, 1) : repeats;
}

}  // namespace vconform::oracle
