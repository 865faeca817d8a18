// The value families that are made from the source format and from lists of numbers.
#include <algorithm>
#include <array>

#include "generators/number/exact_pattern.h"
#include "generators/number/tie_grid.h"
#include "generators/number/value_families.h"

namespace vconform::generators {

namespace {

struct Number {
  std::int64_t significand;
  int exponent = 0;
};

std::uint64_t pattern_of(const Row& row, const Number& number) {
  const bool negative = number.significand < 0;
  const auto bits = static_cast<std::uint64_t>(number.significand);
  return pattern_toward_zero(row.from(), {negative, negative ? ~bits + 1 : bits, number.exponent});
}

constexpr std::array kPlain = {
    Number{0},      Number{1},      Number{-1},    Number{2},     Number{5, -1},  Number{-5, -1},
    Number{1, -1},  Number{-1, -1}, Number{3, -1}, Number{7},     Number{-8},     Number{10},
    Number{-3, -1}, Number{1, -2},  Number{3, -2}, Number{7, -1}, Number{21, -1}, Number{100},
    Number{-100},   Number{127},    Number{255},   Number{-128},  Number{1000},   Number{-3},
};

constexpr std::array kWitnesses = {
    // overflow.directed, overflow.odd: the f16 limit, its half ulp, and beyond.
    Number{65504},
    Number{65510},
    Number{65519},
    Number{65520},
    Number{65521},
    Number{65535},
    Number{65536},
    Number{65537},
    Number{131008},
    Number{-65510},
    Number{-65520},
    Number{-65537},
    // subnormal.results: the bf16 to f16 example, 48.75 * 2^-24.
    Number{195, -26},
    Number{-195, -26},
    // round.odd-is-von-neumann: 2.2, 3.7, 4.2 as the nearest quarters every source has.
    Number{9, -2},
    Number{15, -2},
    Number{17, -2},
    Number{-9, -2},
    // round.once-then-range: 127.5 and similar numbers.
    Number{255, -1},
    Number{-257, -1},
    Number{511, -1},
    Number{15, -1},
    Number{-17, -1},
    // The numbers at which f32, f64 and the integers lose their last bits, and edge.s32-max.
    Number{16777215},
    Number{16777216},
    Number{16777217},
    Number{16777219},
    Number{-16777217},
    Number{8388607},
    Number{8388609},
    Number{16777215, -1},
    Number{2147483520},
    Number{2147483647},
    Number{2147483648},
    Number{-2147483648},
    Number{-2147483649},
    Number{9007199254740991},
    Number{9007199254740993},
    Number{-9007199254740993},
    Number{1, 63},
    Number{-1, 63},
    Number{32767},
    Number{32768},
    Number{-32769},
    // ctrl.59: the low bits differ from the limit.
    Number{300},
    Number{-300},
    Number{511},
    Number{65537},
    Number{100000},
    Number{4294967297},
    Number{-4294967298},
    Number{98765432101},
};

}  // namespace

std::uint64_t plain_count(const Row&) {
  return kPlain.size();
}
std::uint64_t plain_pattern(const Row& row, std::uint64_t index) {
  return pattern_of(row, kPlain[index]);
}

std::uint64_t witness_count(const Row&) {
  return kWitnesses.size();
}
std::uint64_t witness_pattern(const Row& row, std::uint64_t index) {
  return pattern_of(row, kWitnesses[index]);
}

namespace {

struct Exponents {
  int low;
  int high;
  std::uint64_t count() const { return static_cast<std::uint64_t>(high - low + 1); }
  // 0, 1, 2, ... high, then downward, so that the simplest stands first.
  int at(std::uint64_t index) const {
    const int up = static_cast<int>(index) + std::max(low, 0);
    return up <= high ? up : low + static_cast<int>(count() - 1 - index);
  }
};

Exponents source_exponents(const spec::NumberFormat& format) {
  return format.is_floating() ? Exponents{format.min_subnormal_exponent(), format.max_exponent()}
                              : Exponents{0, format.bits - 1};
}

}  // namespace

std::uint64_t power_count(const Row& row) {
  return kNeighbours.size() * 2 * source_exponents(row.from()).count();
}

std::uint64_t power_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const Exponents exponents = source_exponents(row.from());
  const int steps = kNeighbours[digits.take(kNeighbours.size())];
  const bool negative = digits.take(2) != 0;
  const int exponent = exponents.at(digits.take(exponents.count()));
  const std::uint64_t power = pattern_toward_zero(row.from(), {negative, 1, exponent});
  return pattern_beside(row.from(), power, steps);
}

