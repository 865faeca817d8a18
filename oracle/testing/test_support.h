// Support for the tests of this folder: numbers written without the oracle, and its results as
// short texts.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/alternatives.h"
#include "spec/case/registers.h"
#include "spec/profiles/choices.h"
#include "spec/rows/conversions.h"

namespace vconform::oracle::testing {

// The result of an element that must depend on no open rule.
inline Expectation only(const Alternatives& alternatives) {
  EXPECT_EQ(alternatives.size(), 1u) << "depends on an open rule";
  return alternatives.front().expectation;
}

using Rational = boost::multiprecision::cpp_rational;

// Every double is a dyadic number; the compiler's reading of a literal is exact for those used
// here.
inline ExactValue dyadic(double x) {
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(x), &exponent);
  return finite_value(std::signbit(x), Integer(std::ldexp(fraction, 53)), exponent - 53);
}

inline Rational power_of_two(int exponent) {
  const Integer power = Integer(1) << std::abs(exponent);
  return exponent >= 0 ? Rational(power) : Rational(Integer(1), power);
}

inline Rational rational(const ExactValue& value) {
  assert(value.kind == ValueKind::kFinite);
  const Rational magnitude = Rational(value.magnitude) * power_of_two(value.exponent);
  return value.negative ? Rational(-magnitude) : magnitude;
}

// Patterns of numbers that the format holds exactly, by the host or by the definition of binary16.
inline std::uint64_t f32(float x) {
  return std::bit_cast<std::uint32_t>(x);
}
inline std::uint64_t bf16(float x) {
  assert((f32(x) & 0xffff) == 0);
  return f32(x) >> 16;
}
inline std::uint64_t f16(double x) {
  const std::uint64_t sign = std::signbit(x) ? 0x8000 : 0;
  const double magnitude = std::fabs(x);
  if (magnitude < std::ldexp(1.0, -14)) {
    const double fraction = std::ldexp(magnitude, 24);
    assert(fraction == std::floor(fraction));
    return sign | static_cast<std::uint64_t>(fraction);
  }
  const int exponent = std::ilogb(magnitude);
  const double fraction = std::ldexp(magnitude, 10 - exponent) - 1024;
  assert(exponent <= 15 && fraction == std::floor(fraction));
  return sign | static_cast<std::uint64_t>(exponent + 15) << 10 |
         static_cast<std::uint64_t>(fraction);
}
// Two's complement in the low bits.
inline std::uint64_t integer(int bits, std::int64_t value) {
  return static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - bits));
}

inline constexpr std::uint64_t kKeepInf = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
inline constexpr std::uint64_t kCounter = spec::with_ctrl_bit(spec::kCtrlCounterMode);
inline constexpr std::uint64_t kTruncate = spec::with_ctrl_bit(spec::kCtrlTruncate);
inline constexpr std::uint64_t kTruncateEnable = spec::with_ctrl_bit(spec::kCtrlTruncateEnable);

inline spec::Cell cell(std::string_view instruction) {
  return spec::cell_named(instruction).value();
}

// The profile a2 with some readings set otherwise, each "rule=reading".
inline spec::Choices a2(std::initializer_list<std::string_view> readings = {}) {
  spec::Choices choices = spec::choices_of(spec::profile_named("a2"));
  for (const std::string_view reading : readings) {
    spec::pin_from_text(choices, reading);
  }
  return choices;
}

// The profile a2 with walk.order open: overlapping operands promise nothing.
inline spec::Choices without_order() {
  spec::Choices choices = a2();
  choices.leave_open(spec::cite("walk.order"));
  return choices;
}

inline std::string slug(spec::RuleId rule) {
  return std::string(spec::rule_of(rule).slug);
}

inline bool cites(const RuleSet& cited, std::string_view slug) {
  return cited.test(spec::rule_with_slug(slug).value());
}

// "0x7c00", "0x0|0x8000", "any NaN", "any NaN|0x3c00", "anything".
inline std::string text_of(const Expectation& expectation) {
  if (expectation.kind == Expectation::Kind::kAnything) {
    return "anything";
  }
  std::string text = expectation.kind == Expectation::Kind::kAnyNan ? "any NaN" : "";
  for (const std::uint64_t pattern : expectation.patterns) {
    text += fmt::format("{}{:#x}", text.empty() ? "" : "|", pattern);
  }
  return text;
}

}  // namespace vconform::oracle::testing
