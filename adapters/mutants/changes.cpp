#include "adapters/mutants/changes.h"

#include <algorithm>
#include <bit>

#include "spec/units.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using spec::NumberFormat;

golden::RoundMagnitude& rounding(Behaviour& golden, spec::Rounding mode) {
  return golden.round[static_cast<std::size_t>(mode)];
}

std::uint64_t nearest_odd(const golden::Tail& tail) {
  return tail.kept + (tail.guard && (tail.sticky || !tail.last()) ? 1 : 0);
}

golden::Unpacked unpack_s64_as_double(const NumberFormat& from, std::uint64_t pattern) {
  constexpr int kDoublePrecision = 53;
  golden::Unpacked value = golden::unpack(from, pattern);
  const int excess = static_cast<int>(std::bit_width(value.significand)) - kDoublePrecision;
  if (from.type == spec::NumberType::kS64 && excess > 0) {
    value.significand =
        golden::nearest_even(golden::shift_right(value.significand, excess, value.negative));
    value.exponent = excess;
  }
  return value;
}

std::uint64_t smallest(const NumberFormat& to) {
  return golden::integer_limit(to, true);
}

}  // namespace

void round_half_away(Behaviour& golden) {
  rounding(golden, spec::Rounding::kNull) = golden::nearest_away;
  rounding(golden, spec::Rounding::kNearestEven) = golden::nearest_away;
}

void odd_is_nearest(Behaviour& golden) {
  rounding(golden, spec::Rounding::kOdd) = nearest_odd;
}

void trunc_is_floor(Behaviour& golden) {
  rounding(golden, spec::Rounding::kTowardZero) = golden::floor;
}

void flush_f16_subnormals(Behaviour& golden) {
  golden.flushes_results = [](const Behaviour&, const NumberFormat& to) {
    return to.type == spec::NumberType::kF16;
  };
}

void s64_through_double(Behaviour& golden) {
  golden.unpack = unpack_s64_as_double;
}

void wraps(Behaviour& golden) {
  golden.integer_overflow = [](const NumberFormat&, bool, std::uint64_t low_bits) {
    return low_bits;
  };
}

void ctrl48_ignored(Behaviour& golden) {
  golden.ctrl_bits = ~spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
}

void nan_is_int_min(Behaviour& golden) {
  golden.integer_of_nan = smallest;
}

void mask_off_at_block_edge(Behaviour& golden) {
  golden.lane_active = [](const spec::Mask& mask, std::uint64_t lane, std::uint64_t lanes) {
    const std::uint64_t block = lanes / spec::kBlocksPerRepeat;
    const bool at_edge = lane % block == block - 1;
    return mask.bit(at_edge ? (lane + 1) % lanes : lane);
  };
}

void dst_repeat_stride_from_src(Behaviour& golden) {
  golden.dst_repeat_stride = [](const vconform_vconv& vconv) { return vconv.srcRepeatStride; };
}

void count_from_narrower_type(Behaviour& golden) {
  golden.lanes_per_repeat = [](const NumberFormat& from, const NumberFormat& to) {
    const auto narrower = static_cast<std::uint64_t>(std::min(from.bits, to.bits));
    return spec::kRepeatBytes * spec::kBitsPerByte / narrower;
  };
}

void writes_one_byte_more(Behaviour& golden) {
  golden.after_writing = [](std::span<std::uint8_t> memory, std::uint64_t end) {
    if (end < memory.size()) {
      memory[end] = static_cast<std::uint8_t>(~memory[end]);
    }
  };
}

void keeps_minus_zero(Behaviour& golden) {
  golden.integral_zero_is_negative = [](bool source_negative) { return source_negative; };
}

}  // namespace vconform::adapters::mutants
