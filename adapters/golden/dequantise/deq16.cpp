#include "adapters/golden/dequantise/deq16.h"

#include "adapters/golden/number/nearest.h"
#include "spec/case/registers.h"
#include "spec/deq/quantization.h"

namespace vconform::adapters::golden {

namespace {

using spec::kF16;
using spec::kF32;
using spec::kS32;

// Cast(src / 2^17 * M * 2^17)
constexpr int kPrescale = 17;

Unpacked half(const Deq16Chain& chain, const Unpacked& value) {
  return rounded_into(chain.half, value);
}

Unpacked times_power_of_two(Unpacked value, int power) {
  value.exponent += power;
  return value;
}

Unpacked f32_chain(const Deq16Chain& chain, const Unpacked& source, const Unpacked& scale) {
  const Unpacked as_f32 = nearest_in(kF32, source);
  return half(chain, nearest_in(kF32, product(as_f32, scale)));
}

Unpacked exact(const Deq16Chain& chain, const Unpacked& source, const Unpacked& scale) {
  return half(chain, product(source, scale));
}

Unpacked f16_product(const Deq16Chain& chain, const Unpacked& source, const Unpacked& scale) {
  return half(chain, product(half(chain, source), scale));
}

Unpacked f16_scaled(const Deq16Chain& chain, const Unpacked& source, const Unpacked& scale) {
  const Unpacked reduced = half(chain, times_power_of_two(source, -kPrescale));
  return half(chain, times_power_of_two(half(chain, product(reduced, scale)), kPrescale));
}

// In the order of Deq16Precision.
constexpr Unpacked (*kChains[])(const Deq16Chain&, const Unpacked&, const Unpacked&) = {
    f32_chain, exact, f16_product, f16_scaled};

}  // namespace

Deq16Chain deq16_chain(const Behaviour& behaviour, std::uint64_t ctrl) {
  const auto precision = behaviour.choices.reading(spec::cite("deq16.precision"));
  return {static_cast<Deq16Precision>(precision.value_or(0)),
          {&kF16, !spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan),
           behaviour.follows(choice("subnormal.results", "flushed"))}};
}

std::uint64_t deq_f16(const Deq16Chain& chain, std::uint64_t source, std::uint64_t scale) {
  const auto multiply = kChains[static_cast<std::size_t>(chain.precision)];
  return packed(kF16,
                multiply(chain, unpack(kS32, source), unpack(kF16, spec::kHalfScale.of(scale))));
}

}  // namespace vconform::adapters::golden
