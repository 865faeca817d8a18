#include "oracle/number/exact_value.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace vconform::oracle {

bool smaller_magnitude(const ExactValue& a, const ExactValue& b) {
  if (a.is_zero() || b.is_zero()) {
    return a.is_zero() && !b.is_zero();
  }
  const int leading_of_a = leading_exponent(a);
  const int leading_of_b = leading_exponent(b);
  if (leading_of_a != leading_of_b) {
    return leading_of_a < leading_of_b;
  }
  if (a.exponent == b.exponent) {
    return a.magnitude < b.magnitude;
  }
  return a.exponent > b.exponent ? Integer(a.magnitude << (a.exponent - b.exponent)) < b.magnitude
                                 : a.magnitude < Integer(b.magnitude << (b.exponent - a.exponent));
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

ExactValue product_of(const ExactValue& a, const ExactValue& b) {
  assert(a.kind == ValueKind::kFinite && b.kind == ValueKind::kFinite);
  return {ValueKind::kFinite, a.negative != b.negative, a.magnitude * b.magnitude,
          a.exponent + b.exponent};
}

ExactValue sum_of(const ExactValue& a, const ExactValue& b) {
  assert(a.kind == ValueKind::kFinite && b.kind == ValueKind::kFinite);
  if (a.is_zero() || b.is_zero()) {
    return a.is_zero() ? b : a;
  }
  const int common = std::min(a.exponent, b.exponent);
  const auto signed_count = [common](const ExactValue& value) {
    Integer count = value.magnitude;
    count <<= value.exponent - common;
    if (value.negative) {
      count.backend().negate();
    }
    return count;
  };
  Integer sum = signed_count(a);
  sum += signed_count(b);
  return finite_value(sum < 0, boost::multiprecision::abs(sum), common);
}

namespace {

std::string sign_of(const ExactValue& value) {
  return value.negative ? "-" : "";
}

// The value as odd * 2^exponent.
struct Reduced {
  Integer odd;
  int exponent;
};

Reduced reduce(const ExactValue& value) {
  const unsigned trailing = boost::multiprecision::lsb(value.magnitude);
  return {value.magnitude >> trailing, value.exponent + static_cast<int>(trailing)};
}

std::optional<std::string> special_text(const ExactValue& value) {
  if (value.kind == ValueKind::kNan) {
    return "NaN";
  }
  if (value.kind == ValueKind::kInfinite) {
    return sign_of(value) + "inf";
  }
  return value.is_zero() ? std::optional(sign_of(value) + "0") : std::nullopt;
}

constexpr int kLongestWhole = 64;     // bits
constexpr int kLongestFraction = 30;  // bits

}  // namespace

std::string fraction_text(const ExactValue& value) {
  if (const std::optional<std::string> text = special_text(value)) {
    return *text;
  }
  const auto [odd, exponent] = reduce(value);
  if (exponent >= 0 && leading_exponent(value) < kLongestWhole) {
    return sign_of(value) + Integer(odd << exponent).str();
  }
  if (exponent < 0 && exponent >= -kLongestFraction) {
    return sign_of(value) + odd.str() + "/" + Integer(Integer(1) << -exponent).str();
  }
  return sign_of(value) + (odd == 1 ? "" : odd.str() + " * ") + "2^" + std::to_string(exponent);
}

std::string decimal_text(const ExactValue& value) {
  if (value.kind != ValueKind::kFinite || value.is_zero()) {
    return fraction_text(value);
  }
  const auto [odd, exponent] = reduce(value);
  if (exponent >= 0 || exponent < -kLongestFraction) {
    return fraction_text(value);
  }
  // odd / 2^n = odd * 5^n / 10^n
  const auto digits = static_cast<std::size_t>(-exponent);
  std::string text =
      Integer(odd * boost::multiprecision::pow(Integer(5), static_cast<unsigned>(-exponent))).str();
  if (text.size() <= digits) {
    text.insert(0, digits + 1 - text.size(), '0');
  }
  text.insert(text.size() - digits, ".");
  return sign_of(value) + text;
}

}  // namespace vconform::oracle
