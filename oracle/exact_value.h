// Numbers without rounding: every finite source value of these instructions is an integer times a
// power of two.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <string>

namespace vconform::oracle {

using Integer = boost::multiprecision::cpp_int;

enum class ValueKind : std::uint8_t { kFinite, kInfinite, kNan };

// Finite: (-1)^negative * magnitude * 2^exponent. Zero has magnitude 0 and keeps its sign.
struct ExactValue {
  ValueKind kind = ValueKind::kFinite;
  bool negative = false;
  Integer magnitude = 0;
  int exponent = 0;

  bool is_zero() const { return kind == ValueKind::kFinite && magnitude == 0; }
};

ExactValue finite_value(bool negative, Integer magnitude, int exponent);
ExactValue infinite_value(bool negative);
ExactValue nan_value();

// The exponent of the leading bit of a finite value other than zero: 2^n <= |value| < 2^(n+1).
int leading_exponent(const ExactValue& value);

// |a| < |b|, for finite values.
bool smaller_magnitude(const ExactValue& a, const ExactValue& b);

// Of finite values, exactly. A zero that is added changes nothing, its sign included; otherwise a
// sum of zero is +0.
ExactValue product_of(const ExactValue& a, const ExactValue& b);
ExactValue sum_of(const ExactValue& a, const ExactValue& b);

// "5/2", "-3", "81 * 2^-149", "inf", "NaN", "-0".
std::string fraction_text(const ExactValue& value);
// "2.5", "-3"; as fraction_text where the decimal would be long.
std::string decimal_text(const ExactValue& value);

}  // namespace vconform::oracle
