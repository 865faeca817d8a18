#include "adapters/golden/dequantise/scaled_lanes.h"

#include <bit>

namespace vconform::adapters::golden {

namespace {

constexpr int kMultiplierBits = 31;

std::uint32_t flag(bool is_set) {
  return is_set ? ~std::uint32_t{0} : 0;
}

}  // namespace

bool set_multiplier(const Unpacked& by, std::size_t lane, kernels::Multipliers& multipliers) {
  const bool is_zero = by.kind == Kind::kNumber && by.significand == 0;
  const std::uint64_t significand = by.kind == Kind::kNumber && !is_zero ? by.significand : 1;
  const int zeros = std::countr_zero(significand);
  const int missing = kMultiplierBits - (static_cast<int>(std::bit_width(significand)) - zeros);
  if (missing < 0) {
    return false;
  }
  multipliers.significand[lane] =
      is_zero ? 0 : static_cast<std::uint32_t>((significand >> zeros) << missing);
  multipliers.exponent[lane] = by.exponent + zeros - missing;
  multipliers.negative[lane] = flag(by.negative);
  multipliers.nan[lane] = flag(by.kind == Kind::kNan);
  multipliers.infinite[lane] = flag(by.kind == Kind::kInfinity);
  return true;
}

bool set_multipliers(const Unpacked& by, std::size_t lane, kernels::ScaledFactors& factors) {
  return set_multiplier(by, lane, factors.by[0]) && set_multiplier(by, lane, factors.by[1]);
}

bool set_shift_steps(const ShiftChain& chain, kernels::LaneShifts& shift) {
  shift.rounds = chain.shift == shift_nearest ? 1 : 0;
  shift.wraps = chain.to_s16 == wrap_s16;
  return (chain.shift == shift_nearest || chain.shift == shift_floor) &&
         (chain.to_s16 == wrap_s16 || chain.to_s16 == saturate_s16);
}

void set_shift(bool shifts, std::uint64_t n, std::size_t lane, kernels::LaneShifts& shift) {
  shift.shifts[lane] = shifts ? -1 : 0;
  shift.places[lane] = static_cast<std::int32_t>(n);
}

kernels::FloatingSteps floating_steps(const FloatingResult& result, bool cuts) {
  const spec::NumberFormat& format = *result.format;
  kernels::FloatingSteps steps{};
  const auto pattern = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits); };
  steps.fraction_bits = format.fraction_bits;
  steps.min_subnormal_exponent = format.min_subnormal_exponent();
  steps.sign = pattern(format.sign_mask());
  steps.infinity = pattern(format.infinity_pattern());
  steps.overflow =
      pattern(result.saturates ? format.max_finite_pattern() : format.infinity_pattern());
  steps.nan = result.saturates ? 0 : pattern(packed(format, {Kind::kNan, false, 0, 0}));
  steps.nan_sign = result.saturates ? steps.sign : 0;
  steps.zero_below = result.flushes ? std::uint32_t{1} << format.fraction_bits : 0;
  const kernels::CutPatterns cut = cuts ? patterns_below_zero(format) : kernels::CutPatterns{0, 0};
  steps.first_cut = cut.first;
  steps.cut_count = cut.count;
  return steps;
}

kernels::CutPatterns patterns_below_zero(const spec::NumberFormat& format) {
  const auto sign = static_cast<std::uint32_t>(format.sign_mask());
  // -0 is not below 0 as a floating-point number; as an integer that pattern is the smallest
  // number.
  return format.is_floating()
             ? kernels::CutPatterns{sign + 1,
                                    static_cast<std::uint32_t>(format.infinity_pattern()) - 1}
             : kernels::CutPatterns{sign, sign - 1};
}

}  // namespace vconform::adapters::golden
