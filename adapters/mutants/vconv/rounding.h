// Mutants with wrong rounding, and with one wrong row of the vconv table.
#pragma once

#include <bit>

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/row.h"
#include "adapters/mutants/vconv/witness.h"

namespace vconform::adapters::mutants::vconv {

using spec::Cell;
using spec::Rounding;

inline golden::RoundMagnitude& rounding(Behaviour& golden, Rounding mode) {
  return golden.round[static_cast<std::size_t>(mode)];
}

inline golden::Unpacked unpack_s64_as_double(const NumberFormat& from, std::uint64_t pattern) {
  constexpr int kDoublePrecision = 53;
  golden::Unpacked value = golden::unpack(from, pattern);
  const int excess = static_cast<int>(std::bit_width(value.significand)) - kDoublePrecision;
  if (from.type == NumberType::kS64 && excess > 0) {
    value.significand =
        golden::nearest_even(golden::shift_right(value.significand, excess, value.negative));
    value.exponent = excess;
  }
  return value;
}

// Truncates, with inf for every source beyond MAX while CTRL[48]=1.
inline std::uint64_t inf_beyond_max(const VconvElement& element) {
  static const Behaviour kBeyondMax = [] {
    Behaviour golden = golden::golden_behaviour();
    golden.pin(golden::choice("overflow.directed", "inf-beyond-max"));
    return golden;
  }();
  const Cell truncating = {element.cell.row, Rounding::kTowardZero};
  return golden::convert(
      kBeyondMax, golden::element_conversion(kBeyondMax, truncating, element.ctrl), element.source);
}

inline bool rounds_to_nearest(Rounding mode) {
  return mode == Rounding::kNull || mode == Rounding::kNearestEven ||
         mode == Rounding::kNearestAway;
}

// Makes one instruction round toward zero.
inline void truncate_only(golden::VectorWalk& walk, const Cell& which) {
  if (walk.cell == which) {
    walk.cell.rounding = Rounding::kTowardZero;
  }
}

constexpr std::uint16_t row_of_pair(NumberType from, NumberType to) {
  for (const spec::Conversion& row : spec::kConversions) {
    if (row.source == from && row.destination == to) {
      return row.number;
    }
  }
  return spec::kConversions.size();
}

inline constexpr std::uint16_t kF32ToF16 = row_of_pair(NumberType::kF32, NumberType::kF16);
inline constexpr Cell kF32ToBf16Odd = {row_of_pair(NumberType::kF32, NumberType::kBf16),
                                       Rounding::kOdd};
inline constexpr Cell kF32ToS16Bare = {row_of_pair(NumberType::kF32, NumberType::kS16),
                                       Rounding::kNull};
inline constexpr Cell kBf16ToF32Away = {row_of_pair(NumberType::kBf16, NumberType::kF32),
                                        Rounding::kNearestAway};

inline constexpr Row kRounding[] = {
    {1, "round-half-away", "r and the bare name round ties away from zero",
     "round.nearest-ties-to-even",
     [](Behaviour& golden) {
       rounding(golden, Rounding::kNull) = golden::nearest_away;
       rounding(golden, Rounding::kNearestEven) = golden::nearest_away;
     },
     [] {
       // 2.5 compared with 3.5 and 2.25.
       return by_value("vconv_f322s32r", {0x40200000}, {0x40600000, 0x40100000}) +
              by_instruction({0x4100}, "vconv_f162s8", "vconv_f162s8a");
     }},
    {2, "odd-is-nearest", "o rounds to nearest, ties to odd", "round.odd-is-von-neumann",
     [](Behaviour& golden) {
       rounding(golden, Rounding::kOdd) = [](const golden::Tail& tail) {
         return tail.kept + (tail.guard && (tail.sticky || !tail.last()) ? 1 : 0);
       };
     },
     // 1024.25 and 1025.25, in steps of 1.
     [] { return by_value("vconv_f322f16o", {0x44800800}, {0x44802800, 0x44801000}); }},
    {3, "trunc-is-floor", "z rounds negative values down", "round.toward-zero",
     [](Behaviour& golden) { rounding(golden, Rounding::kTowardZero) = golden::floor; },
     // -1.5 compared with 1.5 and -2.
     [] { return by_value("vconv_f322s32z", {0xbfc00000}, {0x3fc00000, 0xc0000000}); }},
    {5, "s64-through-double", "s64 is rounded to 53 bits before it is converted",
     "round.nearest-ties-to-even", [](Behaviour& golden) { golden.unpack = unpack_s64_as_double; },
     [] { return by_value("vconv_s642f32r", {0x4000004000000001}, {0x4000006000000000, 0x1f}); }},
    {14, "away-is-even", "a rounds ties to even", "round.nearest-ties-away",
     [](Behaviour& golden) { rounding(golden, Rounding::kNearestAway) = golden::nearest_even; },
     // 2.5 compared with 1.5 and 2.25.
     [] { return by_value("vconv_f322s32a", {0x40200000}, {0x3fc00000, 0x40100000}); }},
    {15, "floor-is-trunc", "f rounds negative values toward zero", "round.floor",
     [](Behaviour& golden) { rounding(golden, Rounding::kFloor) = golden::toward_zero; },
     // -1.5 compared with 1.5 and -2.
     [] { return by_value("vconv_f322s32f", {0xbfc00000}, {0x3fc00000, 0xc0000000}); }},
    {16, "ceil-is-trunc", "c rounds positive values toward zero", "round.ceil",
     [](Behaviour& golden) { rounding(golden, Rounding::kCeil) = golden::toward_zero; },
     // 1.5 compared with -1.5 and 2.
     [] { return by_value("vconv_f322s32c", {0x3fc00000}, {0xbfc00000, 0x40000000}); }},
    {17, "bare-name-truncates", "the bare name rounds toward zero", "round.bare-name-is-r",
     [](Behaviour& golden) { rounding(golden, Rounding::kNull) = golden::toward_zero; },
     [] {
       // 1.75 compared with 1.25.
       return by_value("vconv_f162s8", {0x3f00}, {0x3d00}) +
              by_instruction({0x3f00}, "vconv_f162s8", "vconv_f162s8r");
     }},
    {18, "range-before-rounding", "half results to nearest: the range is tested before rounding",
     "round.once-then-range",
     [](const VconvElement& element) {
       if (!is_half(element.to()) || !rounds_to_nearest(element.cell.rounding)) {
         return element.result;
       }
       const std::uint64_t tested = inf_beyond_max(element);
       return is_infinite(element.to(), tested) ? tested : element.result;
     },
     [] {
       // 65519 rounds to 65504; 65520 and MAX itself are the same either way.
       return by_value("vconv_f322f16r", {0x477fef00},
                       {0x477ff000, 0x477fe000, 0xff800000, 0x7fc00000}, kKeep) +
              by_value("vconv_f322bf16a", {0xff7f7fff}, {0xff7f8000, 0xff7f0000}, kKeep) +
              by_ctrl("vconv_f322f16r", {0x477fef00}, kKeep, 0) +
              by_instruction({0x477fef00}, "vconv_f322f16a", "vconv_f322f16z", kKeep);
     }},
    {19, "f322f16-unsupported", "f32 to f16 is claimed, but not supported",
     "pair.f322f16-has-no-prototype", [](const Cell& cell) { return cell.row != kF32ToF16; },
     [] { return by_instruction({0x3f800000}, "vconv_f322f16z", "vconv_f322bf16z"); }},
    {20, "bf16-odd-truncates", "vconv_f322bf16o rounds toward zero", "pair.f322bf16-odd",
     [](golden::VectorWalk& walk) { truncate_only(walk, kF32ToBf16Odd); },
     [] {
       // 1 + 2^-8, half way to the next bf16 number.
       return by_value("vconv_f322bf16o", {0x3f808000}, {0x3f800000, 0x3f818000}) +
              by_instruction({0x3f801000}, "vconv_f322bf16o", "vconv_f322f16o");
     }},
    {21, "f322s16-bare-truncates", "vconv_f322s16 rounds toward zero", "pair.f322s16-null",
     [](golden::VectorWalk& walk) { truncate_only(walk, kF32ToS16Bare); },
     // 1.5
     [] { return by_instruction({0x3fc00000}, "vconv_f322s16", "vconv_f322s16r"); }},
    {22, "bf16-alias-loses-a-bit", "vconv_bf162f32a drops the last bit of the fraction",
     "pair.bf162f32a",
     [](const VconvElement& element) {
       const bool is_number =
           !is_nan(element.to(), element.result) && !is_infinite(element.to(), element.result);
       if (element.cell != kBf16ToF32Away || !is_number) {
         return element.result;
       }
       return element.result & ~(std::uint64_t{1} << (element.to().bits - element.from().bits));
     },
     [] {
       return by_instruction({0x3f81}, "vconv_bf162f32a", "vconv_bf162f32") +
              by_value("vconv_bf162f32a", {0x0001}, {0x3f80, 0x7f80, 0x7f81});
     }},
    {23, "odd-moves-exact-values", "o sets the last bit of exact values too",
     "convert.exact-when-representable",
     [](Behaviour& golden) {
       rounding(golden, Rounding::kOdd) = [](const golden::Tail& tail) { return tail.kept | 1; };
     },
     // 1 compared with 1 + 2^-10, 0 and inf.
     [] {
       return by_value("vconv_f322f16o", {0x3f800000}, {0x3f802000, 0x3f801000, 0, 0x7f800000},
                       kKeep);
     }},
};

}  // namespace vconform::adapters::mutants::vconv
