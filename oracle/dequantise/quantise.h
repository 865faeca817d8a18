// The steps that the dequantisations of all families share: scale, product, shift, the small
// integer in between, offset and sum (vconv, deqs162b8_quantization; asc-devkit:随路量化;
// data_copy_enhanced, deqValue). Each is a function of its value and of one reading of its rule.
#pragma once

#include <array>
#include <cstdint>

#include "oracle/number/exact_value.h"
#include "oracle/reading/trial.h"
#include "spec/number/number_format.h"
#include "spec/number/rounding.h"
#include "spec/rules/rule_table.h"

namespace vconform::oracle {

// The readings that recur from family to family.
inline constexpr spec::SharedReading kNearestScale =
    spec::shared_reading("deq.scale-bits", "nearest");
inline constexpr spec::SharedReading kAllBitsOfScale =
    spec::shared_reading("deq.scale-bits", "f32");
inline constexpr spec::SharedReading kF32Product = spec::shared_reading("deq.product", "f32");
inline constexpr spec::SharedReading kExactProduct = spec::shared_reading("deq.product", "exact");
inline constexpr spec::SharedReading kClamps = spec::shared_reading("deq.s9-clamp", "yes");
inline constexpr spec::SharedReading kSigned = spec::shared_reading("deq.offset-sign", "signed");
inline constexpr spec::SharedReading kBeforeRounding =
    spec::shared_reading("deq.offset-order", "before-rounding");
inline constexpr spec::SharedReading kWraps = spec::shared_reading("deq.add", "wrap9");

// The rounding that a reading of an s9-rounding names by its letter.
spec::Rounding integer_rounding(spec::Choice reading);

// M as the hardware takes it; `read` is M, `pattern` its 32 bits.
ExactValue scale_as_taken(const ExactValue& read, std::uint64_t pattern, spec::Choice reading);
// M as 1-8-10, its low bits counted as 0.
ExactValue short_scale(const ExactValue& read, std::uint64_t pattern);
// Whether M has bits that 1-8-10 has no room for: without them all readings agree.
bool has_bits_beyond_scale_format(std::uint64_t pattern);

// The product as an f32, or as it is.
ExactValue product_as_taken(const ExactValue& exact, spec::Choice reading);

// The field of the offset, which has as many bits as `format`.
ExactValue offset_as_taken(const spec::NumberFormat& format, std::uint64_t bits, bool is_signed);

// An integer limited to the s9 or s5 that `format` is.
ExactValue clamped(const spec::NumberFormat& format, const ExactValue& integer,
                   spec::Choice reading);

// An infinite value stays what it is.
ExactValue plus_offset(const ExactValue& value, const ExactValue& offset);
// The sum of an integer and the offset, of which one reading keeps the low bits alone.
ExactValue sum_as_taken(const spec::NumberFormat& format, const ExactValue& integer,
                        const ExactValue& offset, spec::Choice reading);

// The pattern of a whole number, saturated.
std::uint64_t saturated_pattern(const ExactValue& whole, spec::NumberType type);

// A product that may be of an inf, or be none: inf times 0 is NaN, and so is anything times NaN.
ExactValue times(const ExactValue& a, const ExactValue& b);
// Rounded to the format, to nearest, ties to even; inf and NaN stay.
ExactValue as_format(const spec::NumberFormat& format, const ExactValue& value);
bool equal_values(const ExactValue& a, const ExactValue& b);
bool below_zero(const ExactValue& value);

// The rules of one family's chain.
struct QuantRules {
  spec::RuleId scale_bits;
  spec::RuleId product;
  spec::RuleId rounding;
  spec::RuleId clamp;
  spec::RuleId offset_sign;
  spec::RuleId offset_order;
  spec::RuleId add;
  spec::RuleId shift_rounding;
  spec::RuleId shift_to_s16;
  spec::RuleId half_chain;
};

// x >> `shift` of an s32, to an s16.
ExactValue shifted_to_s16(Trial& trial, const QuantRules& rules, const ExactValue& source,
                          int shift);
// A product of start and scale, to an f32 or exact.
ExactValue product_of_chain(Trial& trial, const QuantRules& rules, const ExactValue& exact);

// How the rounded product becomes the sum with the offset.
struct OffsetStep {
  const spec::NumberFormat* format;  // an s9 or an s5
  std::uint64_t bits;                // the field of the word
  // What is added to is not below 0.
  bool relu_first = false;
};
// `product` is no NaN.
ExactValue sum_with_offset(Trial& trial, const QuantRules& rules, const ExactValue& product,
                           const OffsetStep& offset);

// A whole number or inf, to the integer type; rounded to nearest, ties to even, where it is none.
std::uint64_t integer_result(Trial& trial, const ExactValue& value, spec::NumberType type);

// s32 to f16 by way of f32, or with one rounding of the exact product; not yet rounded to f16.
ExactValue half_product(Trial& trial, const QuantRules& rules, const ExactValue& start,
                        const ExactValue& multiplier);

// A computed floating-point result.
struct FloatingResult {
  const spec::NumberFormat* format;
  // Asked where the result overflows or is inf.
  std::function<bool()> saturates;
  spec::RuleId zero_sign;
  // That of a rounding.
  spec::RuleId rule;
  // That of an overflow.
  spec::RuleId overflow;
};
// A value that is no NaN, rounded once to nearest, ties to even.
Expectation floating_result(Trial& trial, const FloatingResult& kind, const ExactValue& value);
// Zero, of either sign.
Expectation zero_of_either_sign(const spec::NumberFormat& format, spec::RuleId rule);

// A subnormal source as subnormal.inputs takes it.
ExactValue source_as_taken(Trial& trial, const spec::NumberFormat& format, std::uint64_t pattern);

}  // namespace vconform::oracle
