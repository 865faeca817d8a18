#include "oracle/dequantise/deq16.h"

#include <array>
#include <span>

#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/number/round.h"
#include "oracle/reading/decide.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

using spec::cite;
using spec::kF16;
using spec::kF32;
using spec::NumberFormat;
using spec::NumberType;

enum Choice : std::uint8_t { kPrecision, kSubnormals };
constexpr std::array kChoices = {cite("deq16.precision"), cite("subnormal.results")};
using ReadingOf = std::span<const spec::Choice>;

constexpr spec::SharedReading kExact = spec::shared_reading("deq16.precision", "exact");
constexpr spec::SharedReading kF16Product = spec::shared_reading("deq16.precision", "f16-product");
constexpr spec::SharedReading kF16Scaled = spec::shared_reading("deq16.precision", "f16-scaled");

// The chain of roundings of one s32, under one combination of readings.
class Chain {
 public:
  Chain(std::uint64_t scale, std::uint64_t source_pattern, const HalfChain& reading)
      : reading_(reading) {
    d_.source = decode(spec::format_of(NumberType::kS32), source_pattern);
    d_.scale = decode(kF16, spec::kHalfScale.of(scale));
  }

  Deq16Derivation run() {
    if (d_.scale.kind == ValueKind::kFinite) {
      d_.result = run_chain();
    }
    return d_;
  }

 private:
  ExactValue run_chain() {
    if (reading_.precision == kExact) {
      return exact();
    }
    if (reading_.precision == kF16Product) {
      return f16_product();
    }
    return reading_.precision == kF16Scaled ? f16_scaled() : f32_chain();
  }

  // s32 to f32, times M in f32, to f16. Neither f32 can overflow: |src * M| < 2^47.
  ExactValue f32_chain() {
    const ExactValue source = to_f32("s32 to f32", d_.source);
    const ExactValue product = to_f32("product", product_of(source, d_.scale));
    return to_f16("f32 to f16", product);
  }

  ExactValue exact() { return to_f16("product", product_of(d_.source, d_.scale)); }

  ExactValue f16_product() {
    const ExactValue source = to_f16("s32 to f16", d_.source);
    return to_f16("product", times(source, d_.scale));
  }

  // Cast(src / 2^17 * M * 2^17)
  ExactValue f16_scaled() {
    constexpr int kScaling = 17;
    const ExactValue small =
        to_f16("src / 2^17", product_of(d_.source, finite_value(false, 1, -kScaling)));
    const ExactValue product = to_f16("product", times(small, d_.scale));
    return to_f16("product * 2^17", times(product, finite_value(false, 1, kScaling)));
  }

  // `a` may be infinite, `b` is finite.
  static ExactValue times(const ExactValue& a, const ExactValue& b) {
    if (a.kind == ValueKind::kFinite) {
      return product_of(a, b);
    }
    const bool is_nan = a.kind == ValueKind::kNan || b.is_zero();
    return is_nan ? nan_value() : infinite_value(a.negative != b.negative);
  }

  ExactValue to_f32(std::string_view name, const ExactValue& exact) {
    return note(name, kF32, exact, rounded_to(kF32, exact));
  }

  ExactValue to_f16(std::string_view name, const ExactValue& exact) {
    if (exact.kind != ValueKind::kFinite) {
      return note(name, kF16, exact, exact);
    }
    return note(name, kF16, exact, flushed(within_range(rounded_to(kF16, exact))));
  }

  // CTRL[48]=0 or copy.half-overflow=saturates: an overflow gives MAX with its sign.
  ExactValue within_range(const ExactValue& rounded) {
    if (rounded.kind != ValueKind::kInfinite) {
      return rounded;
    }
    d_.overflows = true;
    return reading_.keeps_inf ? rounded : limit_of(kF16, rounded.negative);
  }

