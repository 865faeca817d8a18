#include "oracle/dequantise/quantise.h"

#include <cassert>

#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/number/round.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::kF32;
using spec::kS16;
using spec::NumberFormat;
using spec::NumberType;
using spec::Rounding;

constexpr int kBitsBeyondScaleFormat = kF32.bits - spec::kScaleFormat.bits;

// By the letters that the readings of deq.s9-rounding have as names.
constexpr auto kIntegerRoundings = [] {
  std::array<Rounding, spec::kS9RoundingNames.size()> roundings{};
  for (std::size_t i = 0; i < roundings.size(); ++i) {
    roundings[i] = *spec::rounding_with_letter(spec::kS9RoundingNames[i].front());
  }
  return roundings;
}();
constexpr spec::SharedReading kFloor = spec::shared_reading("deq.s9-rounding", "f");
constexpr spec::SharedReading kCeil = spec::shared_reading("deq.s9-rounding", "c");
constexpr spec::SharedReading kNearestShift = spec::shared_reading("shift.rounding", "nearest");
constexpr spec::SharedReading kWrapsToS16 = spec::shared_reading("shift.to-s16", "wraps");
constexpr spec::SharedReading kExactHalf = spec::shared_reading("fixpipe.deqf16", "exact");

bool is_finite(const ExactValue& value) {
  return value.kind == ValueKind::kFinite;
}

// The reading of the rounding that gives the other neighbour: between integers, floor and ceil give
// both.
const spec::SharedReading& reading_of_other_neighbour(const Rounded& rounded) {
  const bool away = equal_values(rounded.value, rounded.away_from_zero);
  return away == rounded.value.negative ? kCeil : kFloor;
}

// A value rounded to an integer; inf stays inf and is not exact.
struct RoundedInteger {
  ExactValue value;
  std::optional<spec::Choice> other_reading;
  bool is_exact = false;
};

// The values on the way to a sum, in the order of the page.
struct SumSteps {
  const ExactValue& product;
  const ExactValue& rounded;
  const ExactValue& narrow;
  const ExactValue& added;
  const ExactValue& sum;
};
void note_sum(Trial& trial, const NumberFormat& format, const SumSteps& steps) {
  trial.note("integer", steps.product, steps.rounded);
  trial.note(format.name, steps.rounded, steps.narrow);
  trial.note("offset", steps.added, steps.added);
  trial.note("sum", steps.sum, steps.sum);
}

RoundedInteger rounded_to_integer(Trial& trial, const QuantRules& rules, const ExactValue& value) {
  if (!is_finite(value)) {
    return {value, std::nullopt};
  }
  Rounded rounded = round_to_multiple(value, 0, Rounding::kNearestEven);
  if (rounded.exact) {
    return {std::move(rounded.value), std::nullopt, true};
  }
  const Rounding rounding = integer_rounding(trial.ask(rules.rounding));
  if (rounding != Rounding::kNearestEven) {
    rounded = round_to_multiple(value, 0, rounding);
  }
  const spec::Choice other = reading_of_other_neighbour(rounded).of(rules.rounding);
  return {std::move(rounded.value), other};
}

ExactValue not_below_zero(const ExactValue& value) {
  return below_zero(value) ? finite_value(false, 0, 0) : value;
}

ExactValue clamped_by_rule(Trial& trial, const QuantRules& rules, const NumberFormat& format,
                           const ExactValue& integer) {
  const bool beyond = !is_finite(integer) || beyond_limit(format, integer);
  return beyond ? clamped(format, integer, trial.ask(rules.clamp)) : integer;
}

ExactValue sum_by_rule(Trial& trial, const QuantRules& rules, const NumberFormat& format,
                       const ExactValue& integer, const ExactValue& offset) {
  const ExactValue sum = plus_offset(integer, offset);
  const bool beyond = is_finite(sum) && beyond_limit(format, sum);
  return beyond ? sum_as_taken(format, integer, offset, trial.ask(rules.add)) : sum;
}

}  // namespace

spec::Rounding integer_rounding(spec::Choice reading) {
  return kIntegerRoundings.at(static_cast<std::size_t>(reading.reading));
}

