// Mutants with wrong results for NaN, inf, zero and single numbers.
#pragma once

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/row.h"
#include "adapters/mutants/vconv/witness.h"

namespace vconform::adapters::mutants::vconv {

inline bool is_pair(const VconvElement& element, NumberType from, NumberType to) {
  return element.from().type == from && element.to().type == to;
}

inline constexpr Row kSpecialValues[] = {
    {7, "ctrl48-ignored", "half results saturate whatever CTRL[48] says", "ctrl.48",
     [](golden::VectorWalk& walk) {
       walk.registers.ctrl &= ~spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
     },
     [] { return by_ctrl("vconv_f322f16r", {0x7f800000}, kKeep, 0); }},
    {8, "nan-is-int-min", "a NaN becomes the smallest integer", "special.nan-to-int-is-zero",
     [](const VconvElement& element) {
       const bool applies = !element.to().is_floating() && is_nan(element.from(), element.source);
       return applies ? golden::integer_limit(element.to(), true) : element.result;
     },
     [] { return by_instruction({0x7fc00000}, "vconv_f322s32r", "vconv_f322f16r"); }},
    {24, "inf-is-int-zero", "an infinity becomes the integer 0", "special.inf-to-int-saturates",
     [](const VconvElement& element) {
       const bool applies =
           !element.to().is_floating() && is_infinite(element.from(), element.source);
       return applies ? 0 : element.result;
     },
     [] {
       return by_value("vconv_f322s32r", {0x7f800000}, {0x7f7fffff, 0x7fc00000}) +
              by_value("vconv_f162u8", {0x7c00}, {0xfc00, 0x7bff});
     }},
    {27, "inf-is-max", "an infinity becomes MAX in f32 results", "special.inf-stays-inf",
     [](const VconvElement& element) {
       const bool applies =
           element.to().type == NumberType::kF32 && is_infinite(element.to(), element.result);
       return applies ? element.result - 1 : element.result;
     },
     [] {
       return by_value("vconv_f322f32r", {0xff800000}, {0xff7fffff, 0x7fc00000}) +
              by_instruction({0x7c00}, "vconv_f162f32", "vconv_f162s8r");
     }},
    {28, "nan-is-subnormal", "CTRL[48]=0: a NaN becomes the smallest subnormal number",
     "special.nan-zero-sign",
     [](const VconvElement& element) {
       const bool applies = is_half(element.to()) && !keeps_inf(element.ctrl) &&
                            is_nan(element.from(), element.source);
       return applies ? 1 : element.result;
     },
     [] { return by_ctrl("vconv_f322bf16r", {0xffc00000}, 0, kKeep); }},
    {29, "nan-is-inf", "a NaN becomes inf where it should stay a NaN", "special.nan-stays-nan",
     [](const VconvElement& element) {
       return is_nan(element.to(), element.result) ? element.to().infinity_pattern()
                                                   : element.result;
     },
     [] {
       return by_ctrl("vconv_f322f16o", {0xffc00000}, kKeep, 0) +
              by_value("vconv_f162f32", {0x7c01}, {0x7c00});
     }},
    {165, "nan-payload-truncated",
     "a NaN keeps the bits of its payload that fit, even if they are all 0, which is inf",
     "special.nan-payload",
     [](const VconvElement& element) {
       const int lost = element.from().fraction_bits - element.to().fraction_bits;
       const bool applies = is_nan(element.to(), element.result) && lost > 0 &&
                            (element.source & element.from().fraction_mask()) >> lost == 0;
       return applies ? element.to().infinity_pattern() : element.result;
     },
     [] {
       return by_value("vconv_f322bf16r", {0x7f800001}, {0x7f810000}, kKeep) +
              by_value("vconv_f322f16o", {0xff800fff}, {0xffc00000}, kKeep);
     }},
    {13, "keeps-minus-zero", "f32 to f32 keeps the sign of zero", "f32f32.minus-zero",
     [](const VconvElement& element) {
       const bool applies =
           is_pair(element, NumberType::kF32, NumberType::kF32) && element.result == 0;
       return applies ? element.source & element.to().sign_mask() : element.result;
     },
     [] { return by_value("vconv_f322f32r", {0x80000000}, {0, 0xbf800000, 0x40200000}); }},
    {33, "small-negative-is-subnormal",
     "f32 to f32: -0.3 gives the smallest negative subnormal number", "f32f32.zero-from-negative",
     [](const VconvElement& element) {
       const std::uint64_t minus_zero = element.to().sign_mask();
       const bool applies = is_pair(element, NumberType::kF32, NumberType::kF32) &&
                            element.result == 0 && element.source > minus_zero;
       return applies ? minus_zero | 1 : element.result;
     },
     [] {
       // -0.3 compared with 0.3, -0 and -0.6.
       return by_value("vconv_f322f32r", {0xbe99999a}, {0x3e99999a, 0x80000000, 0xbf19999a}) +
              by_instruction({0xbe99999a}, "vconv_f322f32c", "vconv_f322s32c");
     }},
    {35, "int-zero-is-minus-zero", "the integer 0 converts to -0", "int-to-float.zero",
     [](const VconvElement& element) {
       const bool applies =
           element.to().is_floating() && !element.from().is_floating() && element.source == 0;
       return applies ? element.to().sign_mask() : element.result;
     },
     [] {
       return by_value("vconv_u82f16", {0}, {1}) +
              by_instruction({0}, "vconv_s642f32r", "vconv_f162f32");
     }},
    {36, "int-max-is-rounded-down", "s32 INT_MAX to f32 gives 2147483520 in every mode",
     "edge.s32-max",
     [](const VconvElement& element) {
       constexpr std::uint64_t kIntMax = 0x7fffffff;
       constexpr std::uint64_t k2147483520 = 0x4effffff;
       const bool applies =
           is_pair(element, NumberType::kS32, NumberType::kF32) && element.source == kIntMax;
       return applies ? k2147483520 : element.result;
     },
     [] {
       return by_instruction({0x7fffffff}, "vconv_s322f32", "vconv_s322f32z") +
              by_value("vconv_s322f32c", {0x7fffffff}, {0x7ffffffe, 0x80000001});
     }},
};

}  // namespace vconform::adapters::mutants::vconv
