// The ideas behind interesting_values.h, one pair of functions for each.
#pragma once

#include <array>
#include <cstdint>

#include "spec/rows/conversions.h"

namespace vconform::generators {

// Splits an index into digits, the least significant first.
class Digits {
 public:
  explicit Digits(std::uint64_t index) : rest_(index) {}
  std::uint64_t take(std::uint64_t radix) {
    const std::uint64_t digit = rest_ % radix;
    rest_ /= radix;
    return digit;
  }

 private:
  std::uint64_t rest_;
};

using Row = spec::Conversion;

// A pattern and those beside it.
inline constexpr std::array<int, 3> kNeighbours = {0, 1, -1};

// Small numbers that people would try first.
std::uint64_t plain_count(const Row& row);
std::uint64_t plain_pattern(const Row& row, std::uint64_t index);
// Exactly half way between two neighbouring results, also just beyond the range.
std::uint64_t tie_count(const Row& row);
std::uint64_t tie_pattern(const Row& row, std::uint64_t index);
// One or two source patterns beside such a tie.
std::uint64_t beside_tie_count(const Row& row);
std::uint64_t beside_tie_pattern(const Row& row, std::uint64_t index);
// A power of two of source patterns beside such a tie, so that one bit of those below it decides:
// each such bit alone. None of sources of at most 16 bits.
std::uint64_t sticky_bit_count(const Row& row);
std::uint64_t sticky_bit_pattern(const Row& row, std::uint64_t index);
// Ties, and three quarters of the way, above a result that ends in that many ones, so that rounding
// up carries through them and no further. None of sources of at most 16 bits.
std::uint64_t carry_count(const Row& row);
std::uint64_t carry_pattern(const Row& row, std::uint64_t index);
// A quarter of the way, three quarters, exactly at a result, and the source patterns beside these:
// they tell nearest, directed and odd rounding apart.
std::uint64_t quarter_count(const Row& row);
std::uint64_t quarter_pattern(const Row& row, std::uint64_t index);
// The largest and smallest result in steps of a quarter ulp inward and beyond, and neighbours.
std::uint64_t limit_count(const Row& row);
std::uint64_t limit_pattern(const Row& row, std::uint64_t index);
// Numbers named by the pages or known from experience: witnesses of open rules, 2^24, 2^53 and
// similar.
std::uint64_t witness_count(const Row& row);
std::uint64_t witness_pattern(const Row& row, std::uint64_t index);
// Every power of two of the source, and its neighbours.
std::uint64_t power_count(const Row& row);
std::uint64_t power_pattern(const Row& row, std::uint64_t index);
// The special patterns of the source: zeros, infinities, NaNs, limits, subnormal limits.
std::uint64_t special_count(const Row& row);
std::uint64_t special_pattern(const Row& row, std::uint64_t index);
// NaNs of any payload and sign.
std::uint64_t nan_count(const Row& row);
std::uint64_t nan_pattern(const Row& row, std::uint64_t index);
// Around the smallest results of a floating-point destination, and its smallest normal one.
std::uint64_t tiny_count(const Row& row);
std::uint64_t tiny_pattern(const Row& row, std::uint64_t index);
// Every exponent (integers: leading bit) that matters to the destination, with free lower bits.
std::uint64_t near_range_count(const Row& row);
std::uint64_t near_range_pattern(const Row& row, std::uint64_t index);
// s64 to f32: just beside a tie, and exactly on it once rounded to the 53 bits of a double.
std::uint64_t double_rounding_count(const Row& row);
std::uint64_t double_rounding_pattern(const Row& row, std::uint64_t index);
// Any pattern; for 64-bit sources all ones, which is the plain number -1, is left out.
std::uint64_t free_count(const Row& row);
std::uint64_t free_pattern(const Row& row, std::uint64_t index);

}  // namespace vconform::generators
