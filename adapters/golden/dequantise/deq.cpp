#include "adapters/golden/dequantise/deq.h"

#include <algorithm>
#include <array>

#include "adapters/golden/number/nearest.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

namespace {

using spec::kF32;
using spec::kS16;
using spec::shared_reading;

// The bits of M that do not fit 1-8-10.
constexpr std::uint32_t kDroppedBits = 0x1fff;

struct S9Rounding {
  spec::SharedReading reading;
  RoundFixed round;
};
constexpr std::array<S9Rounding, 5> kS9Roundings = {{
    {shared_reading("deq.s9-rounding", "r"), fixed_nearest_even},
    {shared_reading("deq.s9-rounding", "a"), fixed_nearest_away},
    {shared_reading("deq.s9-rounding", "z"), fixed_toward_zero},
    {shared_reading("deq.s9-rounding", "f"), fixed_floor},
    {shared_reading("deq.s9-rounding", "c"), fixed_ceil},
}};

RoundFixed s9_rounding(const Behaviour& behaviour, spec::RuleId rule) {
  const auto* const found = std::find_if(
      kS9Roundings.begin(), kS9Roundings.end(),
      [&](const S9Rounding& rounding) { return behaviour.follows(rounding.reading.of(rule)); });
  return found == kS9Roundings.end() ? fixed_nearest_even : found->round;
}

}  // namespace

std::uint32_t scale_truncated(std::uint32_t m) {
  return m & ~kDroppedBits;
}

std::uint32_t scale_nearest(std::uint32_t m) {
  if (unpack(kF32, m).kind != Kind::kNumber) {
    return m;
  }
  // A carry out of the fraction moves into the exponent.
  const std::uint32_t odd = (m >> 13) & 1;
  return (m + (kDroppedBits >> 1) + odd) & ~kDroppedBits;
}

std::uint32_t scale_whole(std::uint32_t m) {
  return m;
}

std::int64_t saturate_b8(std::int64_t sum, bool is_signed) {
  return is_signed ? std::clamp<std::int64_t>(sum, -128, 127)
                   : std::clamp<std::int64_t>(sum, 0, 255);
}

std::int64_t saturate_b4(std::int64_t sum, bool /*is_signed*/) {
  return std::clamp<std::int64_t>(sum, -8, 7);
}

DeqChain deq_chain(const Behaviour& behaviour, const DeqRules& rules, int offset_bits) {
  DeqChain chain{};
  const auto follows = [&](spec::RuleId rule, const spec::SharedReading& reading) {
    return behaviour.follows(reading.of(rule));
  };
  const bool is_nearest = rules.scale_nearest && behaviour.follows(*rules.scale_nearest);
  chain.scale = is_nearest                             ? scale_nearest
                : behaviour.follows(rules.scale_whole) ? scale_whole
                                                       : scale_truncated;
  chain.product_is_f32 = follows(rules.product, shared_reading("deq.product", "f32"));
  chain.s9_rounding = s9_rounding(behaviour, rules.s9_rounding);
  const std::int64_t limit = std::int64_t{1} << (offset_bits - 1);
  const bool clamps = follows(rules.s9_clamp, shared_reading("deq.s9-clamp", "yes"));
  chain.s9_min = clamps ? -limit : -kHuge;
  chain.s9_max = clamps ? limit - 1 : kHuge;
  chain.offset_bits = offset_bits;
  chain.offset_is_signed = follows(rules.offset_sign, shared_reading("deq.offset-sign", "signed"));
  chain.offset_before_rounding =
      follows(rules.offset_order, shared_reading("deq.offset-order", "before-rounding"));
  chain.sum_bits = follows(rules.add, shared_reading("deq.add", "wrap9")) ? offset_bits : 64;
  chain.saturate = offset_bits == spec::kFactorOffset.bits ? saturate_b8 : saturate_b4;
  return chain;
}

DeqChain deq_chain(const Behaviour& behaviour) {
  return deq_chain(behaviour, kDeqRules, spec::kFactorOffset.bits);
}

Unpacked scale_of(const DeqChain& chain, std::uint32_t m) {
  return unpack(kF32, chain.scale(m));
}

Unpacked product_of(const DeqChain& chain, const Unpacked& number, const Unpacked& scale) {
  const Unpacked exact = product(number, scale);
  return chain.product_is_f32 ? nearest_in(kF32, exact) : exact;
}

std::int64_t sum_of(const DeqChain& chain, const Unpacked& product, std::uint64_t offset) {
  const bool is_zero = chain.relu_before_offset && product.negative;
  Fixed value = is_zero ? Fixed{} : fixed(product);
  const std::int64_t added = chain.offset_is_signed
                                 ? wrapped(static_cast<std::int64_t>(offset), chain.offset_bits)
                                 : static_cast<std::int64_t>(offset);
  if (chain.offset_before_rounding) {
    value.floor += added;
    return chain.s9_rounding(value);
  }
  const std::int64_t s9 = std::clamp(chain.s9_rounding(value), chain.s9_min, chain.s9_max);
  return wrapped(s9 + added, chain.sum_bits);
}

std::int64_t unbounded_sum_of(const DeqChain& chain, const Unpacked& product,
                              std::uint64_t offset) {
  const bool is_unbounded = product.kind == Kind::kInfinity && chain.s9_max == kHuge;
  const bool is_zero = chain.relu_before_offset && product.negative;
  return is_unbounded && !is_zero ? fixed(product).floor : sum_of(chain, product, offset);
}

std::uint64_t deq_b8(const DeqChain& chain, std::uint64_t source, std::uint64_t factor) {
  const auto m = static_cast<std::uint32_t>(spec::kFactorScale.of(factor));
  const Unpacked product = product_of(chain, unpack(kS16, source), scale_of(chain, m));
  const std::int64_t sum = sum_of(chain, product, spec::kFactorOffset.of(factor));
  const bool is_signed = spec::kFactorSign.of(factor) != 0;
  return static_cast<std::uint64_t>(chain.saturate(sum, is_signed)) & 0xff;
}

}  // namespace vconform::adapters::golden
