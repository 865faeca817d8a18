// One element of vconv, for the kernels: from a pattern in a lane to a pattern. convert.cpp does
// the same once for all formats; the tests compare them.
#pragma once

#include "adapters/golden/kernels/kernel_table.h"
#include "adapters/golden/kernels/lanes.h"

namespace vconform::adapters::golden::kernels {
namespace {

// A floating-point pattern taken apart.
template <NumberType kFrom>
struct Parts {
  using From = Format<kFrom>;

  U32 negative;
  U32 magnitude;
  U32 field;

  VCONFORM_LANE explicit Parts(U32 x)
      : negative(sign_of<From::kBits>(x)),
        magnitude(x & From::kMagnitude),
        field(magnitude >> From::kFraction) {}

  // The significand with its hidden bit, kPlaces to the left. Subnormal numbers get a hidden bit,
  // too, which they do not have: callers detect them, and 0, by the magnitude where it matters.
  template <int kPlaces>
  VCONFORM_LANE U32 significand() const {
    constexpr U32 kFractionMask = (From::kHidden - 1) << kPlaces;
    return ((magnitude << kPlaces) & kFractionMask) | From::kHidden << kPlaces;
  }
};

// The pattern of a negative number is 0 - magnitude.
template <typename Word>
VCONFORM_LANE Word with_sign(Word magnitude, Word negative) {
  return (magnitude ^ negative) - negative;
}

VCONFORM_LANE U32 beyond(const VconvParameters& p, U32 negative) {
  return either(negative, p.beyond[0], p.beyond[1]);
}

// The magnitude of a floating-point number rounded to an integer, if it has kTop bits or fewer;
// unspecified for larger ones.
template <NumberType kFrom, Rounding kMode, int kTop>
VCONFORM_LANE U32 integer_magnitude(const Parts<kFrom>& x, const VconvParameters& p) {
  using From = Format<kFrom>;
  // Far enough to the left that the largest number needs no further shift to the left.
  constexpr int kPlaces = max_of(0, kTop - 1 - From::kFraction);
  // Shifted right by one more place than this, a number is below a half.
  constexpr int kToHalf = From::kFraction + 1 + kPlaces;
  constexpr U32 kLast = kToHalf < 31 ? kToHalf + 1 : 31;
  U32 significand = x.template significand<kPlaces>();
  if constexpr (kToHalf == 31) {
    // There is no room for such a shift: a number below a half only needs to differ from 0.
    constexpr U32 kTiny = sees_tiny(kMode) ? 1 : 0;
    significand = less(x.field, From::kBias - 1) ? kTiny : significand;
  }
  if constexpr (sees_tiny(kMode)) {
    significand = less(x.magnitude, p.zero_below) ? 0 : significand;
  }
  // Larger numbers have negative places, which are huge here.
  const U32 places = static_cast<U32>(From::kBias + From::kFraction + kPlaces) - x.field;
  return rounded<kMode>(significand, smaller(places, kLast), x.negative);
}

// The rounded integer without a limit: its low bits.
template <NumberType kFrom, Rounding kMode>
VCONFORM_LANE U32 integer_low_bits(const Parts<kFrom>& x, const VconvParameters& p) {
  using From = Format<kFrom>;
  constexpr U32 kInteger = From::kBias + From::kFraction;
  const U32 up = larger(x.field, kInteger) - kInteger;
  const U32 kept = x.template significand<0>() << smaller(up, 31);
  const U32 rounded_off = integer_magnitude<kFrom, kMode, From::kFraction + 1>(x, p);
  return less(x.field, kInteger) ? rounded_off : kept;
}

// Integers of up to 32 bits.
template <NumberType kFrom, NumberType kTo, Rounding kMode, Variant kVariant>
VCONFORM_LANE U32 float_to_integer(U32 pattern, const VconvParameters& p) {
  using From = Format<kFrom>;
  using To = Format<kTo>;
  constexpr bool kIsSigned = To::kFormat.is_signed();
  constexpr U32 kHighest = kIsSigned ? To::kMagnitude : To::kMagnitude | To::kSign;
  const Parts<kFrom> x(pattern);
  U32 magnitude = 0;
  if constexpr (kFrom == NumberType::kF16) {
    // All numbers of the format have 16 bits: CTRL[59] only moves the limit.
    magnitude = integer_magnitude<kFrom, kMode, 16>(x, p);
  } else if constexpr (kVariant == Variant::kRare) {
    magnitude = integer_low_bits<kFrom, kMode>(x, p);
  } else {
    magnitude = integer_magnitude<kFrom, kMode, To::kBits - 1>(x, p);
  }
  const U32 limit = kIsSigned ? kHighest - x.negative : kHighest & ~x.negative;
  magnitude = less(x.magnitude, beyond(p, x.negative)) ? magnitude : limit;
  magnitude = less(From::kInfinity, x.magnitude) ? 0 : magnitude;
  return with_sign(magnitude, x.negative);
}

// f32 to s64: rounds in 32 bits, in which all numbers with a fraction fit, and shifts in 64.
template <Rounding kMode>
VCONFORM_LANE U64 f32_to_s64(U32 pattern, const VconvParameters& p) {
  using From = Format<NumberType::kF32>;
  constexpr U32 kInteger = From::kBias + From::kFraction;
  const Parts<NumberType::kF32> x(pattern);
  const U32 down = kInteger - smaller(x.field, kInteger);
  const U32 up = larger(x.field, kInteger) - kInteger;
  U32 significand = x.significand<0>();
  if constexpr (sees_tiny(kMode)) {
    significand = less(x.magnitude, p.zero_below) ? 0 : significand;
  }
  U32 whole = rounded<kMode>(significand, smaller(down, 25), x.negative);
  whole = less(From::kInfinity, x.magnitude) ? 0 : whole;
  const U64 magnitude = U64{whole} << smaller(up, 40);
  const U64 negative =
      static_cast<U64>(static_cast<std::int64_t>(static_cast<std::int32_t>(x.negative)));
  constexpr U64 kHighest = ~U64{0} >> 1;
  const U64 limited = static_cast<std::int64_t>(magnitude) < 0 ? kHighest - negative : magnitude;
  return with_sign(limited, negative);
}

// Replaces numbers out of range, infinities and NaN, and sets the sign.
template <NumberType kFrom, NumberType kTo, Rounding kMode>
VCONFORM_LANE U32 in_float_range(U32 magnitude, const Parts<kFrom>& x, const VconvParameters& p) {
  using From = Format<kFrom>;
  constexpr bool kIsNearest = kMode <= Rounding::kNearestEven || kMode == Rounding::kNearestAway;
  const U32 sign = x.negative & Format<kTo>::kSign;
  U32 result = 0;
  if constexpr (kIsNearest) {
    // An overflow gives the same as an infinity, on either side.
    result = sign | (less(x.magnitude, p.beyond[0]) ? magnitude : p.infinity);
  } else if constexpr (kMode == Rounding::kFloor || kMode == Rounding::kCeil) {
    const U32 beyond_result = either(x.negative, p.beyond_result[0], p.beyond_result[1]);
    result = less(x.magnitude, beyond(p, x.negative)) ? magnitude : beyond_result;
    result = sign | (x.magnitude == From::kInfinity ? p.infinity : result);
  } else {
    result = less(x.magnitude, p.beyond[0]) ? magnitude : p.beyond_result[0];
    result = sign | (x.magnitude == From::kInfinity ? p.infinity : result);
  }
  return less(From::kInfinity, x.magnitude) ? p.nan : result;
}

// f32 to f16 and bf16.
template <NumberType kTo, Rounding kMode, Variant kVariant>
VCONFORM_LANE U32 f32_to_half(U32 pattern, const VconvParameters& p) {
  using From = Format<NumberType::kF32>;
  using To = Format<kTo>;
  constexpr U32 kDropped = From::kFraction - To::kFraction;
  // The exponent fields of f32 below those of the destination.
  constexpr U32 kBelow = From::kBias - To::kBias;
  const Parts<NumberType::kF32> x(pattern);
  U32 magnitude = 0;
  if constexpr (kBelow == 0) {
    // With equal exponent ranges the rest of the pattern is cut off, subnormal or not.
    U32 whole = x.magnitude;
    if constexpr (kVariant == Variant::kRare) {
      whole = less(whole, p.zero_below) ? 0 : whole;
    }
    magnitude = rounded<kMode>(whole, kDropped, x.negative);
  } else {
    // From the field of the smallest normal number on a fixed number of places is lost; below, one
    // more for each field.
    constexpr U32 kLast = kDropped + To::kFraction + 2;
    const U32 field = larger(x.field, kBelow + 1);
    const U32 lost = kDropped + kBelow + 1 - smaller(x.field, kBelow + 1);
    U32 significand = x.significand<0>();
    if constexpr (sees_tiny(kMode)) {
      significand = less(x.magnitude, p.zero_below) ? 0 : significand;
    }
    // The hidden bit of a normal significand adds the one that the field lacks.
    magnitude = ((field - kBelow - 1) << To::kFraction) +
                rounded<kMode>(significand, smaller(lost, kLast), x.negative);
  }
  if constexpr (kVariant == Variant::kRare) {
    magnitude = less(magnitude, p.result_zero_below) ? 0 : magnitude;
  }
  return in_float_range<NumberType::kF32, kTo, kMode>(magnitude, x, p);
}

// f32 to f32: to an integral value. The pattern of a number of 1 or more is rounded as a whole; a
// carry moves into the exponent.
template <Rounding kMode>
VCONFORM_LANE U32 f32_to_integral(U32 pattern, const VconvParameters& p) {
  using From = Format<NumberType::kF32>;
  constexpr U32 kInteger = From::kBias + From::kFraction;
  constexpr U32 kOne = U32{From::kBias} << From::kFraction;
  constexpr U32 kHalf = kOne - From::kHidden;
  const Parts<NumberType::kF32> x(pattern);
  const U32 places = kInteger - smaller(x.field, kInteger);
  const U32 fitting = smaller(places, From::kFraction);
  U32 magnitude = rounded<kMode>(x.magnitude, fitting, x.negative) << fitting;
  U32 small = 0;
  if constexpr (kMode == Rounding::kFloor || kMode == Rounding::kCeil) {
    const U32 away = kMode == Rounding::kFloor ? x.negative : ~x.negative;
    small = less(x.magnitude, p.zero_below) ? 0 : kOne & away;
  } else if constexpr (kMode != Rounding::kTowardZero) {
    constexpr U32 kFirst = kHalf + (kMode == Rounding::kNearestAway ? 0 : 1);
    small = less(x.magnitude, kFirst) ? 0 : kOne;
  }
  magnitude = less(x.magnitude, kOne) ? small : magnitude;
  // -0 becomes +0.
  const U32 sign = magnitude != 0 ? x.negative & From::kSign : 0;
  return less(From::kInfinity, x.magnitude) ? From::kQuietNan : magnitude | sign;
}

// f16 and bf16 to f32: exact.
template <NumberType kFrom>
VCONFORM_LANE U32 half_to_f32(U32 pattern, const VconvParameters& p) {
  using From = Format<kFrom>;
  using To = Format<NumberType::kF32>;
  constexpr U32 kGained = To::kFraction - From::kFraction;
  constexpr U32 kBelow = To::kBias - From::kBias;
  const Parts<kFrom> x(pattern);
  U32 magnitude = (x.magnitude << kGained) + (kBelow << To::kFraction);
  if constexpr (kBelow != 0) {
    const auto [fraction, places] = normalised<16>(x.magnitude);
    // Bit 15 of the normalised word becomes the hidden bit, which adds 1 to the field.
    const U32 field = kBelow + (15 - From::kFraction) - places;
    const U32 subnormal = (field << To::kFraction) + (fraction << (To::kFraction - 15));
    // g++-12 makes a branch of a choice between these two, and then does not vectorise.
    const U32 is_subnormal = 0 - static_cast<U32>(x.field == 0);
    magnitude ^= (magnitude ^ subnormal) & is_subnormal;
    magnitude = x.magnitude == From::kInfinity ? To::kInfinity : magnitude;
  }
  magnitude = less(x.magnitude, p.zero_below) ? 0 : magnitude;
  const U32 result = magnitude | (x.negative & To::kSign);
  return less(From::kInfinity, x.magnitude) ? To::kQuietNan : result;
}

// The increment of a magnitude that loses its low `lost` bits.
template <Rounding kMode, typename Word>
VCONFORM_LANE Word increment(Word kept, Word rest, int lost, Word negative) {
  // The sums stay in the word, whichever bit the magnitude starts with.
  const Word mask = (Word{1} << lost) - 1;
  const Word half = Word{1} << (lost - 1);
  if constexpr (kMode == Rounding::kNearestAway) {
    return (rest + half) >> lost;
  } else if constexpr (kMode == Rounding::kFloor) {
    return (rest + (mask & negative)) >> lost;
  } else if constexpr (kMode == Rounding::kCeil) {
    return (rest + (mask & ~negative)) >> lost;
  } else if constexpr (kMode == Rounding::kTowardZero) {
    return 0;
  } else {
    return (rest + (half - 1) + (kept & 1)) >> lost;
  }
}

// Integers to floating-point: never out of range.
template <NumberType kFrom, NumberType kTo, Rounding kMode, typename Word>
VCONFORM_LANE U32 integer_to_float(Word magnitude, Word negative) {
  using To = Format<kTo>;
  constexpr int kBits = Format<kFrom>::kBits;
  constexpr int kLost = kBits - 1 - To::kFraction;
  // The exponent field of a number that needs no shift, less the one that the hidden bit adds.
  constexpr U32 kField = To::kBias + kBits - 2;
  const auto [word, places] = normalised<kBits>(magnitude);
  const U32 field = (kField - places) << To::kFraction;
  U32 significand = 0;
  if constexpr (kLost > 0) {
    const Word kept = word >> kLost;
    const Word rest = word & ((Word{1} << kLost) - 1);
    significand = static_cast<U32>(kept + increment<kMode>(kept, rest, kLost, negative));
  } else {
    significand = static_cast<U32>(word << -kLost);
  }
  const U32 result = field + significand + (static_cast<U32>(negative) & To::kSign);
  return magnitude == 0 ? 0 : result;
}

template <NumberType kFrom, NumberType kTo, Rounding kMode>
VCONFORM_LANE U32 small_integer_to_float(U32 pattern) {
  constexpr int kBits = Format<kFrom>::kBits;
  constexpr bool kIsSigned = Format<kFrom>::kFormat.is_signed();
  const U32 negative = kIsSigned ? sign_of<kBits>(pattern) : 0;
  const U32 number = pattern | (negative << (kBits - 1));
  return integer_to_float<kFrom, kTo, kMode>(with_sign(number, negative), negative);
}

template <Rounding kMode>
VCONFORM_LANE U32 s64_to_f32(U64 pattern) {
  const auto negative = static_cast<U64>(static_cast<std::int64_t>(pattern) >> 63);
  return integer_to_float<NumberType::kS64, NumberType::kF32, kMode>(with_sign(pattern, negative),
                                                                     negative);
}

// s64 to s32 and s32 to s16.
template <typename Signed>
VCONFORM_LANE U32 narrowed(Signed number, const VconvParameters& p) {
  const auto lowest = static_cast<Signed>(p.lowest);
  const auto highest = static_cast<Signed>(p.highest);
  const Signed at_least = number < lowest ? lowest : number;
  return static_cast<U32>(at_least > highest ? highest : at_least);
}

}  // namespace
}  // namespace vconform::adapters::golden::kernels
