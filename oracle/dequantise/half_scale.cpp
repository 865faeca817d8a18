#include "oracle/dequantise/half_scale.h"

#include <string_view>

#include "oracle/dequantise/quantise.h"
#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

using spec::cite;
using spec::kF16;
using spec::kF32;
using spec::NumberType;

constexpr spec::SharedReading kExact = spec::shared_reading("deq16.precision", "exact");
constexpr spec::SharedReading kF16Product = spec::shared_reading("deq16.precision", "f16-product");
constexpr spec::SharedReading kF16Scaled = spec::shared_reading("deq16.precision", "f16-scaled");

// The roundings on the way to an f16.
class Chain {
 public:
  Chain(Derivation& d, const HalfChain& chain) : d_(d), chain_(chain) {}

  HalfProduct run(const ExactValue& source, const ExactValue& m) {
    const ExactValue result = result_of(source, m);
    return {result, overflows_};
  }

 private:
  ExactValue result_of(const ExactValue& source, const ExactValue& m) {
    const spec::Choice reading = d_.ask(chain_.precision);
    // cast_deq: dst[i] = src[i] * scale. No page says where the product is rounded.
    if (reading == kExact) {
      return to_f16("product", times(source, m));
    }
    if (reading == kF16Product) {
      return to_f16("product", times(to_f16("s32 to f16", source), m));
    }
    if (reading == kF16Scaled) {
      // CastDequant: dst_i = Cast(src_i / 2^{17} \times scale \times 2^{17}), each step as an f16.
      const ExactValue small = to_f16("src / 2^17", times(source, power_of_two(-17)));
      const ExactValue product = to_f16("product", times(small, m));
      return to_f16("product * 2^17", times(product, power_of_two(17)));
    }
    // s32 to f32, times M in f32, to f16: asc-devkit:CastDequant without the powers of two, which
    // cancel in f32. Neither f32 can overflow: |src * M| < 2^47.
    const ExactValue product = to_f32("product", times(to_f32("s32 to f32", source), m));
    return to_f16("f32 to f16", product);
  }

  static ExactValue power_of_two(int exponent) { return finite_value(false, 1, exponent); }

  ExactValue to_f32(std::string_view name, const ExactValue& exact) {
    return d_.note(chain_.precision, name, exact, as_format(kF32, exact));
  }

  ExactValue to_f16(std::string_view name, const ExactValue& exact) {
    return d_.note(chain_.precision, name, exact, within_range(exact, as_format(kF16, exact)));
  }

  ExactValue within_range(const ExactValue& exact, const ExactValue& rounded) {
    if (exact.kind != ValueKind::kFinite) {
      return rounded;
    }
    // CTRL[48] (asc-devkit:asc_set_ctrl): a half result saturates, or becomes inf.
    if (rounded.kind == ValueKind::kInfinite) {
      overflows_ = true;
      return chain_.saturates() ? limit_of(kF16, rounded.negative) : rounded;
    }
    const bool is_subnormal = !rounded.is_zero() && leading_exponent(rounded) < kF16.min_exponent();
    return is_subnormal && d_.follows(spec::choice("subnormal.results", "flushed"))
               ? finite_value(rounded.negative, 0, 0)
               : rounded;
  }

  Derivation& d_;
  const HalfChain& chain_;
  bool overflows_ = false;
};

}  // namespace

HalfProduct times_half(Derivation& d, const HalfChain& chain, const ExactValue& source,
                       const ExactValue& m) {
  return Chain(d, chain).run(source, m);
}

Expectation dequantise16(Derivation& d, const ElementInput& input, std::uint64_t ctrl) {
  const bool keeps_inf = spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan);
  const ExactValue source = decode(spec::format_of(NumberType::kS32), input.pattern);
  // asc-devkit:SetDeqScale: the scale of an s32 source is a half, DEQSCALE[15:0].
  const ExactValue m = decode(kF16, spec::kHalfScale.of(input.scale));
  RuleSet context;
  context.set(cite("deq.reserved-bits-ignored"),
              (input.scale & spec::reserved_bits(spec::Word::kHalf)) != 0);
  if (m.kind != ValueKind::kFinite) {
    Expectation open = anything(cite("deq.scale-nan-inf"));
    open.cited |= context;
    return open;
  }
  // dst[i] = src[i] * scale
  const auto [value, overflows] =
      times_half(d, {cite("deq16.precision"), [keeps_inf] { return !keeps_inf; }}, source, m);
  context.set(cite("deq16.scale-is-half"));
  context.set(cite("deq16.zero-sign"), value.is_zero());
  context.set(cite("ctrl.48"), overflows);
  const bool is_exact = equal_values(value, times(source, m));
  context.set(cite("round.nearest-ties-to-even"),
              value.kind == ValueKind::kFinite && !overflows && !is_exact);
  const auto expected = [&] {
    if (value.kind == ValueKind::kNan) {
      return any_nan(cite("special.nan-payload"));
    }
    if (value.is_zero()) {
      return zero_of_either_sign(kF16, cite("deq16.zero-sign"));
    }
    return exactly(encode(kF16, value), overflows && keeps_inf ? cite("overflow.nearest")
                                        : overflows            ? cite("ctrl.48")
                                        : is_exact             ? cite("deq16.scale-is-half")
                                                   : cite("round.nearest-ties-to-even"));
  };
  Expectation result = expected();
  result.cited |= context;
  return result;
}

}  // namespace vconform::oracle
