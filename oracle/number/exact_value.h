// Numbers without rounding: every finite source value of these instructions is an integer times a
// power of two.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cassert>
#include <cstdint>
#include <string>

namespace vconform::oracle {

// Wide enough for the exact sum of an offset and a product of three f32, and twice as fast as
// cpp_int, which keeps long values on the heap. Checked: an overflow throws std::overflow_error.
using Integer = boost::multiprecision::checked_int512_t;

enum class ValueKind : std::uint8_t { kFinite, kInfinite, kNan };

// A finite value is (-1)^negative * magnitude * 2^exponent. Zero has magnitude 0 and keeps its
// sign.
struct ExactValue {
  ValueKind kind = ValueKind::kFinite;
  bool negative = false;
  Integer magnitude = 0;
  int exponent = 0;

  bool is_zero() const { return kind == ValueKind::kFinite && magnitude == 0; }
};

inline ExactValue finite_value(bool negative, const Integer& magnitude, int exponent) {
  return {ValueKind::kFinite, negative, magnitude, exponent};
}
// Avoids a copy of the magnitude.
inline ExactValue finite_value(bool negative, std::uint64_t magnitude, int exponent) {
  return {ValueKind::kFinite, negative, Integer(magnitude), exponent};
}
inline ExactValue infinite_value(bool negative) {
  return {ValueKind::kInfinite, negative, 0, 0};
}
inline ExactValue nan_value() {
  return {ValueKind::kNan, false, 0, 0};
}

// The exponent of the leading bit of a finite value other than zero: 2^n <= |value| < 2^(n+1).
inline int leading_exponent(const ExactValue& value) {
  assert(value.kind == ValueKind::kFinite && !value.is_zero());
  return static_cast<int>(boost::multiprecision::msb(value.magnitude)) + value.exponent;
}

// |a| < |b|, for finite values.
bool smaller_magnitude(const ExactValue& a, const ExactValue& b);

// Whether they are the same number, inf or NaN, however written; zeros of either sign are.
bool equal_values(const ExactValue& a, const ExactValue& b);

// Exact results for finite values. Adding a zero changes nothing, not even a sign; otherwise a sum
// of zero is +0.
ExactValue product_of(const ExactValue& a, const ExactValue& b);
ExactValue sum_of(const ExactValue& a, const ExactValue& b);

// "5/2", "-3", "81 * 2^-149", "inf", "NaN", "-0".
std::string fraction_text(const ExactValue& value);
// "2.5", "-3"; the text of fraction_text if the decimal would be long.
std::string decimal_text(const ExactValue& value);

}  // namespace vconform::oracle
