#include "adapters/mutants/witness.h"

namespace vconform::adapters::mutants {

namespace {

constexpr std::uint64_t kTruncate = spec::with_ctrl_bit(spec::kCtrlTruncate);

using Patterns = std::vector<std::uint64_t>;

// One instruction, or another one, on one set of patterns each.
Witness by_value(std::string_view mutant, std::string_view instruction, const Patterns& differs,
                 const Patterns& agrees, std::uint64_t ctrl = 0) {
  return {mutant, one_conversion(instruction, differs, ctrl),
          one_conversion(instruction, agrees, ctrl)};
}

Witness value_by_instruction(std::string_view mutant, const Patterns& patterns,
                             std::string_view differs, std::string_view agrees,
                             std::uint64_t ctrl = 0) {
  return {mutant, one_conversion(differs, patterns, ctrl), one_conversion(agrees, patterns, ctrl)};
}

Witness by_ctrl(std::string_view mutant, std::string_view instruction, const Patterns& patterns,
                std::uint64_t differs, std::uint64_t agrees) {
  return {mutant, one_conversion(instruction, patterns, differs),
          one_conversion(instruction, patterns, agrees)};
}

std::vector<Witness> rounding_witnesses() {
  return {
      // 2.5 against 3.5 and 2.25.
      by_value("round-half-away", "vconv_f322s32r", {0x40200000}, {0x40600000, 0x40100000}),
      value_by_instruction("round-half-away", {0x4100}, "vconv_f162s8", "vconv_f162s8a"),
      // 1024.25 and 1025.25, in steps of 1.
      by_value("odd-is-nearest", "vconv_f322f16o", {0x44800800}, {0x44802800, 0x44801000}),
      // -1.5 against 1.5 and -2.
      by_value("trunc-is-floor", "vconv_f322s32z", {0xbfc00000}, {0x3fc00000, 0xc0000000}),
      by_value("s64-through-double", "vconv_s642f32r", {0x4000004000000001},
               {0x4000006000000000, 0x1f}),
      // 2.5 against 1.5 and 2.25.
      by_value("away-is-even", "vconv_f322s32a", {0x40200000}, {0x3fc00000, 0x40100000}),
      // -1.5, 1.5.
      by_value("floor-is-trunc", "vconv_f322s32f", {0xbfc00000}, {0x3fc00000, 0xc0000000}),
      by_value("ceil-is-trunc", "vconv_f322s32c", {0x3fc00000}, {0xbfc00000, 0x40000000}),
      // 1.75 against 1.25.
      by_value("bare-name-truncates", "vconv_f162s8", {0x3f00}, {0x3d00}),
      value_by_instruction("bare-name-truncates", {0x3f00}, "vconv_f162s8", "vconv_f162s8r"),
      // 65519 rounds to 65504; 65520 and MAX itself are the same either way.
      by_value("range-before-rounding", "vconv_f322f16r", {0x477fef00},
               {0x477ff000, 0x477fe000, 0xff800000, 0x7fc00000}, kKeep),
      by_value("range-before-rounding", "vconv_f322bf16a", {0xff7f7fff}, {0xff7f8000, 0xff7f0000},
               kKeep),
      by_ctrl("range-before-rounding", "vconv_f322f16r", {0x477fef00}, kKeep, 0),
      value_by_instruction("range-before-rounding", {0x477fef00}, "vconv_f322f16a",
                           "vconv_f322f16z", kKeep),
  };
}

std::vector<Witness> row_witnesses() {
  return {
      value_by_instruction("f322f16-unsupported", {0x3f800000}, "vconv_f322f16z",
                           "vconv_f322bf16z"),
      // 1 + 2^-8, half way to the next bf16 number.
      by_value("bf16-odd-truncates", "vconv_f322bf16o", {0x3f808000}, {0x3f800000, 0x3f818000}),
      value_by_instruction("bf16-odd-truncates", {0x3f801000}, "vconv_f322bf16o", "vconv_f322f16o"),
      // 1.5
      value_by_instruction("f322s16-bare-truncates", {0x3fc00000}, "vconv_f322s16",
                           "vconv_f322s16r"),
      value_by_instruction("bf16-alias-loses-a-bit", {0x3f81}, "vconv_bf162f32a", "vconv_bf162f32"),
      by_value("bf16-alias-loses-a-bit", "vconv_bf162f32a", {0x0001}, {0x3f80, 0x7f80, 0x7f81}),
      // 1 against 1 + 2^-10, 0 and inf.
      by_value("odd-moves-exact-values", "vconv_f322f16o", {0x3f800000},
               {0x3f802000, 0x3f801000, 0, 0x7f800000}, kKeep),
  };
}

std::vector<Witness> special_value_witnesses() {
  return {
      by_ctrl("ctrl48-ignored", "vconv_f322f16r", {0x7f800000}, kKeep, 0),
      value_by_instruction("nan-is-int-min", {0x7fc00000}, "vconv_f322s32r", "vconv_f322f16r"),
      by_value("inf-is-int-zero", "vconv_f322s32r", {0x7f800000}, {0x7f7fffff, 0x7fc00000}),
      by_value("inf-is-int-zero", "vconv_f162u8", {0x7c00}, {0xfc00, 0x7bff}),
      by_value("inf-is-max", "vconv_f322f32r", {0xff800000}, {0xff7fffff, 0x7fc00000}),
      value_by_instruction("inf-is-max", {0x7c00}, "vconv_f162f32", "vconv_f162s8r"),
      by_ctrl("nan-is-subnormal", "vconv_f322bf16r", {0xffc00000}, 0, kKeep),
      by_ctrl("nan-is-inf", "vconv_f322f16o", {0xffc00000}, kKeep, 0),
      by_value("nan-is-inf", "vconv_f162f32", {0x7c01}, {0x7c00}),
      by_value("keeps-minus-zero", "vconv_f322f32r", {0x80000000}, {0, 0xbf800000, 0x40200000}),
      // -0.3 against 0.3, -0 and -0.6.
      by_value("small-negative-is-subnormal", "vconv_f322f32r", {0xbe99999a},
               {0x3e99999a, 0x80000000, 0xbf19999a}),
      value_by_instruction("small-negative-is-subnormal", {0xbe99999a}, "vconv_f322f32c",
                           "vconv_f322s32c"),
      by_value("int-zero-is-minus-zero", "vconv_u82f16", {0}, {1}),
      value_by_instruction("int-zero-is-minus-zero", {0}, "vconv_s642f32r", "vconv_f162f32"),
      value_by_instruction("int-max-is-rounded-down", {0x7fffffff}, "vconv_s322f32",
                           "vconv_s322f32z"),
      by_value("int-max-is-rounded-down", "vconv_s322f32c", {0x7fffffff}, {0x7ffffffe, 0x80000001}),
  };
}

std::vector<Witness> range_witnesses() {
  return {
      // 2^31 and 300 against values in range and inf.
      by_value("wraps", "vconv_f322s32r", {0x4f000000}, {0xcf000000, 0x7f800000, 0x7fc00000}),
      by_value("wraps", "vconv_f162u8", {0x5cb0}, {0x5bf8}),
      // 272.
      value_by_instruction("ctrl59-signed-only", {0x5c40}, "vconv_f162s8r", "vconv_f162u8r",
                           kTruncate),
      by_ctrl("ctrl59-signed-only", "vconv_s322s16", {0x12345678}, kTruncate, 0),
      by_value("ctrl59-f162s16-positive-only", "vconv_f162s16r", {0x7bff}, {0xfbff, 0x3c00, 0x7c00},
               kTruncate),
      // 65520 overflows in r, 65519 does not.
      by_value("nearest-overflow-is-max", "vconv_f322f16r", {0x477ff000}, {0x477fef00, 0x7f800000},
               kKeep),
      value_by_instruction("nearest-overflow-is-max", {0xc77ff000}, "vconv_f322f16r",
                           "vconv_f322f16a", kKeep),
      // 65510: f and z give MAX as in IEEE 754, or inf beyond MAX.
      value_by_instruction("floor-overflows-as-ieee-only", {0x477fe600}, "vconv_f322f16z",
                           "vconv_f322f16f", kKeep),
      value_by_instruction("floor-overflows-as-ieee-only", {0xc77fe600}, "vconv_f322f16c",
                           "vconv_f322f16f", kKeep),
      by_value("odd-overflow-by-sign", "vconv_f322f16o", {0xc77fe600}, {0x477fe600, 0x47800000},
               kKeep),
      // 2^-24 against 2^-14, and a bf16 subnormal.
      by_value("flush-f16-subnormals", "vconv_f322f16r", {0x33800000}, {0x38800000}),
      {"flush-f16-subnormals", one_conversion("vconv_f322f16c", {0x00000001}),
       one_conversion("vconv_f322bf16r", {0x00010000})},
      value_by_instruction("flush-f16-subnormals", {0x00000001}, "vconv_f322f16c",
                           "vconv_bf162f32"),
      by_value("flush-f32-inputs", "vconv_f322s32c", {0x00000001}, {0x00800000}),
      value_by_instruction("flush-f32-inputs", {0x00400000}, "vconv_f322bf16r", "vconv_bf162f32"),
      value_by_instruction("flush-f32-inputs", {0x00000001}, "vconv_f322s16c", "vconv_f162s16c"),
  };
}

}  // namespace

std::vector<Witness> value_witnesses() {
  std::vector<Witness> all = rounding_witnesses();
  for (const std::vector<Witness>& more :
       {row_witnesses(), special_value_witnesses(), range_witnesses()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace vconform::adapters::mutants
