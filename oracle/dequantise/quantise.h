// The steps that the dequantisations of all families share: scale, product, shift, intermediate
// small integer, offset and sum (vconv, deqs162b8_quantization; asc-devkit:随路量化;
// data_copy_enhanced, deqValue). Each is a function of its value and of one reading of its rule.
#pragma once

#include <array>
#include <cstdint>

#include "oracle/number/exact_value.h"
#include "oracle/reading/trial.h"
#include "spec/number/number_format.h"
#include "spec/number/rounding.h"
#include "spec/slugs/rule_id.h"

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

// The sum; an infinite value stays infinite.
ExactValue plus_offset(const ExactValue& value, const ExactValue& offset);
// The sum of an integer and the offset; one reading keeps only its low bits.
ExactValue sum_as_taken(const spec::NumberFormat& format, const ExactValue& integer,
                        const ExactValue& offset, spec::Choice reading);

// The pattern of a whole number or inf, saturated to the integer type.
std::uint64_t saturated_pattern(const ExactValue& whole, spec::NumberType type);

// The product of values that may be inf or NaN: inf times 0 is NaN, and so is NaN times anything.
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

// An s32 shifted right by `shift` bits, as an s16.
ExactValue shifted_to_s16(Trial& trial, const QuantRules& rules, const ExactValue& source,
                          int shift);
// The product of start value and scale, rounded to an f32 or exact.
ExactValue product_of_chain(Trial& trial, const QuantRules& rules, const ExactValue& exact);

// The parameters of the step from the rounded product to the sum with the offset.
struct OffsetStep {
  const spec::NumberFormat* format;  // an s9 or an s5
  std::uint64_t bits;                // the field of the word
  // Replaces a rounded product below 0 with 0 before the offset is added.
  bool relu_first = false;
};
// `product` must not be NaN.
ExactValue sum_with_offset(Trial& trial, const QuantRules& rules, const ExactValue& product,
                           const OffsetStep& offset);

// The pattern of a whole number or inf in the integer type; any other value is rounded to nearest
// first, ties to even.
std::uint64_t integer_result(Trial& trial, const ExactValue& value, spec::NumberType type);

// An s32 times a multiplier by way of f32, or as the exact product; not yet rounded to f16.
ExactValue half_product(Trial& trial, const QuantRules& rules, const ExactValue& start,
                        const ExactValue& multiplier);

// The parameters of a computed floating-point result.
struct FloatingResult {
  const spec::NumberFormat* format;
  // Called only if the result overflows or is inf.
  std::function<bool()> saturates;
  spec::RuleId zero_sign;
  // The rule of an ordinary rounding.
  spec::RuleId rule;
  // The rule of an overflow.
  spec::RuleId overflow;
};
// `value`, which must not be NaN, rounded once to nearest, ties to even.
Expectation floating_result(Trial& trial, const FloatingResult& kind, const ExactValue& value);
// A zero of either sign.
Expectation zero_of_either_sign(const spec::NumberFormat& format, spec::RuleId rule);

// The value of a source pattern; a subnormal one as the reading of subnormal.inputs takes it.
ExactValue source_as_taken(Trial& trial, const spec::NumberFormat& format, std::uint64_t pattern);

}  // namespace vconform::oracle
