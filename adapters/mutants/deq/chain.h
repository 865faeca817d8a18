// Mutants with a wrong dequantisation: the scale, the chain from product to b8, s32 to f16. If the
// rule is a choice, some elements follow one reading and the rest another.
#pragma once

#include "adapters/golden/deq/elements.h"
#include "adapters/mutants/deq/witness.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/row.h"

namespace vconform::adapters::mutants::deq {

using golden::DeqElement;

inline bool gives_s8(const DeqElement& element) {
  return spec::kFactorSign.of(element.word) != 0;
}

inline bool gives_f16(const DeqElement& element) {
  return element.cell.conversion().deq == spec::DeqForm::kHalf;
}

// M converted by way of an IEEE half: cut off, an infinity above its range, 0 below its normal
// numbers.
inline std::uint32_t scale_as_half(std::uint32_t m) {
  constexpr std::uint32_t kSign = 0x80000000;
  constexpr std::uint32_t kSmallest = 0x38800000;  // 2^-14
  constexpr std::uint32_t kBeyond = 0x47800000;    // 2^16
  const std::uint32_t magnitude = m & ~kSign;
  if (magnitude < kSmallest) {
    return m & kSign;
  }
  return magnitude >= kBeyond ? (m & kSign) | 0x7f800000 : golden::scale_truncated(m);
}

// DEQSCALE[31:0] as the half nearest to that f32.
inline std::uint64_t half_of_f32(std::uint64_t word) {
  static const spec::Cell kF32ToF16 = spec::cell_named("vconv_f322f16r").value();
  return golden_result(kF32ToF16, spec::with_ctrl_bit(spec::kCtrlKeepInfNan),
                       spec::kFactorScale.of(word));
}

inline constexpr Row kChain[] = {
    {51, "scale-in-full-when-low", "deqs162b8l takes M as a whole f32, the other forms as 1-8-10",
     "deq.scale-bits",
     [](DeqElement& element) {
       if (element.cell.conversion().deq == spec::DeqForm::kDeqLow) {
         element.chain.scale = golden::scale_whole;
       }
     },
     [] {
       return by_instruction({32420, 0x3b26ce84}, kLow, kHigh) +
              by_instruction({32420, 0x3b26ce84}, kLow, "vconv_vdeqs162b8l_s8");
     }},
    {52, "scale-rounded-for-u8",
     "M is rounded to 1-8-10 where the result is a u8, cut off where it is an s8", "deq.scale-bits",
     [](DeqElement& element) {
       if (!gives_s8(element)) {
         element.chain.scale = golden::scale_nearest;
       }
     },
     [] { return by_element({18696, 0x3bb5789d, 0, false}, {18696, 0x3bb5789d}); }},
    {53, "scale-is-1-5-10", "M is taken as an IEEE half, 1-5-10; it shows in what is rounded",
     "deq.s9-rounding", [](DeqElement& element) { element.chain.scale = scale_as_half; },
     // 2^-15 is subnormal as a half, 2^-14 is normal.
     [] { return by_element({32767, 0x38000000}, {32767, 0x38800000}); }},
    {55, "product-exact-when-negative", "the product of a negative source is not rounded to an f32",
     "deq.product",
     [](DeqElement& element) { element.chain.product_is_f32 = !is_negative_source(element); },
     [] { return by_element({-12667, 0x3bb66000}, {12667, 0x3bb66000}); }},
    {56, "s9-half-up", "the product is rounded to the nearest integer, ties up", "deq.s9-rounding",
     [](DeqElement& element) {
       element.chain.s9_rounding = [](const golden::Fixed& value) {
         return value.floor + (value.guard ? 1 : 0);
       };
     },
     // -1.5 compared with 1.5.
     [] { return by_element({-3, kHalf}, {3, kHalf}); }},
    {57, "s9-half-away-for-u8",
     "the product is rounded as a where the result is a u8, as r where it is an s8",
     "deq.s9-rounding",
     [](DeqElement& element) {
       if (!gives_s8(element)) {
         element.chain.s9_rounding = golden::fixed_nearest_away;
       }
     },
     [] { return by_element({5, kHalf, 0, false}, {5, kHalf}); }},
    {58, "s9-limits-too-small", "the product saturates to -255 and 254", "deq.s9-clamp",
     [](DeqElement& element) {
       ++element.chain.s9_min;
       --element.chain.s9_max;
     },
     [] {
       return by_element({1000, kOne, -200}, {254, kOne, -200}) +
              by_element({-256, kOne, 200}, {-255, kOne, 200});
     }},
    {59, "s9-limits-too-large", "the product saturates to -257 and 256", "deq.s9-clamp",
     [](DeqElement& element) {
       --element.chain.s9_min;
       ++element.chain.s9_max;
     },
     [] {
       return by_element({256, kOne, -200}, {255, kOne, -200}) +
              by_element({-1000, kOne, 200}, {-256, kOne, 200});
     }},
    {60, "s9-saturates-above-only", "the product saturates to 255, but not to -256", "deq.s9-clamp",
     [](DeqElement& element) { element.chain.s9_min = -golden::kHuge; },
     [] { return by_element({-1000, kOne, 255}, {1000, kOne, -200}); }},
    {61, "offset-unsigned-for-s8", "the offset is unsigned where the result is an s8",
     "deq.offset-sign",
     [](DeqElement& element) { element.chain.offset_is_signed = !gives_s8(element); },
     [] {
       return by_element({10, kOne, 0x1ff}, {10, kOne, 0x1ff, false}) +
              by_element({10, kOne, -1}, {10, kOne, 1});
     }},
    {62, "offset-before-rounding-when-low", "the l forms add the offset before they round",
     "deq.offset-order",
     [](DeqElement& element) {
       element.chain.offset_before_rounding = !spec::is_high(element.cell.conversion().deq);
     },
     [] { return by_instruction({3, kHalf, 1}, kLow, kHigh); }},
    {63, "sum-wraps-for-u8", "the sum has nine bits where the result is a u8", "deq.add",
     [](DeqElement& element) {
       if (!gives_s8(element)) {
         element.chain.sum_bits = spec::kS9.bits;
       }
     },
     [] { return by_element({255, kOne, 1, false}, {255, kOne, 1}); }},
    {64, "deq-result-wraps", "the low eight bits of the sum are the result", "deq.result-saturates",
     [](DeqElement& element) {
       element.chain.saturate = [](std::int64_t sum, bool) { return sum; };
     },
     [] {
       return by_element({128}, {127}) + by_element({-1, kOne, 0, false}, {255, kOne, 0, false});
     }},
    {65, "sign-from-dst-type", "the C type of dst says whether the result is an s8",
     "deq.sign-bit-decides",
     [](DeqElement& element) {
       if (!gives_f16(element)) {
         const bool is_s8 = element.cell.conversion().destination == NumberType::kS8;
         element.word = spec::kFactorSign.put(element.word, is_s8 ? 1 : 0);
       }
     },
     [] {
       return by_element({200, kOne, 0, false}, {200}) +
              by_instruction({200}, "vconv_vdeqs162b8h_u8", "vconv_vdeqs162b8h_s8");
     }},
    {66, "sign-from-bit-47", "the sign bit is read from bit 47, which is reserved",
     "deq.reserved-bits-ignored",
     [](DeqElement& element) {
       if (!gives_f16(element)) {
         element.word = spec::kFactorSign.put(element.word, (element.word >> 47) & 1);
       }
     },
     [] {
       return by_element({200, kOne, 0, false, std::uint64_t{1} << 47},
                         {200, kOne, 0, false, std::uint64_t{1} << 48});
     }},
    {73, "deq16-scale-is-f32", "vconv_deq reads its scale as an f32", "deq16.scale-is-half",
     [](DeqElement& element) {
       if (gives_f16(element)) {
         element.word = half_of_f32(element.word);
       }
     },
     [] {
       return by_s32(3, 0, 0x3c00) +
              by(one_deq("vconv_deq", {1}, {0x3f803c00}), program(kHigh, {1, 0x3f803c00}));
     }},
    {74, "deq16-exact-when-negative", "vconv_deq rounds negative sources once, others through f32",
     "deq16.precision",
     [](DeqElement& element) {
       if (is_negative_source(element)) {
         element.chain16.precision = golden::Deq16Precision::kExact;
       }
     },
     [] { return by_s32(s32(-2968039), 2968039, 0x15d5); }},
    {75, "deq16-zero-is-subnormal", "vconv_deq makes the smallest subnormal number of 0",
     "deq16.zero-sign",
     [](DeqElement& element) {
       if (gives_f16(element) && element.source == 0) {
         // 1 * 2^-24.
         element.source = 1;
         element.word = 1;
       }
     },
     [] { return by_s32(0, 1, 0x3c00); }},
};

}  // namespace vconform::adapters::mutants::deq
