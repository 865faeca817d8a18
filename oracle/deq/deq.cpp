#include "oracle/deq/deq.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "oracle/dequantise/quantise.h"
#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/reading/decide.h"

namespace vconform::oracle {

namespace {

using spec::cite;
using spec::NumberType;

// The rules of the chain in its order; each is read at one step.
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
using ReadingOf = std::span<const spec::Choice>;

ReadingOfEach as_array(ReadingOf reading_of) {
  ReadingOfEach each{};
  std::copy(reading_of.begin(), reading_of.end(), each.begin());
  return each;
}

// M[31:0] = deq_factor[31:0]
std::uint64_t scale_pattern(std::uint64_t factor) {
  return spec::kFactorScale.of(factor);
}

// offset[8:0] = deq_factor[45:37]
ExactValue offset_of(std::uint64_t factor, spec::Choice reading) {
  return offset_as_taken(spec::kS9, spec::kFactorOffset.of(factor), reading == kSigned);
}

// Nothing comes of rounding an infinite product.
ExactValue rounded_to_integer(DeqDerivation& d, const ExactValue& value, spec::Choice reading) {
  d.unrounded = value;
  d.s9_rounding = integer_rounding(reading);
  if (value.kind != ValueKind::kFinite) {
    return value;
  }
  d.rounded = round_to_multiple(value, 0, d.s9_rounding);
  return d.rounded->value;
}

// tmp2[8:0] = f32_to_s9_saturation(tmp1[31:0]), once it is an integer
ExactValue s9_of(const ExactValue& integer, ReadingOf reading_of) {
  return clamped(spec::kS9, integer, reading_of[kS9Clamp]);
}

// tmp3[8:0] = tmp2[8:0] + offset[8:0]
ExactValue sum_after_s9(const ExactValue& s9, const ExactValue& offset, ReadingOf reading_of) {
  return sum_as_taken(spec::kS9, s9, offset, reading_of[kAdd]);
}

void add_after_s9(DeqDerivation& d, ReadingOf reading_of) {
  d.s9 = s9_of(rounded_to_integer(d, d.product, reading_of[kS9Rounding]), reading_of);
  d.sum = sum_after_s9(d.s9, d.offset, reading_of);
}

// cast_deq: (src[i] * scale) + offset
void add_before_rounding(DeqDerivation& d, ReadingOf reading_of) {
  d.adds_before_rounding = true;
  d.s9 = rounded_to_integer(d, plus_offset(d.product, d.offset), reading_of[kS9Rounding]);
  d.sum = d.s9;
}

// deqs162b8_quantization(deq_factor, src_s16), without its expectation. One object runs under one
// combination of readings after another.
class Chain {
 public:
  Chain(std::uint64_t factor, std::uint64_t source_pattern)
      : factor_(factor),
        source_(decode(spec::format_of(NumberType::kS16), source_pattern)),
        scale_read_(decode(spec::format_of(NumberType::kF32), scale_pattern(factor))) {}

  DeqDerivation run(ReadingOf reading_of) {
    DeqDerivation d;
    d.source = source_;
    d.scale_read = scale_read_;
    d.offset = offset_of(factor_, reading_of[kOffsetSign]);
    d.result_type = spec::kFactorSign.of(factor_) != 0 ? NumberType::kS8 : NumberType::kU8;
    const Product& product = product_under(reading_of);
    d.scale = product.scale;
    if (d.scale.kind != ValueKind::kFinite) {
      return d;
    }
    d.exact_product = product.exact;
    d.product = product.taken;
    if (reading_of[kOffsetOrder] == kBeforeRounding) {
      add_before_rounding(d, reading_of);
    } else {
      add_after_s9(d, reading_of);
    }
    // result[7:0] = deq_factor[46] ? s8_saturation(tmp3[8:0]) : u8_saturation(tmp3[8:0])
    d.result = saturated_pattern(d.sum, d.result_type);
    return d;
  }

 private:
  struct Product {
    ExactValue scale;
    ExactValue exact;
    ExactValue taken;
  };

  // Kept because the readings of later steps do not affect it.
  const Product& product_under(ReadingOf reading_of) {
    const auto at =
        static_cast<std::size_t>(2 * reading_of[kScaleBits].reading + reading_of[kProduct].reading);
    std::optional<Product>& known = products_.at(at);
    if (!known) {
      known.emplace();
      known->scale = scale_as_taken(scale_read_, scale_pattern(factor_), reading_of[kScaleBits]);
      if (known->scale.kind == ValueKind::kFinite) {
        known->exact = product_of(source_, known->scale);
        known->taken = product_as_taken(known->exact, reading_of[kProduct]);
      }
    }
    return *known;
  }