ExactValue scale_as_taken(const ExactValue& read, std::uint64_t pattern, spec::Choice reading) {
  if (reading == kAllBitsOfScale) {
    return read;
  }
  if (reading == kNearestScale) {
    return is_finite(read) ? rounded_to(spec::kScaleFormat, read) : read;
  }
  return short_scale(read, pattern);
}

ExactValue short_scale(const ExactValue& read, std::uint64_t pattern) {
  return is_finite(read) ? decode(spec::kScaleFormat, pattern >> kBitsBeyondScaleFormat) : read;
}

bool has_bits_beyond_scale_format(std::uint64_t pattern) {
  return (pattern & ((std::uint64_t{1} << kBitsBeyondScaleFormat) - 1)) != 0;
}

ExactValue product_as_taken(const ExactValue& exact, spec::Choice reading) {
  return reading == kF32Product ? rounded_to(kF32, exact) : exact;
}

ExactValue offset_as_taken(const NumberFormat& format, std::uint64_t bits, bool is_signed) {
  return is_signed ? decode(format, bits) : finite_value(false, bits, 0);
}

ExactValue clamped(const NumberFormat& format, const ExactValue& integer, spec::Choice reading) {
  return reading == kClamps ? saturated(format, integer) : integer;
}

ExactValue plus_offset(const ExactValue& value, const ExactValue& offset) {
  return is_finite(value) ? sum_of(value, offset) : value;
}

ExactValue sum_as_taken(const NumberFormat& format, const ExactValue& integer,
                        const ExactValue& offset, spec::Choice reading) {
  const ExactValue sum = plus_offset(integer, offset);
  return reading == kWraps && is_finite(sum) ? keep_low_bits(format, sum) : sum;
}

std::uint64_t saturated_pattern(const ExactValue& whole, NumberType type) {
  const NumberFormat& format = spec::format_of(type);
  return encode(format, saturated(format, whole));
}

ExactValue times(const ExactValue& a, const ExactValue& b) {
  if (is_finite(a) && is_finite(b)) {
    return product_of(a, b);
  }
  const bool is_nan =
      a.kind == ValueKind::kNan || b.kind == ValueKind::kNan || a.is_zero() || b.is_zero();
  return is_nan ? nan_value() : infinite_value(a.negative != b.negative);
}

ExactValue as_format(const NumberFormat& format, const ExactValue& value) {
  return is_finite(value) ? rounded_to(format, value) : value;
}

bool equal_values(const ExactValue& a, const ExactValue& b) {
  if (a.kind != b.kind || a.kind == ValueKind::kNan) {
    return a.kind == b.kind;
  }
  if (a.is_zero() || b.is_zero()) {
    return a.is_zero() && b.is_zero();
  }
  if (a.negative != b.negative || a.kind == ValueKind::kInfinite) {
    return a.negative == b.negative;
  }
  return a.exponent == b.exponent ? a.magnitude == b.magnitude
                                  : !smaller_magnitude(a, b) && !smaller_magnitude(b, a);
}

bool below_zero(const ExactValue& value) {
  return value.kind != ValueKind::kNan && value.negative && !value.is_zero();
}

ExactValue shifted_to_s16(Trial& trial, const QuantRules& rules, const ExactValue& source,
                          int shift) {
  const ExactValue scaled = product_of(source, finite_value(false, 1, -shift));
  ExactValue whole = rounded_multiple(scaled, 0, Rounding::kFloor);
  const ExactValue nearest =
      rounded_multiple(sum_of(scaled, finite_value(false, 1, -1)), 0, Rounding::kFloor);
  if (!equal_values(whole, nearest) && trial.ask(rules.shift_rounding) == kNearestShift) {
    whole = nearest;
  }
  trial.note("shifted", scaled, whole);
  if (!beyond_limit(kS16, whole)) {
    return whole;
  }
  const ExactValue s16 = trial.ask(rules.shift_to_s16) == kWrapsToS16 ? keep_low_bits(kS16, whole)
                                                                      : saturated(kS16, whole);
  trial.note("s16", whole, s16);
  return s16;
}

ExactValue product_of_chain(Trial& trial, const QuantRules& rules, const ExactValue& exact) {
  const ExactValue f32 = as_format(kF32, exact);
  const bool takes_exact = !equal_values(f32, exact) && trial.ask(rules.product) == kExactProduct;
  trial.note("product", exact, takes_exact ? exact : f32);
  return takes_exact ? exact : f32;
}

