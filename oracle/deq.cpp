#include "oracle/deq.h"

#include <array>
#include <span>
#include <utility>

#include "oracle/decide.h"
#include "oracle/decode.h"
#include "oracle/range.h"

namespace vconform::oracle {

namespace {

using spec::cite;
using spec::NumberType;
using spec::Rounding;

// The choices of the chain, in its order; each is read at one step.
enum Choice : std::uint8_t {
  kScaleBits,
  kProduct,
  kS9Rounding,
  kS9Clamp,
  kOffsetSign,
  kOffsetOrder,
  kAdd,
};
constexpr std::array kChoices = {
    cite("deq.scale-bits"), cite("deq.product"),     cite("deq.s9-rounding"),
    cite("deq.s9-clamp"),   cite("deq.offset-sign"), cite("deq.offset-order"),
    cite("deq.add"),
};
using ReadingOf = std::span<const int>;

enum ScaleBitsReading { kTruncate = 0, kNearest = 1, kAllBits = 2 };
enum ProductReading { kF32Product = 0, kExactProduct = 1 };
enum S9ClampReading { kClamps = 0, kDoesNotClamp = 1 };
enum OffsetSignReading { kSigned = 0, kUnsigned = 1 };
enum OffsetOrderReading { kAfterS9 = 0, kBeforeRounding = 1 };
enum AddReading { kNoWrap = 0, kWrap9 = 1 };
constexpr std::array kS9Roundings = {Rounding::kNearestEven, Rounding::kNearestAway,
                                     Rounding::kTowardZero, Rounding::kFloor, Rounding::kCeil};

// M[31:0] = deq_factor[31:0]
std::uint64_t scale_pattern(std::uint64_t factor) {
  return spec::kFactorScale.of(factor);
}

// M as the hardware takes it, (1, 8, 10).
ExactValue scale_as_taken(const ExactValue& read, std::uint64_t pattern, int reading) {
  if (read.kind != ValueKind::kFinite || reading == kAllBits) {
    return read;
  }
  if (reading == kNearest) {
    return rounded_to(spec::kScaleFormat, read);
  }
  constexpr int kDropped = spec::format_of(NumberType::kF32).bits - spec::kScaleFormat.bits;
  return decode(spec::kScaleFormat, pattern >> kDropped);
}

// tmp1[31:0] = tmp0[31:0] * M
ExactValue product_as_taken(const ExactValue& exact, int reading) {
  return reading == kF32Product ? rounded_to(spec::format_of(NumberType::kF32), exact) : exact;
}

// offset[8:0] = deq_factor[45:37]
ExactValue offset_of(std::uint64_t factor, int reading) {
  const std::uint64_t bits = spec::kFactorOffset.of(factor);
  return reading == kSigned ? decode(spec::kS9, bits) : finite_value(false, bits, 0);
}

// Nothing comes of rounding an infinite product.
ExactValue rounded_to_integer(DeqDerivation& d, const ExactValue& value, int reading) {
  d.unrounded = value;
  d.s9_rounding = kS9Roundings.at(static_cast<std::size_t>(reading));
  if (value.kind != ValueKind::kFinite) {
    return value;
  }
  d.rounded = round_to_multiple(value, 0, d.s9_rounding);
  return d.rounded->value;
}

// An infinite product stays what it is.
ExactValue plus_offset(const ExactValue& value, const ExactValue& offset) {
  return value.kind == ValueKind::kFinite ? sum_of(value, offset) : value;
}

// tmp2[8:0] = f32_to_s9_saturation(tmp1[31:0])
// tmp3[8:0] = tmp2[8:0] + offset[8:0]
void add_after_s9(DeqDerivation& d, ReadingOf reading_of) {
  d.s9 = rounded_to_integer(d, d.product, reading_of[kS9Rounding]);
  if (reading_of[kS9Clamp] == kClamps) {
    d.s9 = saturated(spec::kS9, d.s9);
  }
  d.sum = plus_offset(d.s9, d.offset);
  if (reading_of[kAdd] == kWrap9 && d.sum.kind == ValueKind::kFinite) {
    d.sum = keep_low_bits(spec::kS9, d.sum);
  }
}

// cast_deq: (src[i] * scale) + offset
void add_before_rounding(DeqDerivation& d, ReadingOf reading_of) {
  d.adds_before_rounding = true;
  d.s9 = rounded_to_integer(d, plus_offset(d.product, d.offset), reading_of[kS9Rounding]);
  d.sum = d.s9;
}

// result[7:0] = deq_factor[46] ? s8_saturation(tmp3[8:0]) : u8_saturation(tmp3[8:0])
std::uint64_t saturated_pattern(const ExactValue& sum, NumberType type) {
  const spec::NumberFormat& format = spec::format_of(type);
  return encode(format, saturated(format, sum));
}

// deqs162b8_quantization(deq_factor, src_s16), without its expectation.
DeqDerivation chain(std::uint64_t factor, std::uint64_t source_pattern, ReadingOf reading_of) {
  DeqDerivation d;
  d.source = decode(spec::format_of(NumberType::kS16), source_pattern);
  d.scale_read = decode(spec::format_of(NumberType::kF32), scale_pattern(factor));
  d.scale = scale_as_taken(d.scale_read, scale_pattern(factor), reading_of[kScaleBits]);
  d.offset = offset_of(factor, reading_of[kOffsetSign]);
  d.result_type = spec::kFactorSign.of(factor) != 0 ? NumberType::kS8 : NumberType::kU8;
  if (d.scale.kind != ValueKind::kFinite) {
    return d;
  }
  d.exact_product = product_of(d.source, d.scale);
  d.product = product_as_taken(d.exact_product, reading_of[kProduct]);
  if (reading_of[kOffsetOrder] == kAfterS9) {
    add_after_s9(d, reading_of);
  } else {
    add_before_rounding(d, reading_of);
  }
  d.result = saturated_pattern(d.sum, d.result_type);
  return d;
}

// Low bits of M for deq.scale-bits, a sign bit for deq.offset-sign: without them all readings
// agree.
bool may_ever_differ(std::uint64_t factor, std::size_t rule) {
  const int dropped =
      spec::format_of(NumberType::kF32).fraction_bits - spec::kScaleFormat.fraction_bits;
  switch (rule) {
    case kScaleBits:
      return (factor & ((std::uint64_t{1} << dropped) - 1)) != 0;
    case kOffsetSign:
      return (spec::kFactorOffset.of(factor) & spec::kS9.sign_mask()) != 0;
    default:
      return true;
  }
}

bool is_s9(const ExactValue& value) {
  return value.kind == ValueKind::kFinite && !beyond_limit(spec::kS9, value);
}

bool equal_magnitude(const ExactValue& a, const ExactValue& b) {
  return a.kind == b.kind && !smaller_magnitude(a, b) && !smaller_magnitude(b, a);
}

// A step differs only where its value is between integers, or beyond an s9 or the bits of an f32.
bool may_differ_here(const DeqDerivation& d, std::size_t rule) {
  const bool fraction = d.rounded && !d.rounded->exact;
  switch (rule) {
    case kProduct:
      return !equal_magnitude(product_as_taken(d.exact_product, kF32Product), d.exact_product);
    case kS9Rounding:
      return fraction;
    case kS9Clamp:
      return d.adds_before_rounding || !d.rounded || !is_s9(d.rounded->value);
    case kAdd:
      return d.adds_before_rounding || !is_s9(plus_offset(d.s9, d.offset));
    case kOffsetOrder:
      return d.adds_before_rounding || fraction || !d.rounded || !is_s9(d.rounded->value) ||
             !is_s9(plus_offset(d.s9, d.offset));
    default:
      return true;
  }
}

Expectation expectation_of(const DeqDerivation& d, std::uint64_t factor, const Decision& decision) {
  if (!d.result) {
    Expectation open = anything(cite("deq.scale-nan-inf"));
    open.cited |= decision.had_a_say;
    return open;
  }
  Expectation result = exactly(*d.result, decision.first.value_or(cite("deq.result-saturates")));
  result.cited |= decision.had_a_say;
  const ExactValue limited = saturated(spec::format_of(d.result_type), d.sum);
  if (limited.magnitude != d.sum.magnitude || d.sum.kind != ValueKind::kFinite) {
    result.cited.set(cite("deq.result-saturates"));
  }
  if ((factor & spec::reserved_bits(spec::ScaleWord::kFactor)) != 0) {
    result.cited.set(cite("deq.reserved-bits-ignored"));
  }
  return result;
}

}  // namespace

DeqDerivation dequantise(std::uint64_t factor, std::uint64_t source_pattern, Readings& readings) {
  constexpr std::uint64_t kAnything = ~std::uint64_t{0};
  DeqDerivation derivation;
  const Outcome outcome = [&](ReadingOf reading_of) {
    return chain(factor, source_pattern, reading_of).result.value_or(kAnything);
  };
  Relevance relevance;
  relevance.ever = [factor](std::size_t rule) { return may_ever_differ(factor, rule); };
  relevance.here = [&](std::size_t rule, ReadingOf reading_of) {
    if (!derivation.result) {
      derivation = chain(factor, source_pattern, reading_of);
    }
    return !derivation.result || may_differ_here(derivation, rule);
  };
  const Decision decision = decide(kChoices, readings, outcome, relevance);
  if (!derivation.result) {
    derivation = chain(factor, source_pattern, decision.reading_of);
  }
  derivation.expectation = expectation_of(derivation, factor, decision);
  return derivation;
}

bool sign_bit_decides(const DeqDerivation& derivation, NumberType destination) {
  return derivation.result && saturated_pattern(derivation.sum, destination) != *derivation.result;
}

}  // namespace vconform::oracle