  std::uint64_t factor_;
  ExactValue source_;
  ExactValue scale_read_;
  std::array<std::optional<Product>, 6> products_;
};

// deq.scale-bits needs low bits of M, and deq.offset-sign a sign bit: without them all readings
// agree.
bool may_ever_differ(std::uint64_t factor, std::size_t rule) {
  switch (rule) {
    case kScaleBits:
      return has_bits_beyond_scale_format(scale_pattern(factor));
    case kOffsetSign:
      return (spec::kFactorOffset.of(factor) & spec::kS9.sign_mask()) != 0;
    default:
      return true;
  }
}

bool is_s9(const ExactValue& value) {
  return value.kind == ValueKind::kFinite && !beyond_limit(spec::kS9, value);
}

// The result if the product, or the sum with the offset, was rounded to `integer`.
std::uint64_t result_of_integer(const DeqDerivation& d, const ExactValue& integer,
                                ReadingOf reading_of) {
  return saturated_pattern(d.adds_before_rounding
                               ? integer
                               : sum_after_s9(s9_of(integer, reading_of), d.offset, reading_of),
                           d.result_type);
}

// Whether the readings of a step after the rounding give different results.
bool differs_after_rounding(const DeqDerivation& d, std::size_t rule, ReadingOf reading_of) {
  ReadingOfEach other = as_array(reading_of);
  other[rule].reading = 1 - other[rule].reading;  // there are two
  return result_of_integer(d, d.rounded->value, other) != *d.result;
}

// A step differs only if its value lies between integers, or beyond an s9 or the bits of an f32.
// Between integers, the roundings give both neighbours.
std::optional<bool> differs_here(const DeqDerivation& d, std::size_t rule, ReadingOf reading_of) {
  const auto unless = [](bool same) { return same ? std::optional(false) : std::nullopt; };
  const bool is_integer = d.rounded && d.rounded->exact;
  const bool stays_s9 = d.rounded && is_s9(d.rounded->value);
  switch (rule) {
    case kProduct:
      return unless(equal_values(product_as_taken(d.exact_product, kF32Product.of(kChoices[rule])),
                                 d.exact_product));
    case kS9Rounding:
      return !is_integer && d.rounded &&
             result_of_integer(d, d.rounded->toward_zero, reading_of) !=
                 result_of_integer(d, d.rounded->away_from_zero, reading_of);
    case kS9Clamp:
      return d.rounded ? std::optional(!stays_s9 && differs_after_rounding(d, rule, reading_of))
                       : std::nullopt;
    case kAdd:
      return d.rounded ? std::optional(!is_s9(plus_offset(d.s9, d.offset)) &&
                                       differs_after_rounding(d, rule, reading_of))
                       : std::nullopt;
    case kOffsetOrder:
      return unless(!d.adds_before_rounding && is_integer && stays_s9 &&
                    is_s9(plus_offset(d.s9, d.offset)));
    default:
      return std::nullopt;
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
  if ((factor & spec::reserved_bits(spec::Word::kFactor)) != 0) {
    result.cited.set(cite("deq.reserved-bits-ignored"));
  }
  return result;
}

}  // namespace

DeqDerivation dequantise(std::uint64_t factor, std::uint64_t source_pattern, Readings& readings) {
  constexpr std::uint64_t kAnything = ~std::uint64_t{0};
  Chain chain(factor, source_pattern);
  // The readings that hold.
  std::optional<ReadingOfEach> derived_under;
  DeqDerivation derivation;
  const auto is_derived = [&](ReadingOf reading_of) {
    return derived_under &&
           std::equal(reading_of.begin(), reading_of.end(), derived_under->begin());
  };
  const auto derive = [&](ReadingOf reading_of) -> const DeqDerivation& {
    if (!is_derived(reading_of)) {
      derivation = chain.run(reading_of);
      derived_under = as_array(reading_of);
    }
    return derivation;
  };
  const auto outcome = [&](ReadingOf reading_of) {
    const std::optional<std::uint64_t> result =
        is_derived(reading_of) ? derivation.result : chain.run(reading_of).result;
    return result.value_or(kAnything);
  };
  Relevance relevance;
  relevance.ever = [factor](std::size_t rule) { return may_ever_differ(factor, rule); };
  relevance.here = [&](std::size_t rule, ReadingOf reading_of) -> std::optional<bool> {
    const DeqDerivation& d = derive(reading_of);
    return d.result ? differs_here(d, rule, reading_of) : std::nullopt;
  };
  const Decision decision = decide(kChoices, readings, std::cref(outcome), relevance);
  derive(decision.reading_of);
  derivation.expectation = expectation_of(derivation, factor, decision);
  return derivation;
}

bool sign_bit_decides(const DeqDerivation& derivation, NumberType destination) {
  return derivation.result && saturated_pattern(derivation.sum, destination) != *derivation.result;
}

}  // namespace vconform::oracle
