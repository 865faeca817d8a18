#include "oracle/number/round.h"

#include <algorithm>
#include <cassert>

namespace vconform::oracle {

namespace {

using spec::Rounding;

// The discarded bits, as rounding sees them.
struct Discarded {
  bool first;  // G, the first discarded bit
  bool rest;   // S, any of the others
  bool last_kept;

  bool none() const { return !first && !rest; }
};

// Splits off the low `discarded` bits of a magnitude other than 0; `kept` is the rest.
Discarded discarded_bits(const Integer& magnitude, unsigned discarded, const Integer& kept) {
  return {boost::multiprecision::bit_test(magnitude, discarded - 1),
          boost::multiprecision::lsb(magnitude) < discarded - 1,
          boost::multiprecision::bit_test(kept, 0)};
}

// Whether the result is the multiple next to the value away from zero: the list of modes of vconv.
bool rounds_away(Rounding rounding, bool negative, const Discarded& bits) {
  const bool exact = bits.none();
  switch (rounding) {
    // 留空(null)默认为R模式。 Left empty (null), the mode is R.
    // R:四舍五入,偶数优先: to nearest, even numbers preferred.
    case Rounding::kNull:
    case Rounding::kNearestEven:
      return bits.first && (bits.rest || bits.last_kept);
    // A:四舍五入,中间值向远离零的方向取整: to nearest, values in the middle away from zero.
    case Rounding::kNearestAway:
      return bits.first;
    // F:向下取整: downward.
    case Rounding::kFloor:
      return !exact && negative;
    // C:向上取整: upward.
    case Rounding::kCeil:
      return !exact && !negative;
    // Z:向零取整: toward zero.
    case Rounding::kTowardZero:
      return false;
    // O:向奇数取整(冯·诺依曼舍入): to odd (von Neumann rounding).
    case Rounding::kOdd:
      return !exact && !bits.last_kept;
  }
  assert(false && "no such rounding");
  return false;
}

}  // namespace

bool Rounded::goes_away(Rounding rounding) const {
  const Discarded bits{tie || nearer_away, !exact && !tie,
                       boost::multiprecision::bit_test(toward_zero.magnitude, 0)};
  return !exact && rounds_away(rounding, toward_zero.negative, bits);
}

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
  Integer count = value.magnitude >> discarded;
  const Discarded bits = discarded_bits(value.magnitude, discarded, count);
  rounded.exact = bits.none();
  rounded.tie = bits.first && !bits.rest;
  rounded.nearer_away = bits.first && bits.rest;
  rounded.toward_zero = finite_value(value.negative, count, grid);
  rounded.away_from_zero =
      rounded.exact ? rounded.toward_zero : finite_value(value.negative, ++count, grid);
  rounded.value = rounded.by(rounding);
  return rounded;
}

ExactValue rounded_multiple(const ExactValue& value, int grid, Rounding rounding) {
  assert(value.kind == ValueKind::kFinite);
  if (value.is_zero() || value.exponent >= grid) {
    return value;
  }
  const auto discarded = static_cast<unsigned>(grid - value.exponent);
  Integer count = value.magnitude >> discarded;
  if (rounds_away(rounding, value.negative, discarded_bits(value.magnitude, discarded, count))) {
    ++count;
  }
  return finite_value(value.negative, count, grid);
}

int grid_of(const spec::NumberFormat& format, const ExactValue& value) {
  if (!format.is_floating() || value.is_zero()) {
    return 0;
  }
  return std::max(leading_exponent(value) - format.fraction_bits, format.min_subnormal_exponent());
}

}  // namespace vconform::oracle
