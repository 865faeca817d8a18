#include "oracle/dequantise/quantise.h"

#include <array>

#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/number/round.h"
#include "spec/number/quantization.h"
#include "spec/number/rounding.h"

namespace vconform::oracle {

namespace {

using spec::Choice;
using spec::choice;
using spec::kF32;
using spec::kS16;
using spec::NumberFormat;
using spec::NumberType;
using spec::Rounding;

// The readings that recur from family to family.
constexpr spec::SharedReading kTruncatedScale = spec::shared_reading("deq.scale-bits", "truncate");
constexpr spec::SharedReading kNearestScale = spec::shared_reading("deq.scale-bits", "nearest");
constexpr spec::SharedReading kF32Product = spec::shared_reading("deq.product", "f32");
constexpr spec::SharedReading kClamps = spec::shared_reading("deq.s9-clamp", "yes");
constexpr spec::SharedReading kSigned = spec::shared_reading("deq.offset-sign", "signed");
constexpr spec::SharedReading kBeforeRounding =
    spec::shared_reading("deq.offset-order", "before-rounding");
constexpr spec::SharedReading kWraps = spec::shared_reading("deq.add", "wrap9");
constexpr spec::SharedReading kNearestShift = spec::shared_reading("shift.rounding", "nearest");
constexpr spec::SharedReading kWrapsToS16 = spec::shared_reading("shift.to-s16", "wraps");
constexpr spec::SharedReading kExactHalf = spec::shared_reading("fixpipe.deqf16", "exact");

constexpr int kBitsBeyondScaleFormat = kF32.bits - spec::kScaleFormat.bits;

// By the letters that the readings of deq.s9-rounding have as names.
constexpr auto kIntegerRoundings = [] {
  std::array<Rounding, spec::kS9RoundingNames.size()> roundings{};
  for (std::size_t i = 0; i < roundings.size(); ++i) {
    roundings[i] = *spec::rounding_with_letter(spec::kS9RoundingNames[i].front());
  }
  return roundings;
}();

Rounding integer_rounding(Choice reading) {
  return kIntegerRoundings.at(static_cast<std::size_t>(reading.reading));
}

bool is_finite(const ExactValue& value) {
  return value.kind == ValueKind::kFinite;
}

// The value as a whole number. The name f32_to_s9_saturation says no rounding mode.
ExactValue integer_of(Derivation& d, const QuantRules& rules, std::string_view name,
                      const ExactValue& value) {
  if (!is_finite(value)) {
    return d.note(rules.rounding, name, value, value);
  }
  const Rounded between = round_to_multiple(value, 0, Rounding::kNearestEven);
  const bool goes_away = d.under(
      rules.rounding, [&](Choice reading) { return between.goes_away(integer_rounding(reading)); });
  return d.note(rules.rounding, name, value,
                goes_away ? between.away_from_zero : between.toward_zero,
                integer_rounding(d.reading_of(rules.rounding)), between);
}

// DEQSCALE[45:37] 表示为 offset(s9 格式): the field is the offset, an s9.
ExactValue offset_of(Derivation& d, const QuantRules& rules, const OffsetStep& offset) {
  const ExactValue taken = d.under(rules.offset_sign, [&](Choice reading) {
    return reading == kSigned ? decode(*offset.format, offset.bits)
                              : finite_value(false, offset.bits, 0);
  });
  return d.note(rules.offset_sign, "offset", taken, taken);
}

// An infinite value stays infinite.
ExactValue plus(const ExactValue& value, const ExactValue& offset) {
  return is_finite(value) ? sum_of(value, offset) : value;
}

}  // namespace

ExactValue shifted_to_s16(Derivation& d, const QuantRules& rules, const ExactValue& source,
                          int shift) {
  // MCB 如果置为1,输入的int32_t会先右移N比特位,转变成int16_t: an s32 is first shifted right by N
  // bits and becomes an int16_t. Neither what is shifted out nor what an int16_t cannot hold is
  // mentioned.
  const ExactValue exact = product_of(source, finite_value(false, 1, -shift));
  const ExactValue rounded = d.under(rules.shift_rounding, [&](Choice reading) {
    const ExactValue half = finite_value(false, 1, -1);
    return rounded_multiple(reading == kNearestShift ? sum_of(exact, half) : exact, 0,
                            Rounding::kFloor);
  });
  const ExactValue whole = d.note(rules.shift_rounding, "shifted", exact, rounded);
  const ExactValue s16 = d.under(rules.shift_to_s16, [&](Choice reading) {
    return reading == kWrapsToS16 ? keep_low_bits(kS16, whole) : saturated(kS16, whole);
  });
  return d.note(rules.shift_to_s16, "to s16", whole, s16);
}

ExactValue short_scale(const ExactValue& read, std::uint64_t pattern) {
  return is_finite(read) ? decode(spec::kScaleFormat, pattern >> kBitsBeyondScaleFormat) : read;
}

ExactValue scale_of_chain(Derivation& d, const QuantRules& rules, std::string_view name,
                          std::uint64_t pattern) {
  const ExactValue read = decode(kF32, pattern);
  // 硬件将其视为 (1, 8, 10) 格式进行计算: the hardware computes with it as 1-8-10, 10 bits of
  // fraction.
  const ExactValue taken = d.under(rules.scale_bits, [&](Choice reading) {
    if (reading == kTruncatedScale) {
      return short_scale(read, pattern);
    }
    return reading == kNearestScale ? as_format(spec::kScaleFormat, read) : read;
  });
  return d.note(rules.scale_bits, name, read, taken);
}

ExactValue product_of_chain(Derivation& d, const QuantRules& rules, const ExactValue& exact) {
  // tmp1[31:0] = tmp0[31:0] * M;   32 bits
  const ExactValue product = d.under(rules.product, [&](Choice reading) {
    return reading == kF32Product ? as_format(kF32, exact) : exact;
  });
  return d.note(rules.product, "product", exact, product);
}

ExactValue sum_with_offset(Derivation& d, const QuantRules& rules, const ExactValue& product,
                           const OffsetStep& offset) {
  const NumberFormat& format = *offset.format;
  const auto relu = [&](const ExactValue& value) {
    return offset.relu_first ? not_below_zero(value) : value;
  };
  return d.under(rules.offset_order, [&](Choice order) {
    if (order == kBeforeRounding) {
      // cast_deq: dst[i] = (src[i] * scale) + offset
      return integer_of(d, rules, "sum", plus(relu(product), offset_of(d, rules, offset)));
    }
    // tmp2[8:0] = f32_to_s9_saturation(tmp1[31:0]);
    const ExactValue integer = integer_of(d, rules, "integer", product);
    const ExactValue clamped = d.under(rules.clamp, [&](Choice reading) {
      return reading == kClamps ? saturated(format, integer) : integer;
    });
    const ExactValue narrow = d.note(rules.clamp, format.name, integer, clamped);
    // tmp3[8:0] = tmp2[8:0] + offset[8:0];
    const ExactValue exact = plus(relu(narrow), offset_of(d, rules, offset));
    const ExactValue sum = d.under(rules.add, [&](Choice reading) {
      return reading == kWraps && is_finite(exact) ? keep_low_bits(format, exact) : exact;
    });
    return d.note(rules.add, "sum", exact, sum);
  });
}

Expectation integer_result(Derivation& d, const ExactValue& value, const IntegerResult& kind) {
  const NumberFormat& format = spec::format_of(kind.type);
  const ExactValue whole =
      is_finite(value) ? rounded_multiple(value, 0, Rounding::kNearestEven) : value;
  // s8_saturation/u8_saturation 表现如下表: >=127 is 127, <=-128 is -128; >=255 is 255, <0 is 0.
  const ExactValue result = d.note(kind.saturates, format.name, value, saturated(format, whole));
  Expectation expectation = exactly(encode(format, result), kind.saturates);
  expectation.cited.set(kind.saturates, !equal_values(result, whole));
  if (kind.sign_bit) {
    const NumberFormat& other = spec::format_of(kind.destination);
    expectation.cited.set(*kind.sign_bit,
                          encode(other, saturated(other, whole)) != expectation.patterns.front());
  }
  return expectation;
}

ExactValue half_product(Derivation& d, const QuantRules& rules, const ExactValue& start,
                        const ExactValue& multiplier) {
  return d.under(rules.half_chain, [&](Choice reading) {
    if (reading == kExactHalf) {
      const ExactValue exact = times(start, multiplier);
      return d.note(rules.half_chain, "product", exact, exact);
    }
    // 如果置为0,输入的int32_t会被直接转换为float: with MCB 0 the int32_t is converted to float
    // directly.
    const ExactValue f32 = d.note(rules.half_chain, "s32 to f32", start, as_format(kF32, start));
    const ExactValue exact = times(f32, multiplier);
    return d.note(rules.half_chain, "product", exact, as_format(kF32, exact));
  });
}

Expectation floating_result(Derivation& d, const FloatingResult& kind, const ExactValue& value) {
  const NumberFormat& format = *kind.format;
  // 随路量化: 舍入模式采用CAST_RINT: the rounding mode is CAST_RINT, to nearest and even.
  const ExactValue rounded = as_format(format, value);
  if (rounded.kind == ValueKind::kInfinite) {
    const bool saturates = kind.saturates();
    const ExactValue result = d.note(kind.overflow, format.name, value,
                                     saturates ? limit_of(format, rounded.negative) : rounded);
    return exactly(encode(format, result), kind.overflow);
  }
  const ExactValue result = d.note(kind.rule, format.name, value, rounded);
  if (result.is_zero()) {
    Expectation zero = zero_of_either_sign(format, kind.rule);
    zero.cited.set(kind.zero_sign);
    return zero;
  }
  if (result.kind == ValueKind::kFinite && leading_exponent(result) < format.min_exponent() &&
      d.follows(choice("subnormal.results", "flushed"))) {
    return zero_of_either_sign(format, kind.rule);
  }
  return exactly(encode(format, result), kind.rule);
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

bool below_zero(const ExactValue& value) {
  return value.kind != ValueKind::kNan && value.negative && !value.is_zero();
}

ExactValue not_below_zero(const ExactValue& value) {
  return below_zero(value) ? finite_value(false, 0, 0) : value;
}

}  // namespace vconform::oracle
