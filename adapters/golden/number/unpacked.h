// A number taken apart: sign, significand, exponent.
#pragma once

#include <cstdint>

#include "spec/number/number_format.h"

namespace vconform::adapters::golden {

enum class Kind : std::uint8_t { kNumber, kInfinity, kNan };

// A number is significand * 2^exponent, with its sign; zero has significand 0.
struct Unpacked {
  Kind kind = Kind::kNumber;
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
};

Unpacked unpack(const spec::NumberFormat& format, std::uint64_t pattern);

// The unpacked form of an integer.
Unpacked integer(std::int64_t number);

// True for minus infinity and the numbers below 0; false for NaN and -0.
bool is_below_zero(const Unpacked& value);

// Whether the pattern is a subnormal number of a floating-point format.
bool is_subnormal(const spec::NumberFormat& format, std::uint64_t pattern);

}  // namespace vconform::adapters::golden
