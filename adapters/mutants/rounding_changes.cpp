// Wrong rounding, and what is wrong with single rows of the vconv table.
#include <bit>

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/changes.h"
#include "adapters/mutants/elements.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using spec::Cell;
using spec::Rounding;

golden::RoundMagnitude& rounding(Behaviour& golden, Rounding mode) {
  return golden.round[static_cast<std::size_t>(mode)];
}

std::uint64_t nearest_odd(const golden::Tail& tail) {
  return tail.kept + (tail.guard && (tail.sticky || !tail.last()) ? 1 : 0);
}

std::uint64_t always_odd(const golden::Tail& tail) {
  return tail.kept | 1;
}

golden::Unpacked unpack_s64_as_double(const spec::NumberFormat& from, std::uint64_t pattern) {
  constexpr int kDoublePrecision = 53;
  golden::Unpacked value = golden::unpack(from, pattern);
  const int excess = static_cast<int>(std::bit_width(value.significand)) - kDoublePrecision;
  if (from.type == spec::NumberType::kS64 && excess > 0) {
    value.significand =
        golden::nearest_even(golden::shift_right(value.significand, excess, value.negative));
    value.exponent = excess;
  }
  return value;
}

// Truncates, with inf for every source beyond MAX while CTRL[48]=1.
std::uint64_t inf_beyond_max(const Cell& cell, std::uint64_t ctrl, std::uint64_t source) {
  static const Behaviour kBeyondMax = [] {
    Behaviour golden = golden::golden_behaviour();
    golden.pin(golden::choice("overflow.directed", "inf-beyond-max"));
    return golden;
  }();
  const Cell truncating = {cell.row, Rounding::kTowardZero};
  return golden::convert(kBeyondMax, golden::element_conversion(kBeyondMax, truncating, ctrl),
                         source);
}

bool rounds_to_nearest(Rounding mode) {
  return mode == Rounding::kNull || mode == Rounding::kNearestEven ||
         mode == Rounding::kNearestAway;
}

// Makes one instruction round toward zero.
void truncate_only(golden::VectorWalk& walk, const Cell& which) {
  if (walk.cell == which) {
    walk.cell.rounding = Rounding::kTowardZero;
  }
}

constexpr std::uint16_t row_of_pair(spec::NumberType from, spec::NumberType to) {
  for (const spec::Conversion& row : spec::kConversions) {
    if (row.source == from && row.destination == to) {
      return row.number;
    }
  }
  return spec::kConversions.size();
}

using spec::NumberType;
constexpr std::uint16_t kF32ToF16 = row_of_pair(NumberType::kF32, NumberType::kF16);
constexpr Cell kF32ToBf16Odd = {row_of_pair(NumberType::kF32, NumberType::kBf16), Rounding::kOdd};
constexpr Cell kF32ToS16Bare = {row_of_pair(NumberType::kF32, NumberType::kS16), Rounding::kNull};
constexpr Cell kBf16ToF32Away = {row_of_pair(NumberType::kBf16, NumberType::kF32),
                                 Rounding::kNearestAway};

}  // namespace

void round_half_away(Behaviour& golden) {
  rounding(golden, Rounding::kNull) = golden::nearest_away;
  rounding(golden, Rounding::kNearestEven) = golden::nearest_away;
}

void odd_is_nearest(Behaviour& golden) {
  rounding(golden, Rounding::kOdd) = nearest_odd;
}

void trunc_is_floor(Behaviour& golden) {
  rounding(golden, Rounding::kTowardZero) = golden::floor;
}

void s64_through_double(Behaviour& golden) {
  golden.unpack = unpack_s64_as_double;
}

void away_is_even(Behaviour& golden) {
  rounding(golden, Rounding::kNearestAway) = golden::nearest_even;
}

void floor_is_trunc(Behaviour& golden) {
  rounding(golden, Rounding::kFloor) = golden::toward_zero;
}

void ceil_is_trunc(Behaviour& golden) {
  rounding(golden, Rounding::kCeil) = golden::toward_zero;
}

void bare_name_truncates(Behaviour& golden) {
  rounding(golden, Rounding::kNull) = golden::toward_zero;
}

void range_before_rounding(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    if (!is_half(cell.conversion().to()) || !rounds_to_nearest(cell.rounding)) {
      return result;
    }
    const std::uint64_t tested = inf_beyond_max(cell, ctrl, source);
    return is_infinite(cell.conversion().to(), tested) ? tested : result;
  };
}

void f322f16_unsupported(Behaviour& golden) {
  golden.supports = [](const Cell& cell) { return cell.row != kF32ToF16; };
}

void bf16_odd_truncates(Behaviour& golden) {
  golden.walk = [](golden::VectorWalk& walk) { truncate_only(walk, kF32ToBf16Odd); };
}

void f322s16_bare_truncates(Behaviour& golden) {
  golden.walk = [](golden::VectorWalk& walk) { truncate_only(walk, kF32ToS16Bare); };
}

void bf16_alias_loses_a_bit(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t, std::uint64_t result) {
    const spec::NumberFormat& to = cell.conversion().to();
    if (cell != kBf16ToF32Away || is_nan(to, result) || is_infinite(to, result)) {
      return result;
    }
    return result & ~(std::uint64_t{1} << (to.bits - cell.conversion().from().bits));
  };
}

void odd_moves_exact_values(Behaviour& golden) {
  rounding(golden, Rounding::kOdd) = always_odd;
}

}  // namespace vconform::adapters::mutants
