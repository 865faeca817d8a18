#include "oracle/vector_walk.h"

#include <algorithm>

#include "spec/units.h"

namespace vconform::oracle {

namespace {

using spec::kBlockBytes;

enum StrideWidthReading { kSixteenBits = 0, kTwelveBits = 1 };
constexpr std::uint64_t kTwelveBitStrides = 1 << 12;

bool has_wide_strides(const spec::Vconv& step) {
  return std::max({step.dst_block_stride, step.src_block_stride, step.dst_repeat_stride,
                   step.src_repeat_stride}) >= kTwelveBitStrides;
}

// The modulus of strides; the rule is asked only where it shows.
std::uint64_t stride_modulus(const spec::Vconv& step, Readings& readings) {
  if (has_wide_strides(step) && readings.ask(spec::cite("walk.stride-width")) == kTwelveBits) {
    return kTwelveBitStrides;
  }
  return std::uint64_t{1} << 16;
}

}  // namespace

std::uint64_t OperandWalk::block(std::uint64_t r, std::uint64_t b) const {
  return base + kBlockBytes * (r * repeat_stride + b * block_stride);
}

Nibble OperandWalk::element(std::uint64_t r, std::uint64_t lane) const {
  const std::uint64_t in_block = kBlockBytes * spec::kBitsPerByte / element_bits;
  const std::uint64_t bits = lane % in_block * element_bits;
  return static_cast<Nibble>(block(r, lane / in_block) * kNibblesPerByte +
                             bits * kNibblesPerByte / spec::kBitsPerByte);
}

std::uint64_t OperandWalk::end(std::uint64_t repeats) const {
  return repeats == 0 ? base : block(repeats - 1, blocks - 1) + kBlockBytes;
}

bool VectorWalk::active(std::uint64_t r, std::uint64_t lane) const {
  if (counter_mode) {
    return r * elements + lane < spec::counter_of(mask);
  }
  return mask.bit(lane);
}

bool VectorWalk::writes() const {
  for (std::uint64_t lane = 0; repeats > 0 && lane < elements; ++lane) {
    if (active(0, lane)) {
      return true;
    }
  }
  return false;
}

VectorWalk walk_of(const spec::Vconv& step, const spec::Registers& registers, Readings& readings) {
  const spec::Conversion& row = step.cell.conversion();
  const std::uint64_t modulus = stride_modulus(step, readings);
  const auto blocks = [](int count) { return static_cast<std::uint64_t>(count); };
  VectorWalk walk{};
  walk.destination = {step.dst.offset, step.dst_block_stride % modulus,
                      step.dst_repeat_stride % modulus, blocks(row.destination_blocks),
                      static_cast<std::uint64_t>(row.to().bits)};
  walk.source = {step.src.offset, step.src_block_stride % modulus, step.src_repeat_stride % modulus,
                 blocks(row.source_blocks), static_cast<std::uint64_t>(row.from().bits)};
  walk.elements = static_cast<std::uint64_t>(row.elements);
  walk.mask = registers.mask;
  walk.wide_strides = has_wide_strides(step);
  walk.counter_mode = spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode);
  const std::uint64_t count = spec::counter_of(registers.mask);
  walk.repeats =
      walk.counter_mode ? (count + walk.elements - 1) / walk.elements : std::uint64_t{step.repeat};
  return walk;
}

}  // namespace vconform::oracle
