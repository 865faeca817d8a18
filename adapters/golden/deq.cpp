#include "adapters/golden/deq.h"

#include <algorithm>

#include "adapters/golden/nearest.h"
#include "spec/quantization.h"

namespace vconform::adapters::golden {

namespace {

constexpr spec::NumberFormat kF32 = spec::format_of(spec::NumberType::kF32);
constexpr spec::NumberFormat kS16 = spec::format_of(spec::NumberType::kS16);

// Bits of M that 1-8-10 has no place for.
constexpr std::uint32_t kDroppedBits = 0x1fff;

struct S9Rounding {
  Choice reading;
  RoundFixed round;
};

constexpr S9Rounding kS9Roundings[] = {
    {choice("deq.s9-rounding", "r"), fixed_nearest_even},
    {choice("deq.s9-rounding", "a"), fixed_nearest_away},
    {choice("deq.s9-rounding", "z"), fixed_toward_zero},
    {choice("deq.s9-rounding", "f"), fixed_floor},
    {choice("deq.s9-rounding", "c"), fixed_ceil},
};

RoundFixed s9_rounding(const Behaviour& behaviour) {
  for (const S9Rounding& row : kS9Roundings) {
    if (behaviour.follows(row.reading)) {
      return row.round;
    }
  }
  return fixed_nearest_even;
}

// The low `bits` of a number as a two's complement one.
std::int64_t wrapped(std::int64_t number, int bits) {
  const int above = 64 - bits;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(number) << above) >> above;
}

std::int64_t offset_of(const DeqChain& chain, std::uint64_t factor) {
  const auto offset = static_cast<std::int64_t>(spec::kFactorOffset.of(factor));
  return chain.offset_is_signed ? wrapped(offset, spec::kFactorOffset.bits) : offset;
}

Unpacked scaled(const DeqChain& chain, std::uint64_t source, std::uint64_t factor) {
  const auto m = static_cast<std::uint32_t>(spec::kFactorScale.of(factor));
  const Unpacked exact = product(unpack(kS16, source), unpack(kF32, chain.scale(m)));
  return chain.product_is_f32 ? nearest_in(kF32, exact) : exact;
}

std::int64_t with_offset(const DeqChain& chain, const Unpacked& scaled, std::int64_t offset) {
  Fixed value = fixed(scaled);
  if (chain.offset_before_rounding) {
    value.floor += offset;
    return chain.s9_rounding(value);
  }
  const std::int64_t s9 = std::clamp(chain.s9_rounding(value), chain.s9_min, chain.s9_max);
  return wrapped(s9 + offset, chain.sum_bits);
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

DeqChain deq_chain(const Behaviour& behaviour) {
  DeqChain chain{};
  chain.scale = behaviour.follows(choice("deq.scale-bits", "nearest")) ? scale_nearest
                : behaviour.follows(choice("deq.scale-bits", "f32"))   ? scale_whole
                                                                       : scale_truncated;
  chain.product_is_f32 = behaviour.follows(choice("deq.product", "f32"));
  chain.s9_rounding = s9_rounding(behaviour);
  const bool clamps = behaviour.follows(choice("deq.s9-clamp", "yes"));
  chain.s9_min = clamps ? -256 : -kHuge;
  chain.s9_max = clamps ? 255 : kHuge;
  chain.offset_is_signed = behaviour.follows(choice("deq.offset-sign", "signed"));
  chain.offset_before_rounding = behaviour.follows(choice("deq.offset-order", "before-rounding"));
  chain.sum_bits = behaviour.follows(choice("deq.add", "wrap9")) ? spec::kS9.bits : 64;
  chain.saturate = saturate_b8;
  return chain;
}

std::uint64_t deq_b8(const DeqChain& chain, std::uint64_t source, std::uint64_t factor) {
  const std::int64_t sum =
      with_offset(chain, scaled(chain, source, factor), offset_of(chain, factor));
  const bool is_signed = spec::kFactorSign.of(factor) != 0;
  return static_cast<std::uint64_t>(chain.saturate(sum, is_signed)) & 0xff;
}

}  // namespace vconform::adapters::golden
