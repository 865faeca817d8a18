#include "oracle/round.h"

#include <algorithm>
#include <cassert>

namespace vconform::oracle {

namespace {

using spec::Rounding;

// The multiple toward zero has magnitude `count`, the discarded part is `rest` of `whole`.
bool rounds_away(Rounding rounding, bool negative, const Integer& count, const Integer& rest,
                 const Integer& whole) {
  const bool exact = rest == 0;
  const bool at_least_half = 2 * rest >= whole;
  const bool more_than_half = 2 * rest > whole;
  const bool count_is_odd = boost::multiprecision::bit_test(count, 0);
  switch (rounding) {
    case Rounding::kNull:
    case Rounding::kNearestEven:
      return more_than_half || (at_least_half && count_is_odd);
    case Rounding::kNearestAway:
      return at_least_half;
    case Rounding::kFloor:
      return !exact && negative;
    case Rounding::kCeil:
      return !exact && !negative;
    case Rounding::kTowardZero:
      return false;
    case Rounding::kOdd:
      return !exact && !count_is_odd;
  }
  assert(false && "no such rounding");
  return false;
}

}  // namespace

Rounded round_to_multiple(const ExactValue& value, int grid, Rounding rounding) {
  assert(value.kind == ValueKind::kFinite);
  Rounded rounded;
  rounded.grid = grid;
  if (value.is_zero() || value.exponent >= grid) {
    rounded.value = rounded.toward_zero = rounded.away_from_zero = value;
    rounded.exact = true;
    return rounded;
  }
  const int discarded = grid - value.exponent;
  const Integer whole = Integer(1) << discarded;
  const Integer count = value.magnitude >> discarded;
  const Integer rest = value.magnitude - (count << discarded);
  rounded.exact = rest == 0;
  rounded.tie = 2 * rest == whole;
  rounded.toward_zero = finite_value(value.negative, count, grid);
  rounded.away_from_zero =
      rounded.exact ? rounded.toward_zero : finite_value(value.negative, count + 1, grid);
  rounded.value = rounds_away(rounding, value.negative, count, rest, whole) ? rounded.away_from_zero
                                                                            : rounded.toward_zero;
  return rounded;
}

int grid_of(const spec::NumberFormat& format, const ExactValue& value) {
  if (!format.is_floating() || value.is_zero()) {
    return 0;
  }
  return std::max(leading_exponent(value) - format.fraction_bits, format.min_subnormal_exponent());
}

}  // namespace vconform::oracle
