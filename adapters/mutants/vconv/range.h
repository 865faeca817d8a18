// Mutants with wrong results out of range and below the normal numbers. If the rule is a choice,
// some elements follow one reading and the rest another.
#pragma once

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/row.h"
#include "adapters/mutants/vconv/witness.h"

namespace vconform::adapters::mutants::vconv {

using golden::choice;

inline constexpr std::uint64_t kTruncate = spec::with_ctrl_bit(spec::kCtrlTruncate);

// The result with the low bits of finite values, under any CTRL.
inline std::uint64_t low_bits(const VconvElement& element) {
  static const Behaviour kGolden = golden::golden_behaviour();
  golden::ElementConversion conversion =
      golden::element_conversion(kGolden, element.cell, element.ctrl);
  conversion.truncates = true;
  return golden::convert(kGolden, conversion, element.source);
}

inline constexpr Row kRange[] = {
    {6, "wraps", "integers out of range wrap instead of saturating",
     "special.int-overflow-saturates",
     [](const VconvElement& element) {
       return element.to().is_floating() ? element.result : low_bits(element);
     },
     [] {
       // 2^31 and 300, compared with values in range and inf.
       return by_value("vconv_f322s32r", {0x4f000000}, {0xcf000000, 0x7f800000, 0x7fc00000}) +
              by_value("vconv_f162u8", {0x5cb0}, {0x5bf8});
     }},
    {25, "ctrl59-signed-only", "CTRL[59] truncates for signed destinations only", "ctrl.59",
     pinned_where<choice("ctrl.59", "truncates")>(
         [](const VconvElement& element) { return element.to().is_signed(); }),
     [] {
       // 272.
       return by_instruction({0x5c40}, "vconv_f162s8r", "vconv_f162u8r", kTruncate) +
              by_ctrl("vconv_s322s16", {0x12345678}, kTruncate, 0);
     }},
    {26, "ctrl59-f162s16-positive-only",
     "CTRL[59] in f16 to s16 truncates positive values, negative ones saturate", "ctrl.59-f162s16",
     pinned_where<choice("ctrl.59-f162s16", "truncates")>(
         [](const VconvElement& element) { return !is_negative_source(element); }),
     [] { return by_value("vconv_f162s16r", {0x7bff}, {0xfbff, 0x3c00, 0x7c00}, kTruncate); }},
    {30, "nearest-overflow-is-max", "CTRL[48]=1: an overflow in mode r gives MAX",
     "overflow.nearest",
     [](const VconvElement& element) {
       const bool overflows = is_infinite(element.to(), element.result) &&
                              !is_infinite(element.from(), element.source);
       const bool applies = element.cell.rounding == spec::Rounding::kNearestEven && overflows;
       return applies ? element.result - 1 : element.result;
     },
     [] {
       // 65520 overflows in r, 65519 does not.
       return by_value("vconv_f322f16r", {0x477ff000}, {0x477fef00, 0x7f800000}, kKeep) +
              by_instruction({0xc77ff000}, "vconv_f322f16r", "vconv_f322f16a", kKeep);
     }},
    {31, "floor-overflows-as-ieee-only",
     "CTRL[48]=1: f overflows as in IEEE 754, c and z give inf beyond MAX", "overflow.directed",
     pinned_where<choice("overflow.directed", "inf-beyond-max")>([](const VconvElement& element) {
       return element.cell.rounding != spec::Rounding::kFloor;
     }),
     [] {
       // 65510: f and z give MAX as in IEEE 754, or inf beyond MAX.
       return by_instruction({0x477fe600}, "vconv_f322f16z", "vconv_f322f16f", kKeep) +
              by_instruction({0xc77fe600}, "vconv_f322f16c", "vconv_f322f16f", kKeep);
     }},
    {32, "odd-overflow-by-sign", "CTRL[48]=1: an overflow in mode o gives MAX, a negative one inf",
     "overflow.odd",
     pinned_where<choice("overflow.odd", "inf-beyond-max")>(
         [](const VconvElement& element) { return is_negative_source(element); }),
     [] { return by_value("vconv_f322f16o", {0xc77fe600}, {0x477fe600, 0x47800000}, kKeep); }},
    {4, "flush-f16-subnormals", "subnormal f16 results become 0", "subnormal.results",
     pinned_where<choice("subnormal.results", "flushed")>(
         [](const VconvElement& element) { return element.to().type == NumberType::kF16; }),
     [] {
       // 2^-24 compared with 2^-14, and a subnormal bf16.
       return by_value("vconv_f322f16r", {0x33800000}, {0x38800000}) +
              by(one_conversion("vconv_f322f16c", {0x00000001}),
                 one_conversion("vconv_f322bf16r", {0x00010000})) +
              by_instruction({0x00000001}, "vconv_f322f16c", "vconv_bf162f32");
     }},
    {34, "flush-f32-inputs", "subnormal f32 sources count as 0, others keep their value",
     "subnormal.inputs",
     pinned_where<choice("subnormal.inputs", "flushed")>(
         [](const VconvElement& element) { return element.from().type == NumberType::kF32; }),
     [] {
       return by_value("vconv_f322s32c", {0x00000001}, {0x00800000}) +
              by_instruction({0x00400000}, "vconv_f322bf16r", "vconv_bf162f32") +
              by_instruction({0x00000001}, "vconv_f322s16c", "vconv_f162s16c");
     }},
};

}  // namespace vconform::adapters::mutants::vconv