ExactValue sum_with_offset(Trial& trial, const QuantRules& rules, const ExactValue& product,
                           const OffsetStep& offset) {
  const NumberFormat& format = *offset.format;
  const bool has_sign_bit = (offset.bits & format.sign_mask()) != 0;
  const bool is_signed = !has_sign_bit || trial.ask(rules.offset_sign) == kSigned;
  const ExactValue added = offset_as_taken(format, offset.bits, is_signed);
  const auto relu = [&](const ExactValue& value) {
    return offset.relu_first ? not_below_zero(value) : value;
  };
  const RoundedInteger rounded = rounded_to_integer(trial, rules, product);
  const ExactValue narrow = clamped_by_rule(trial, rules, format, rounded.value);
  ExactValue after = sum_by_rule(trial, rules, format, relu(narrow), added);
  // Adding an integer before the rounding changes only the parity and the sign, which some
  // roundings look at.
  const bool is_plain_sum = equal_values(plus_offset(relu(rounded.value), added), after);
  if (rounded.is_exact && is_plain_sum) {
    note_sum(trial, format, {product, rounded.value, narrow, added, after});
    return after;
  }
  const RoundedInteger before = rounded_to_integer(trial, rules, plus_offset(relu(product), added));
  const bool is_before =
      !equal_values(after, before.value) && trial.ask(rules.offset_order) == kBeforeRounding;
  const RoundedInteger& used = is_before ? before : rounded;
  if (used.other_reading) {
    trial.others_are(*used.other_reading);
  }
  if (is_before) {
    trial.note("sum", plus_offset(relu(product), added), before.value);
    return before.value;
  }
  note_sum(trial, format, {product, rounded.value, narrow, added, after});
  return after;
}

std::uint64_t integer_result(Trial& trial, const ExactValue& value, NumberType type) {
  const ExactValue whole =
      is_finite(value) ? rounded_multiple(value, 0, Rounding::kNearestEven) : value;
  if (trial.takes_notes()) {
    trial.note(spec::format_of(type).name, value, saturated(spec::format_of(type), whole));
  }
  return saturated_pattern(whole, type);
}

ExactValue half_product(Trial& trial, const QuantRules& rules, const ExactValue& start,
                        const ExactValue& multiplier) {
  const ExactValue f32 = as_format(kF32, start);
  ExactValue chain = as_format(kF32, times(f32, multiplier));
  ExactValue exact = times(start, multiplier);
  const bool is_exact = !equal_values(chain, exact) && trial.ask(rules.half_chain) == kExactHalf;
  if (is_exact) {
    trial.note("product", exact, exact);
    return exact;
  }
  if (trial.takes_notes()) {
    trial.note("s32 to f32", start, f32);
    trial.note("product", times(f32, multiplier), chain);
  }
  return chain;
}

Expectation zero_of_either_sign(const NumberFormat& format, spec::RuleId rule) {
  return format.is_floating() ? one_of({0, format.sign_mask()}, rule) : exactly(0, rule);
}

Expectation floating_result(Trial& trial, const FloatingResult& kind, const ExactValue& value) {
  const NumberFormat& format = *kind.format;
  const ExactValue rounded = as_format(format, value);
  if (rounded.kind == ValueKind::kInfinite) {
    const bool saturates = kind.saturates();
    const ExactValue result = saturates ? limit_of(format, rounded.negative) : rounded;
    trial.note(format.name, value, result);
    return exactly(encode(format, result), kind.overflow);
  }
  trial.note(format.name, value, rounded);
  if (rounded.is_zero()) {
    Expectation zero = zero_of_either_sign(format, kind.rule);
    zero.cited.set(kind.zero_sign);
    return zero;
  }
  if (leading_exponent(rounded) < format.min_exponent() &&
      trial.follows(choice("subnormal.results", "flushed"))) {
    return zero_of_either_sign(format, kind.rule);
  }
  return exactly(encode(format, rounded), kind.rule);
}

ExactValue source_as_taken(Trial& trial, const NumberFormat& format, std::uint64_t pattern) {
  ExactValue source = decode(format, pattern);
  if (is_subnormal(format, pattern) && trial.follows(choice("subnormal.inputs", "flushed"))) {
    return finite_value(source.negative, 0, 0);
  }
  return source;
}

}  // namespace vconform::oracle
