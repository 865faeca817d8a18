// Mutants of copy_matrix with wrong values: the shift, the chain from product to result, ReLU. If
// the rule is a choice, some elements follow one reading and the rest another.
#pragma once

#include <bit>
#include <cmath>

#include "adapters/golden/copy_matrix/element.h"
#include "adapters/mutants/copy_matrix/witness.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/row.h"

namespace vconform::adapters::mutants::copy_matrix {

using golden::FixpipeElement;
using spec::Pipeline;

inline bool gives_s8(const FixpipeElement& element) {
  return spec::kQuantSign.of(element.word) != 0;
}

inline bool is_plain_integer(const FixpipeElement& element) {
  return has_s32_source(element) &&
         (element.chain.pipeline == Pipeline::kNone || element.chain.pipeline == Pipeline::kShift);
}

// Leaky ReLU of -1, and the same ReLU by a vector.
inline OneRow leaky() {
  return {"gm_f322f32", {kMinusOne}, 0, ReluPre::kLeaky, 0x3f001000};
}
inline OneRow prelu() {
  OneRow row = leaky();
  row.relu = ReluPre::kPrelu;
  row.alphas = {row.alpha};
  return row;
}

inline constexpr Row kChain[] = {
    {102, "fixpipe-sign-from-bit-47", "FIXPIPE reads the sign bit from bit 47, which is reserved",
     "fixpipe.reserved-bits-ignored",
     [](FixpipeElement& element) {
       element.word = spec::kQuantSign.put(element.word, element.word >> 47);
     },
     [] {
       return by_row({"gm_s322s8", {200}, kOne | std::uint64_t{1} << 47},
                     {"gm_s322s8", {200}, kOne | std::uint64_t{1} << 48});
     }},
    {103, "fixpipe-sign-from-dst-type",
     "FIXPIPE: the C type of dst says whether the result is an s8", "fixpipe.sign-bit-decides",
     [](FixpipeElement& element) {
       const bool is_s8 = element.cell.conversion().destination == NumberType::kS8;
       element.word = spec::kQuantSign.put(element.word, is_s8 ? 1 : 0);
     },
     [] { return by_name({.row = {200}}, "gm_s322u8", "gm_s322s8"); }},
    {104, "fixpipe-mcb-ignored", "FIXPIPE never shifts before the product", "fixpipe.mcb",
     [](FixpipeElement& element) { element.word = spec::kQuantMcb.put(element.word, 0); },
     [] { return by_row({"gm_s322s8", {8}, with_shift(kSignedOne, 1)}, {"gm_s322s8", {8}}); }},
    {105, "fixpipe-shift-one-less", "FIXPIPE takes N as 0..15 instead of 1..16", "fixpipe.mcb",
     [](FixpipeElement& element) {
       element.chain.shift.shift = [](std::int64_t source, std::uint64_t n) { return source >> n; };
     },
     [] {
       return by_row({"gm_s322s16", {8}}, {"gm_s322s8", {8}}) +
              by_row({"gm_s322f16", {65536}, with_shift(kOne, 16)}, {"gm_s322f16", {65536}});
     }},
    {171, "fixpipe-mcb-divides-f32", "FIXPIPE with MCB 1 divides an f32 by 2^N", "fixpipe.mcb",
     [](FixpipeElement& element) {
       if (!has_s32_source(element) && spec::kQuantMcb.of(element.word) != 0) {
         const auto shift = static_cast<int>(spec::kQuantShift.of(element.word)) + 1;
         const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(element.source));
         element.source = std::bit_cast<std::uint32_t>(std::ldexp(x, -shift));
       }
     },
     [] {
       // 64.0
       return by_row({"gm_f322s8", {0x42800000}, with_shift(kSignedOne, 1)},
                     {"gm_f322s8", {0x42800000}, kSignedOne}) +
              by_row({"gm_f322s8", {0x42800000}, with_shift(kSignedOne, 1)},
                     {"gm_s322s8", {64}, with_shift(kSignedOne, 1)});
     }},
    {106, "fixpipe-shift-is-logical", "FIXPIPE shifts zeros in from the left", "shift.rounding",
     [](FixpipeElement& element) { element.chain.shift.shift = shift_logical; },
     [] { return by_row({"gm_s322s16", {s32(-8)}}, {"gm_s322s16", {8}}); }},
    {107, "fixpipe-cast-half-away", "FIXPIPE rounds ties away from zero in f32 to f16 and bf16",
     "fixpipe.cast",
     [](FixpipeElement& element) {
       const bool is_f16 = element.cell.conversion().destination == NumberType::kF16;
       const std::uint64_t half = std::uint64_t{1} << (is_f16 ? 12 : 15);
       const bool is_tie = (element.source & (2 * half - 1)) == half;
       element.source |= element.chain.pipeline == Pipeline::kCast && is_tie ? 1 : 0;
     },
     [] {
       return by_row({"gm_f322f16", {0x3f801000}}, {"gm_f322f16", {0x3f803000}}) +
              by_row({"gm_f322bf16", {0x3f808000}}, {"gm_f322bf16", {0x3f801000}});
     }},
    {108, "fixpipe-result-wraps", "FIXPIPE: the low bits of the sum are the result",
     "fixpipe.result-saturates",
     [](FixpipeElement& element) {
       element.chain.quant.saturate = [](std::int64_t sum, bool) { return sum; };
     },
     [] { return by_row({"gm_s322s8", {128}}, {"gm_s322s8", {127}}); }},
    {109, "fixpipe-zero-is-subnormal", "FIXPIPE casts 0 to the smallest subnormal f16",
     "fixpipe.zero-sign",
     [](FixpipeElement& element) {
       if (element.chain.pipeline == Pipeline::kCast && element.source == 0) {
         element.source = kSmallestF16;
       }
     },
     [] { return by_row({"gm_f322f16", {0}}, {"gm_f322f16", {kSmallestF16}}); }},
    {110, "fixpipe-half-exact-when-negative",
     "FIXPIPE rounds the product of a negative s32 once to an f16, others through f32",
     "fixpipe.deqf16",
     [](FixpipeElement& element) { element.chain.half_is_exact = is_negative_source(element); },
     [] {
       constexpr std::uint64_t kTie = 0x39800000;  // 2^-12
       return by_row({"gm_s322f16", {s32(-16785409)}, kTie}, {"gm_s322f16", {16785409}, kTie});
     }},
    {111, "fixpipe-bf16-always-saturates", "FIXPIPE: CTRL[48] affects f16, not bf16",
     "fixpipe.ctrl48",
     [](FixpipeElement& element) {
       element.chain.result.saturates |= element.cell.conversion().destination == NumberType::kBf16;
     },
     [] { return by_name({.row = {kMinusInf}, .ctrl = kKeep}, "gm_f322bf16", "gm_f322f16"); }},
    {112, "fixpipe-shift-rounds-negative",
     "FIXPIPE rounds the shift of a negative s32, others are cut off", "shift.rounding",
     [](FixpipeElement& element) {
       if (is_negative_source(element)) {
         element.chain.shift.shift = golden::shift_nearest;
       }
     },
     [] { return by_row({"gm_s322s16", {s32(-7)}}, {"gm_s322s16", {7}}); }},
    {113, "fixpipe-shift-wraps-negative",
     "FIXPIPE: a shifted negative s32 wraps to an s16, others saturate", "shift.to-s16",
     [](FixpipeElement& element) {
       if (is_negative_source(element)) {
         element.chain.shift.to_s16 = golden::wrap_s16;
       }
     },
     [] { return by_row({"gm_s322s16", {s32(-131076)}}, {"gm_s322s16", {131076}}); }},
    {114, "fixpipe-scale-in-full-when-negative",
     "FIXPIPE multiplies negative sources by all bits of M1", "fixpipe.scale-bits",
     [](FixpipeElement& element) {
       if (is_negative_source(element)) {
         element.chain.quant.scale = golden::scale_whole;
       }
     },
     [] {
       return by_row({"gm_s322s8", {s32(-18696)}, 0x3bb5789d | kSigned},
                     {"gm_s322s8", {18696}, 0x3bb5789d | kSigned});
     }},
    {115, "fixpipe-product-exact-when-negative",
     "FIXPIPE does not round the product of a negative source to an f32", "fixpipe.product",
     [](FixpipeElement& element) {
       element.chain.quant.product_is_f32 = !is_negative_source(element);
     },
     [] {
       return by_row({"gm_s322s8", {s32(-12667)}, 0x3bb66000 | kSigned},
                     {"gm_s322s8", {12667}, 0x3bb66000 | kSigned});
     }},
    {116, "fixpipe-half-away-for-u8",
     "FIXPIPE rounds the product as a where the result is a u8, as r where it is an s8",
     "fixpipe.s9-rounding",
     [](FixpipeElement& element) {
       if (!gives_s8(element)) {
         element.chain.quant.s9_rounding = golden::fixed_nearest_away;
       }
     },
     [] { return by_row({"gm_s322s8", {5}, kHalf}, {"gm_s322s8", {5}, kHalf | kSigned}); }},
    {117, "fixpipe-s9-saturates-above-only",
     "FIXPIPE: the product saturates to the largest s9, but not to the smallest",
     "fixpipe.s9-clamp",
     [](FixpipeElement& element) { element.chain.quant.s9_min = -golden::kHuge; },
     [] {
       return by_row({"gm_s322s8", {s32(-1000)}, with_offset(kSignedOne, 255)},
                     {"gm_s322s8", {1000}, with_offset(kSignedOne, -200)});
     }},
    {118, "fixpipe-offset-unsigned-for-s8",
     "FIXPIPE: the offset is unsigned where the result is an s8", "fixpipe.offset-sign",
     [](FixpipeElement& element) { element.chain.quant.offset_is_signed = !gives_s8(element); },
     [] {
       return by_row({"gm_s322s8", {10}, with_offset(kSignedOne, -1)},
                     {"gm_s322s8", {10}, with_offset(kOne, -1)});
     }},
    {119, "fixpipe-offset-before-rounding-of-f32",
     "FIXPIPE adds the offset before it rounds from f32, after from s32", "fixpipe.offset-order",
     [](FixpipeElement& element) {
       element.chain.quant.offset_before_rounding = !has_s32_source(element);
     },
     [] {
       // 1.5 + 1 is a tie that rounds to 2; 1.5 by itself rounds to 2, and plus 1 is 3.
       return by_row({"gm_f322s8", {0x40400000}, with_offset(kHalf | kSigned, 1)},
                     {"gm_s322s8", {3}, with_offset(kHalf | kSigned, 1)});
     }},
    {120, "fixpipe-sum-wraps-for-u8", "FIXPIPE: the sum has nine bits where the result is a u8",
     "fixpipe.add",
     [](FixpipeElement& element) {
       if (!gives_s8(element)) {
         element.chain.quant.sum_bits = element.chain.quant.offset_bits;
       }
     },
     [] {
       return by_row({"gm_s322u8", {255}, with_offset(kOne, 1)},
                     {"gm_s322u8", {255}, with_offset(kSignedOne, 1)});
     }},
    {121, "relu-keeps-negative", "the normal ReLU multiplies negative sources by M1", "relu.normal",
     [](FixpipeElement& element) {
       if (element.chain.relu.mode == ReluPre::kNormal) {
         element.chain.relu.mode = ReluPre::kNone;
       }
     },
     [] {
       return by_row({"gm_s322s8", {s32(-5)}, kSignedOne, ReluPre::kNormal},
                     {"gm_s322s8", {5}, kSignedOne, ReluPre::kNormal});
     }},
    {122, "leaky-relu-is-normal", "leaky ReLU ignores its alpha", "relu.leaky",
     [](FixpipeElement& element) {
       if (element.chain.relu.mode == ReluPre::kLeaky && !is_plain_integer(element)) {
         element.chain.relu.mode = ReluPre::kNormal;
       }
     },
     [] { return by_row(leaky(), prelu()); }},
    {124, "alpha-scales-s32", "alpha scales M1 for s32, replaces it for f32", "relu.alpha",
     [](FixpipeElement& element) { element.chain.relu.alpha_scales = has_s32_source(element); },
     [] {
       // 2 as M1, 3 as alpha.
       constexpr std::uint64_t kTwo = 0x40000000 | kSigned;
       constexpr std::uint32_t kThree = 0x40400000;
       return by_row({"gm_s322s8", {s32(-1)}, kTwo, ReluPre::kLeaky, kThree},
                     {"gm_f322s8", {kMinusOne}, kTwo, ReluPre::kLeaky, kThree});
     }},
    {125, "prelu-alpha-is-1-8-10",
     "the alphas of pReLU lose their low 13 bits, that of leaky ReLU does not", "relu.alpha-format",
     [](FixpipeElement& element) {
       if (element.chain.relu.mode == ReluPre::kPrelu) {
         element.chain.relu.alpha = golden::scale_truncated;
       }
     },
     [] { return by_row(prelu(), leaky()); }},
    {126, "relu-at-result-of-s32", "ReLU looks at the result from s32, at the source from f32",
     "relu.at",
     [](FixpipeElement& element) { element.chain.relu.at_result = has_s32_source(element); },
     [] {
       return by_name({"", {kMinusOne}, with_offset(kSignedOne, 5), ReluPre::kNormal}, "gm_s322s8",
                      "gm_f322s8");
     }},
    {127, "relu-of-minus-infinity-is-zero", "minus infinity under ReLU gives 0, a NaN stays",
     "relu.special",
     [](FixpipeElement& element) {
       element.chain.relu.special_is_zero =
           is_infinite(element.cell.conversion().from(), element.source);
     },
     [] {
       return by_row(
           {.name = "gm_f322f16", .row = {kMinusInf}, .relu = ReluPre::kNormal, .ctrl = kKeep},
           {.name = "gm_f322f16", .row = {kNan}, .relu = ReluPre::kNormal, .ctrl = kKeep});
     }},
};

}  // namespace vconform::adapters::mutants::copy_matrix
