#include "oracle/round.h"

#include <algorithm>
#include <cassert>

namespace vconform::oracle {

namespace {

using spec::Rounding;

// What is discarded, and the last bit that is kept.
struct Discarded {
  bool first;  // G, the first discarded bit
  bool rest;   // S, any of the others
  bool last_kept;
};

// Whether the result is the multiple next to the value away from zero.
bool rounds_away(Rounding rounding, bool negative, const Discarded& bits) {
  const bool exact = !bits.first && !bits.rest;
  switch (rounding) {
    case Rounding::kNull:
    case Rounding::kNearestEven:
      return bits.first && (bits.rest || bits.last_kept);
    case Rounding::kNearestAway:
      return bits.first;
    case Rounding::kFloor:
      return !exact && negative;
    case Rounding::kCeil:
      return !exact && !negative;
    case Rounding::kTowardZero:
      return false;
    case Rounding::kOdd:
      return !exact && !bits.last_kept;
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
  const auto discarded = static_cast<unsigned>(grid - value.exponent);
  const unsigned lowest = boost::multiprecision::lsb(value.magnitude);
  Integer count = value.magnitude >> discarded;
  const Discarded bits{boost::multiprecision::bit_test(value.magnitude, discarded - 1),
                       lowest < discarded - 1, boost::multiprecision::bit_test(count, 0)};
  rounded.exact = lowest >= discarded;
  rounded.tie = bits.first && !bits.rest;
  rounded.toward_zero = finite_value(value.negative, count, grid);
  rounded.away_from_zero =
      rounded.exact ? rounded.toward_zero : finite_value(value.negative, ++count, grid);
  rounded.value =
      rounds_away(rounding, value.negative, bits) ? rounded.away_from_zero : rounded.toward_zero;
  return rounded;
}

int grid_of(const spec::NumberFormat& format, const ExactValue& value) {
  if (!format.is_floating() || value.is_zero()) {
    return 0;
  }
  return std::max(leading_exponent(value) - format.fraction_bits, format.min_subnormal_exponent());
}

}  // namespace vconform::oracle
