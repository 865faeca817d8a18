// Numbers drawn so that ties, limits, carries and special values are frequent; for the digests, and
// for tests of the kernels.
#pragma once

#include <cstdint>

#include "spec/number/number_format.h"

namespace vconform::adapters::golden {

class DrawnWords {
 public:
  explicit DrawnWords(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t word = state_;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }
  std::uint64_t below(std::uint64_t limit) { return next() % limit; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

// Any bits; or only few set, or only few clear; or only high ones set, and their neighbours.
inline std::uint64_t drawn_bits(DrawnWords& drawn, int bits) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::uint64_t word = drawn.next();
  switch (drawn.below(5)) {
    case 0:
      return word & mask;
    case 1:
      word &= drawn.next();
      return word & drawn.next() & mask;
    case 2:
      word |= drawn.next();
      return (word | drawn.next()) & mask;
    default:
      word &= ~((std::uint64_t{1} << drawn.below(static_cast<std::uint64_t>(bits) + 1)) - 1);
      return (word + drawn.below(3) - 1) & mask;
  }
}

// A pattern of a floating-point format with an exponent field near this one, or with any.
inline std::uint64_t drawn_floating(DrawnWords& drawn, const spec::NumberFormat& format,
                                    std::int64_t near_field) {
  const auto last = static_cast<std::int64_t>(format.exponent_field_mask());
  std::int64_t field = near_field + static_cast<std::int64_t>(drawn.below(20)) - 10;
  const std::uint64_t kind = drawn.below(8);
  if (kind == 0) {
    field = drawn.one_in(2) ? 0 : last;
  } else if (kind < 3 || field < 0 || field > last) {
    field = static_cast<std::int64_t>(drawn.below(format.exponent_field_mask() + 1));
  }
  const std::uint64_t sign = drawn.one_in(2) ? format.sign_mask() : 0;
  const std::uint64_t fraction = drawn.one_in(6) ? 0 : drawn_bits(drawn, format.fraction_bits);
  return sign | static_cast<std::uint64_t>(field) << format.fraction_bits | fraction;
}

// The pattern of an integer of any width up to that of the format.
inline std::uint64_t drawn_integer(DrawnWords& drawn, const spec::NumberFormat& format) {
  const std::uint64_t width = drawn.below(static_cast<std::uint64_t>(format.bits) + 1);
  std::uint64_t number = drawn_bits(drawn, static_cast<int>(width));
  if (drawn.one_in(2)) {
    number = 0 - number;
  }
  return number & format.pattern_mask();
}

}  // namespace vconform::adapters::golden