namespace {

constexpr std::uint64_t kFloatSpecials = 11;

std::uint64_t float_special(const spec::NumberFormat& format, std::uint64_t which) {
  const std::uint64_t inf = format.infinity_pattern();
  const std::uint64_t quiet = (format.fraction_mask() + 1) / 2;
  const std::array<std::uint64_t, kFloatSpecials> patterns = {0,
                                                              inf,
                                                              inf | quiet,
                                                              inf | 1,
                                                              inf | quiet / 2,
                                                              inf | format.fraction_mask(),
                                                              inf | quiet | 1,
                                                              1,
                                                              format.fraction_mask(),
                                                              format.fraction_mask() + 1,
                                                              inf - 1};
  return patterns[which];
}

}  // namespace

std::uint64_t special_count(const Row& row) {
  return row.from().is_floating() ? 2 * kFloatSpecials : 4;
}

std::uint64_t special_pattern(const Row& row, std::uint64_t index) {
  const spec::NumberFormat& from = row.from();
  if (!from.is_floating()) {
    const std::uint64_t top = from.is_signed() ? from.sign_mask() : (from.pattern_mask() >> 1) + 1;
    const std::array<std::uint64_t, 4> patterns = {0, from.pattern_mask(), top - 1, top};
    return patterns[index];
  }
  Digits digits(index);
  const std::uint64_t pattern = float_special(from, digits.take(kFloatSpecials));
  return digits.take(2) != 0 ? pattern | from.sign_mask() : pattern;
}

std::uint64_t nan_count(const Row& row) {
  return row.from().is_floating() ? 2 * row.from().fraction_mask() : 0;
}

std::uint64_t nan_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t sign = digits.take(2) != 0 ? row.from().sign_mask() : 0;
  return sign | row.from().infinity_pattern() | (1 + digits.take(row.from().fraction_mask()));
}

namespace {

// The exponents of source numbers whose result is neither far below nor far beyond the destination.
Exponents near_range(const Row& row) {
  const spec::NumberFormat& to = row.to();
  const Exponents source = source_exponents(row.from());
  const Exponents wanted = rounds_to_integers(row)
                               ? Exponents{-2, std::min(to.bits, 64) + 1}
                               : Exponents{to.min_subnormal_exponent() - 2, to.max_exponent() + 2};
  return {std::max(source.low, wanted.low), std::min(source.high, wanted.high)};
}

// The number of bits below the leading one; 40 suffice to reach past every destination's last bit.
int lower_bits(const spec::NumberFormat& from) {
  return from.is_floating() ? from.fraction_bits : std::min(from.bits - 1, 40);
}

}  // namespace

std::uint64_t near_range_count(const Row& row) {
  return near_range(row).count() * 2 * (std::uint64_t{1} << lower_bits(row.from()));
}

std::uint64_t near_range_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const Exponents exponents = near_range(row);
  const int exponent = exponents.at(digits.take(exponents.count()));
  const bool negative = digits.take(2) != 0;
  const int lower = lower_bits(row.from());
  const std::uint64_t leading = std::uint64_t{1} << lower;
  return pattern_toward_zero(row.from(),
                             {negative, leading | digits.take(leading), exponent - lower});
}

namespace {

// Leading bits of s64 numbers with more than the 53 bits of a double and enough more than the 24 of
// f32 that bits remain between a tie and its double.
constexpr int kDoublePrecision = 53;
constexpr int kLowestTrap = kDoublePrecision + 1;
constexpr std::uint64_t kTrapExponents = 62 - kLowestTrap + 1;
constexpr std::uint64_t kMaxDistance = std::uint64_t{1} << (62 - kDoublePrecision);

}  // namespace

std::uint64_t double_rounding_count(const Row& row) {
  const bool has = row.source == spec::NumberType::kS64 && row.to().is_floating();
  return has ? kTrapExponents * 4 * kMaxDistance * (row.to().fraction_mask() + 1) : 0;
}

std::uint64_t double_rounding_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const int top = kLowestTrap + static_cast<int>(digits.take(kTrapExponents));
  const bool negative = digits.take(2) != 0;
  const bool above = digits.take(2) != 0;
  // At most half the last bit of a double: it rounds back to the tie, whose double is even.
  const std::uint64_t most = std::uint64_t{1} << (top - kDoublePrecision);
  const std::uint64_t distance = 1 + digits.take(kMaxDistance) % most;
  const std::uint64_t hidden = row.to().fraction_mask() + 1;
  const std::uint64_t k = hidden + digits.take(hidden);
  const std::uint64_t tie = (2 * k + 1) << (top - row.to().precision());
  return pattern_toward_zero(row.from(), {negative, above ? tie + distance : tie - distance, 0});
}

std::uint64_t free_count(const Row& row) {
  return row.from().bits == 64 ? row.from().pattern_mask() : row.from().pattern_mask() + 1;
}

std::uint64_t free_pattern(const Row&, std::uint64_t index) {
  return index;
}

}  // namespace vconform::generators
