#include "adapters/golden/dequantise/deq16.h"

#include <algorithm>
#include <array>

#include "adapters/golden/number/nearest.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

namespace {

constexpr spec::NumberFormat kF16 = spec::format_of(spec::NumberType::kF16);
constexpr spec::NumberFormat kF32 = spec::format_of(spec::NumberType::kF32);
constexpr spec::NumberFormat kS32 = spec::format_of(spec::NumberType::kS32);

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

struct NamedPrecision {
  spec::SharedReading reading;
  Deq16Precision precision;
};
constexpr std::array<NamedPrecision, 3> kPrecisions = {{
    {spec::shared_reading("deq16.precision", "exact"), Deq16Precision::kExact},
    {spec::shared_reading("deq16.precision", "f16-product"), Deq16Precision::kF16Product},
    {spec::shared_reading("deq16.precision", "f16-scaled"), Deq16Precision::kF16Scaled},
}};

// In the order of Deq16Precision.
constexpr Unpacked (*kChains[])(const Deq16Chain&, const Unpacked&, const Unpacked&) = {
    f32_chain, exact, f16_product, f16_scaled};

}  // namespace

Deq16Precision precision_of(const Behaviour& behaviour, spec::RuleId rule) {
  const auto* const found =
      std::find_if(kPrecisions.begin(), kPrecisions.end(), [&](const NamedPrecision& precision) {
        return behaviour.follows(precision.reading.of(rule));
      });
  return found == kPrecisions.end() ? Deq16Precision::kF32Chain : found->precision;
}

Deq16Chain deq16_chain(const Behaviour& behaviour, std::uint64_t ctrl) {
  return {precision_of(behaviour, spec::cite("deq16.precision")),
          {&spec::format_of(spec::NumberType::kF16), !spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan),
           behaviour.follows(choice("subnormal.results", "flushed"))}};
}

std::uint64_t deq_f16(const Deq16Chain& chain, std::uint64_t source, std::uint64_t scale) {
  const auto multiply = kChains[static_cast<std::size_t>(chain.precision)];
  return packed(kF16,
                multiply(chain, unpack(kS32, source), unpack(kF16, spec::kHalfScale.of(scale))));
}

}  // namespace vconform::adapters::golden
