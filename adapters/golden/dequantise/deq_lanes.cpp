#include "adapters/golden/dequantise/deq_lanes.h"

#include <algorithm>
#include <bit>

#include "adapters/golden/dequantise/integer_steps.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

namespace {

using kernels::DeqFactors;

constexpr int kSignificandBits = 11;
// A product has 26 bits: shifted right by this or more, it is less than 1/4.
constexpr int kMaxRight = 28;
// Shifted left by this or more, the low nine bits of a sum are 0.
constexpr int kMaxLeft = 9;
// The exponent that stands for an infinity: a power of two that exceeds every limit and whose low
// bits are 0.
constexpr int kInfiniteExponent = 64;

// The significand has exactly 11 bits, or is 0.
struct Scale {
  std::int32_t significand = 0;
  int exponent = 0;
};

// nullopt if the scale has more than 11 bits. NaN times anything is NaN, which counts as 0, and an
// infinity times anything except 0 exceeds every limit.
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

void set_scale(const DeqChain& chain, const Scale& scale, std::size_t lane, DeqFactors& factors) {
  // Without low bits to keep there is no shift left: a significand of 11 bits exceeds every limit.
  const bool shifts_left = counts_low_bits(chain);
  factors.significand[lane] = scale.significand;
  factors.left[lane] = shifts_left ? std::clamp(scale.exponent, 0, kMaxLeft) : 0;
  set_right(chain, std::clamp(-scale.exponent, 0, kMaxRight), lane, factors);
}

}  // namespace

std::optional<DeqFactors> deq_factors(const DeqChain& chain, const LaneWords& words) {
  DeqFactors factors{};
  if (!set_integer_steps(chain, factors) || chain.relu_before_offset) {
    return std::nullopt;
  }
  for (std::size_t lane = 0; lane < words.size(); ++lane) {
    const auto m = static_cast<std::uint32_t>(spec::kFactorScale.of(words[lane]));
    const std::optional<Scale> scale = scale_of_lane(golden::scale_of(chain, m));
    if (!scale) {
      return std::nullopt;
    }
    set_scale(chain, *scale, lane, factors);
    set_offset(chain, spec::kFactorOffset.of(words[lane]), spec::kFactorSign.of(words[lane]) != 0,
               lane, factors);
  }
  return factors;
}

}  // namespace vconform::adapters::golden
