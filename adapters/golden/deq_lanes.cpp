#include "adapters/golden/deq_lanes.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "spec/quantization.h"

namespace vconform::adapters::golden {

namespace {

using kernels::DeqFactors;

constexpr int kSignificandBits = 11;
// A product has 27 bits: from here on it counts less than 1/4, however far it is shifted.
constexpr int kMaxRight = 29;
// The low nine bits of a sum are 0 then.
constexpr int kMaxLeft = 9;
// Of an infinity: a power of two that exceeds every limit, and whose low bits are 0.
constexpr int kInfiniteExponent = 64;

// What is added before a shift by `right` places cuts off: `half` is 2^(right - 1), `above`
// 2^right - 1, both 0 where nothing is cut off.
struct Bias {
  std::int32_t base = 0;
  std::int32_t odd = 0;
  std::int32_t below = 0;
};

Bias nearest_even_bias(std::int32_t half, std::int32_t /*above*/) {
  return half == 0 ? Bias{} : Bias{half - 1, 1, 0};
}
Bias nearest_away_bias(std::int32_t half, std::int32_t /*above*/) {
  return {half, 0, half == 0 ? 0 : -1};
}
Bias toward_zero_bias(std::int32_t /*half*/, std::int32_t above) {
  return {0, 0, above};
}
Bias floor_bias(std::int32_t /*half*/, std::int32_t /*above*/) {
  return {};
}
Bias ceil_bias(std::int32_t /*half*/, std::int32_t above) {
  return {above, 0, 0};
}

struct RoundingBias {
  RoundFixed rounding;
  Bias (*bias)(std::int32_t half, std::int32_t above);
};

constexpr RoundingBias kBiases[] = {
    {fixed_nearest_even, nearest_even_bias},
    {fixed_nearest_away, nearest_away_bias},
    {fixed_toward_zero, toward_zero_bias},
    {fixed_floor, floor_bias},
    {fixed_ceil, ceil_bias},
};

const RoundingBias* bias_of(RoundFixed rounding) {
  const auto* found = std::ranges::find(kBiases, rounding, &RoundingBias::rounding);
  return found == std::end(kBiases) ? nullptr : found;
}

// A number of exactly 11 bits, or 0.
struct Scale {
  std::int32_t significand = 0;
  int exponent = 0;
};

// Nothing where the scale has more than 11 bits. NaN times anything is NaN, which counts as 0, and
// an infinity times anything but 0 exceeds every limit.
std::optional<Scale> scale_of_lane(const Unpacked& scale) {
  if (scale.kind == Kind::kNan || (scale.kind == Kind::kNumber && scale.significand == 0)) {
    return Scale{};
  }
  const std::uint64_t significand = scale.kind == Kind::kInfinity ? 1 : scale.significand;
  const int exponent = scale.kind == Kind::kInfinity ? kInfiniteExponent : scale.exponent;
  const int zeros = std::countr_zero(significand);
  const int missing = kSignificandBits - (static_cast<int>(std::bit_width(significand)) - zeros);
  if (missing < 0) {
    return std::nullopt;
  }
  const auto magnitude = static_cast<std::int32_t>((significand >> zeros) << missing);
  return Scale{scale.negative ? -magnitude : magnitude, exponent + zeros - missing};
}

std::int32_t in_32_bits(std::int64_t limit) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(
      limit, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

void set_steps(const DeqChain& chain, DeqFactors& factors) {
  factors.product_is_f32 = chain.product_is_f32;
  // What follows the addition of an offset before the rounding is a saturation alone.
  const bool is_plain = chain.offset_before_rounding;
  factors.s9_min = in_32_bits(is_plain ? -kHuge : chain.s9_min);
  factors.s9_max = in_32_bits(is_plain ? kHuge : chain.s9_max);
  factors.wrap = is_plain ? 0 : std::max(32 - chain.sum_bits, 0);
  factors.is_usual = !chain.offset_before_rounding && factors.wrap == 0 &&
                     (chain.s9_rounding == fixed_nearest_even || chain.s9_rounding == fixed_floor ||
                      chain.s9_rounding == fixed_ceil);
}

void set_scale(const DeqChain& chain, const RoundingBias& rounding, const Scale& scale,
               std::size_t lane, DeqFactors& factors) {
  // A significand of 11 bits exceeds every limit by itself, so that the left shift only matters to
  // the low bits of a sum that is not limited before.
  const bool counts_low_bits = factors.wrap != 0 && chain.s9_max == kHuge;
  const int right = std::clamp(-scale.exponent, 0, kMaxRight);
  const std::int32_t above = (std::int32_t{1} << right) - 1;
  const Bias bias = rounding.bias((above + 1) >> 1, above);
  factors.significand[lane] = scale.significand;
  factors.left[lane] = counts_low_bits ? std::clamp(scale.exponent, 0, kMaxLeft) : 0;
  factors.right[lane] = right;
  factors.above[lane] = above;
  factors.base[lane] = bias.base;
  factors.odd[lane] = bias.odd;
  factors.below[lane] = bias.below;
}

void set_offset(const DeqChain& chain, std::uint64_t word, std::size_t lane, DeqFactors& factors) {
  const std::uint64_t bits = spec::kFactorOffset.of(word);
  const std::int64_t offset = chain.offset_is_signed
                                  ? wrapped(static_cast<std::int64_t>(bits), chain.offset_bits)
                                  : static_cast<std::int64_t>(bits);
  const bool is_signed = spec::kFactorSign.of(word) != 0;
  const bool is_before = chain.offset_before_rounding;
  factors.before[lane] = static_cast<std::int32_t>(is_before ? offset : 0);
  factors.after[lane] = static_cast<std::int32_t>(is_before ? 0 : offset);
  // The limits of the s9 move with the offset; a wrapped sum starts anew.
  const bool moves = !is_before && factors.wrap == 0;
  factors.low[lane] =
      static_cast<std::int32_t>(chain.saturate(moves ? chain.s9_min + offset : -kHuge, is_signed));
  factors.high[lane] =
      static_cast<std::int32_t>(chain.saturate(moves ? chain.s9_max + offset : kHuge, is_signed));
}

}  // namespace

std::optional<DeqFactors> deq_factors(const DeqChain& chain, const FactorWords& words) {
  const RoundingBias* rounding = bias_of(chain.s9_rounding);
  if (rounding == nullptr || chain.saturate != saturate_b8 || chain.relu_before_offset) {
    return std::nullopt;
  }
  DeqFactors factors{};
  set_steps(chain, factors);
  for (std::size_t lane = 0; lane < words.size(); ++lane) {
    const auto m = static_cast<std::uint32_t>(spec::kFactorScale.of(words[lane]));
    const std::optional<Scale> scale = scale_of_lane(golden::scale_of(chain, m));
    if (!scale) {
      return std::nullopt;
    }
    set_scale(chain, *rounding, *scale, lane, factors);
    set_offset(chain, words[lane], lane, factors);
  }
  return factors;
}

}  // namespace vconform::adapters::golden
