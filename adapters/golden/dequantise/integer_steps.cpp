#include "adapters/golden/dequantise/integer_steps.h"

#include <algorithm>
#include <limits>

namespace vconform::adapters::golden {

namespace {

using kernels::DeqFactors;

// The addends before a shift by `right` places cuts off bits: `half` is 2^(right - 1), `above` is
// 2^right - 1, both 0 if nothing is cut off.
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

std::int32_t in_32_bits(std::int64_t limit) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(
      limit, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

bool is_one_of(RoundFixed rounding, std::initializer_list<RoundFixed> list) {
  return std::ranges::find(list, rounding) != list.end();
}

}  // namespace

bool set_integer_steps(const DeqChain& chain, DeqFactors& factors) {
  if (bias_of(chain.s9_rounding) == nullptr ||
      (chain.saturate != saturate_b8 && chain.saturate != saturate_b4)) {
    return false;
  }
  factors.product_is_f32 = chain.product_is_f32;
  // After an offset added before the rounding only a saturation follows.
  const bool is_plain = chain.offset_before_rounding;
  factors.s9_min = in_32_bits(is_plain ? -kHuge : chain.s9_min);
  factors.s9_max = in_32_bits(is_plain ? kHuge : chain.s9_max);
  factors.wrap = is_plain ? 0 : std::max(32 - chain.sum_bits, 0);
  factors.is_usual = !is_plain && factors.wrap == 0 &&
                     is_one_of(chain.s9_rounding, {fixed_nearest_even, fixed_floor, fixed_ceil});
  return true;
}

bool counts_low_bits(const DeqChain& chain) {
  return !chain.offset_before_rounding && chain.sum_bits < 32 && chain.s9_max == kHuge;
}

void set_right(const DeqChain& chain, int right, std::size_t lane, DeqFactors& factors) {
  const std::int32_t above = (std::int32_t{1} << right) - 1;
  const Bias bias = bias_of(chain.s9_rounding)->bias((above + 1) >> 1, above);
  factors.right[lane] = right;
  factors.above[lane] = above;
  factors.base[lane] = bias.base;
  factors.odd[lane] = bias.odd;
  factors.below[lane] = bias.below;
}

void set_offset(const DeqChain& chain, std::uint64_t bits, bool is_signed, std::size_t lane,
                DeqFactors& factors) {
  const std::int64_t offset = chain.offset_is_signed
                                  ? wrapped(static_cast<std::int64_t>(bits), chain.offset_bits)
                                  : static_cast<std::int64_t>(bits);
  const bool is_before = chain.offset_before_rounding;
  factors.before[lane] = static_cast<std::int32_t>(is_before ? offset : 0);
  factors.after[lane] = static_cast<std::int32_t>(is_before ? 0 : offset);
  // The limits of the s9 move with the offset, except if the sum wraps.
  const bool moves = !is_before && factors.wrap == 0;
  factors.low[lane] =
      static_cast<std::int32_t>(chain.saturate(moves ? chain.s9_min + offset : -kHuge, is_signed));
  factors.high[lane] =
      static_cast<std::int32_t>(chain.saturate(moves ? chain.s9_max + offset : kHuge, is_signed));
}

bool set_integers_in_quarters(const DeqChain& chain, const IntegerFields& fields,
                              const LaneWords& words, DeqFactors& factors) {
  if (counts_low_bits(chain) || !set_integer_steps(chain, factors)) {
    return false;
  }
  for (std::size_t lane = 0; lane < words.size(); ++lane) {
    factors.significand[lane] = 1;
    set_right(chain, 2, lane, factors);
    set_offset(chain, fields.offset.of(words[lane]), fields.sign.of(words[lane]) != 0, lane,
               factors);
  }
  return true;
}

}  // namespace vconform::adapters::golden