  // subnormal.results=flushed
  ExactValue flushed(const ExactValue& rounded) {
    const bool is_subnormal = rounded.kind == ValueKind::kFinite && !rounded.is_zero() &&
                              leading_exponent(rounded) < kF16.min_exponent();
    d_.is_subnormal = d_.is_subnormal || is_subnormal;
    return is_subnormal && reading_.flushes ? finite_value(rounded.negative, 0, 0) : rounded;
  }

  ExactValue note(std::string_view name, const NumberFormat& format, const ExactValue& exact,
                  const ExactValue& rounded) {
    d_.steps.push_back({name, &format, exact, rounded});
    return rounded;
  }

  HalfChain reading_;
  Deq16Derivation d_;
};

// A number for each distinct result. Either sign of a zero is permitted, and any NaN: equal results
// have equal numbers.
std::uint64_t outcome_of(const Deq16Derivation& d) {
  constexpr std::uint64_t kAnything = ~std::uint64_t{0};
  if (d.steps.empty()) {
    return kAnything;
  }
  return d.result.is_zero() ? 0 : encode(kF16, d.result);
}

bool is_exact(const Deq16Derivation& d) {
  const ExactValue product = product_of(d.source, d.scale);
  return d.result.kind == ValueKind::kFinite && !smaller_magnitude(d.result, product) &&
         !smaller_magnitude(product, d.result);
}

// The rule that decides a result if no choice does.
spec::RuleId rule_of_result(const Deq16Derivation& d, std::uint64_t ctrl) {
  if (d.overflows) {
    return spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan) ? cite("overflow.nearest") : cite("ctrl.48");
  }
  return is_exact(d) ? cite("deq16.scale-is-half") : cite("round.nearest-ties-to-even");
}

Expectation permitted(const Deq16Derivation& d, std::uint64_t ctrl, const Decision& decision) {
  if (d.steps.empty()) {
    return anything(cite("deq.scale-nan-inf"));
  }
  if (d.result.kind == ValueKind::kNan) {
    return any_nan(cite("special.nan-payload"));
  }
  if (d.result.is_zero()) {
    return one_of({0, kF16.sign_mask()}, decision.first.value_or(cite("deq16.zero-sign")));
  }
  return exactly(encode(kF16, d.result), decision.first.value_or(rule_of_result(d, ctrl)));
}

// Adds rules that affect the result without deciding it alone.
void cite_context(Deq16Derivation& d, std::uint64_t scale) {
  RuleSet& cited = d.expectation.cited;
  cited.set(cite("deq.reserved-bits-ignored"),
            (scale & spec::reserved_bits(spec::Word::kHalf)) != 0);
  if (d.steps.empty()) {
    return;
  }
  cited.set(cite("deq16.scale-is-half"));
  cited.set(cite("deq16.zero-sign"), d.result.is_zero());
  if (d.overflows) {
    cited.set(cite("ctrl.48"));
  }
  if (d.result.kind == ValueKind::kFinite && !d.overflows && !is_exact(d)) {
    cited.set(cite("round.nearest-ties-to-even"));
  }
}

}  // namespace

Deq16Derivation half_chain(std::uint64_t scale, std::uint64_t source_pattern,
                           const HalfChain& reading) {
  return Chain(scale, source_pattern, reading).run();
}

Deq16Derivation dequantise16(std::uint64_t scale, std::uint64_t ctrl, std::uint64_t source_pattern,
                             Readings& readings) {
  const auto chain = [&](ReadingOf reading_of) {
    return half_chain(scale, source_pattern,
                      {reading_of[kPrecision], spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan),
                       reading_of[kSubnormals] == spec::choice("subnormal.results", "flushed")});
  };
  const Decision decision = decide(
      kChoices, readings, [&](ReadingOf reading_of) { return outcome_of(chain(reading_of)); });
  Deq16Derivation derivation = chain(decision.reading_of);
  derivation.expectation = permitted(derivation, ctrl, decision);
  derivation.expectation.cited |= decision.had_a_say;
  cite_context(derivation, scale);
  return derivation;
}

}  // namespace vconform::oracle
