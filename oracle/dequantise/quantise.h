// The steps that the dequantisations of all families share: shift, scale, product, small integer,
// offset, sum and result (vconv, deqs162b8_quantization; asc-devkit:随路量化; data_copy_enhanced,
// deqValue).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/derivation.h"
#include "spec/number/number_format.h"
#include "spec/slugs/rule_id.h"

namespace vconform::oracle {

// The rules of one family's chain. A family whose pages have no such step leaves its rule out.
struct QuantRules {
  spec::RuleId scale_bits;
  spec::RuleId product;
  spec::RuleId rounding;
  spec::RuleId clamp;
  spec::RuleId offset_sign;
  spec::RuleId offset_order;
  spec::RuleId add;
  spec::RuleId shift_rounding = 0;
  spec::RuleId shift_to_s16 = 0;
  spec::RuleId half_chain = 0;
};

// An s32 shifted right by `shift` bits, as an s16.
ExactValue shifted_to_s16(Derivation& d, const QuantRules& rules, const ExactValue& source,
                          int shift);

// M, of which `pattern` has the 32 bits, as the hardware takes it.
ExactValue scale_of_chain(Derivation& d, const QuantRules& rules, std::string_view name,
                          std::uint64_t pattern);
// A value as 1-8-10, its low bits counted as 0.
ExactValue short_scale(const ExactValue& read, std::uint64_t pattern);

// The product of start value and scale, rounded to an f32 or exact.
ExactValue product_of_chain(Derivation& d, const QuantRules& rules, const ExactValue& exact);

// The parameters of the step from the product to the sum with the offset.
struct OffsetStep {
  const spec::NumberFormat* format;  // an s9 or an s5
  std::uint64_t bits;                // the field of the word, as many bits as `format` has
  // Replaces a rounded product below 0 with 0 before the offset is added.
  bool relu_first = false;
};
// `product` must not be NaN. An infinite one stays infinite unless it saturates.
ExactValue sum_with_offset(Derivation& d, const QuantRules& rules, const ExactValue& product,
                           const OffsetStep& offset);

// The parameters of an integer result.
struct IntegerResult {
  spec::NumberType type;
  // The rule of the saturation, which decides unless an open rule does.
  spec::RuleId saturates;
  // Where a bit of the word selects the type: the type of the destination, and the rule.
  spec::NumberType destination;
  std::optional<spec::RuleId> sign_bit = std::nullopt;
};
// A whole number or inf, saturated to the type; any other value is rounded to nearest first, ties
// to even.
Expectation integer_result(Derivation& d, const ExactValue& value, const IntegerResult& kind);

// An s32 times a multiplier by way of f32, or as the exact product; not yet rounded to f16.
ExactValue half_product(Derivation& d, const QuantRules& rules, const ExactValue& start,
                        const ExactValue& multiplier);

// The parameters of a floating-point result.
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
Expectation floating_result(Derivation& d, const FloatingResult& kind, const ExactValue& value);

// Arithmetic on values that may be inf or NaN.
// inf times 0 is NaN, and so is NaN times anything.
ExactValue times(const ExactValue& a, const ExactValue& b);
// Rounded to the format, to nearest, ties to even; inf and NaN stay.
ExactValue as_format(const spec::NumberFormat& format, const ExactValue& value);
bool below_zero(const ExactValue& value);
// 0 for a value below 0.
ExactValue not_below_zero(const ExactValue& value);

}  // namespace vconform::oracle
