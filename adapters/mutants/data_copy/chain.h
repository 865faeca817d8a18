// Mutants of DataCopy with wrong values: its shift, the chain from product to result, ReLU. If the
// rule is a choice, some elements follow one reading and the rest another.
#pragma once

#include "adapters/golden/data_copy/element.h"
#include "adapters/mutants/data_copy/witness.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/row.h"

namespace vconform::adapters::mutants::data_copy {

using golden::CopiedElement;

inline bool gives_s8(const CopiedElement& element) {
  return spec::kDeqValueSign.of(element.word) != 0;
}

inline bool is_cast(const CopiedElement& element) {
  const spec::Conversion& row = element.cell.conversion();
  return row.source == NumberType::kF32 && row.destination == NumberType::kF16;
}

inline constexpr std::string_view kDeq8 = "deq8_s322s8";

inline constexpr Row kChain[] = {
    {141, "copy-cast-half-away", "DataCopy rounds ties away from zero in float to half",
     "copy.cast",
     [](CopiedElement& element) {
       if (is_cast(element) && (element.source & 0x1fff) == 0x1000) {
         element.source |= 1;
       }
     },
     [] { return by_copy({"co1_co2_f322f16", {0x3f801000}}, {"co1_co2_f322f16", {0x3f803000}}); }},
    {142, "copy-mcb-ignored", "DEQ8 and VDEQ8 never shift", "copy.mcb",
     [](CopiedElement& element) {
       if (element.cell.conversion().to().bits == 8) {
         element.word = spec::kDeqValueMcb.put(element.word, 0);
       }
     },
     [] {
       return by_copy({kDeq8, {8}, with_shift(kSignedOne, 1)},
                      {"deq16_s322f16", {8}, with_shift(kSignedOne, 1)});
     }},
    {143, "copy-deq16-shift-needs-mcb", "DEQ16 to s16 shifts with MCB 1 only", "copy.deq16-shift",
     [](CopiedElement& element) {
       const bool gives_s16 = element.cell.conversion().destination == NumberType::kS16;
       if (gives_s16 && spec::kDeqValueMcb.of(element.word) == 0) {
         element.chain.shift.shift = [](std::int64_t source, std::uint64_t) { return source; };
       }
     },
     [] { return by_copy({"deq16_s322s16", {8}, 0}, {"deq16_s322s16", {8}, with_shift(0, 1)}); }},
    {144, "copy-result-wraps", "DEQ8: the low eight bits of the sum are the result",
     "copy.result-saturates",
     [](CopiedElement& element) {
       element.chain.quant.saturate = [](std::int64_t sum, bool) { return sum; };
     },
     [] { return by_copy({kDeq8, {128}}, {kDeq8, {127}}); }},
    {145, "copy-sign-from-dst-type", "DEQ8: the C type of dst says whether the result is an s8",
     "copy.sign-bit-decides",
     [](CopiedElement& element) {
       if (element.cell.conversion().to().bits == 8) {
         const bool is_s8 = element.cell.conversion().destination == NumberType::kS8;
         element.word = spec::kDeqValueSign.put(element.word, is_s8 ? 1 : 0);
       }
     },
     [] { return by_copy({"deq8_s322u8", {200}}, {kDeq8, {200}}); }},
    {146, "copy-relu-from-bit-48", "bit 48 of deqValue, which is reserved, asks for ReLU too",
     "copy.reserved-bits-ignored",
     [](CopiedElement& element) {
       const spec::DeqScale deq = element.cell.conversion().deq_scale;
       if (spec::deq_word_of(deq) == spec::Word::kDeqValue && deq != spec::DeqScale::kNone) {
         element.relu |= (element.word >> 48 & 1) != 0;
       }
     },
     [] {
       return by_copy({kDeq8, {s32(-5)}, kSignedOne | std::uint64_t{1} << 48},
                      {kDeq8, {s32(-5)}, kSignedOne | std::uint64_t{1} << 49});
     }},
    {147, "copy-zero-is-subnormal", "float to half makes the smallest subnormal number of 0",
     "copy.zero-sign",
     [](CopiedElement& element) {
       if (is_cast(element) && element.source == 0) {
         element.source = kSmallestF16;
       }
     },
     [] { return by_copy({"co1_co2_f322f16", {0}}, {"co1_co2_f322f32", {0}}); }},
    {148, "copy-scale-truncated-when-negative",
     "DataCopy multiplies negative sources by M as 1-8-10", "copy.scale-bits",
     [](CopiedElement& element) {
       if (is_negative_source(element)) {
         element.chain.quant.scale = golden::scale_truncated;
       }
     },
     [] {
       return by_copy({kDeq8, {s32(-18696)}, 0x3bb5789d | kSigned},
                      {kDeq8, {18696}, 0x3bb5789d | kSigned});
     }},
    {149, "copy-product-exact-when-negative",
     "DEQ8 does not round the product of a negative source to an f32", "copy.product",
     [](CopiedElement& element) {
       element.chain.quant.product_is_f32 = !is_negative_source(element);
     },
     [] {
       return by_copy({kDeq8, {s32(-12667)}, 0x3bb66000 | kSigned},
                      {kDeq8, {12667}, 0x3bb66000 | kSigned});
     }},
    {150, "copy-half-away-for-u8",
     "DEQ8 rounds the product as a where the result is a u8, as r where it is an s8",
     "copy.s9-rounding",
     [](CopiedElement& element) {
       if (!gives_s8(element)) {
         element.chain.quant.s9_rounding = golden::fixed_nearest_away;
       }
     },
     [] { return by_copy({kDeq8, {5}, kHalf}, {kDeq8, {5}, kHalf | kSigned}); }},
    {151, "copy-s9-saturates-above-only", "DEQ8: the product saturates to 255, but not to -256",
     "copy.s9-clamp", [](CopiedElement& element) { element.chain.quant.s9_min = -golden::kHuge; },
     [] {
       return by_copy({kDeq8, {s32(-1000)}, with_offset(kSignedOne, 255)},
                      {kDeq8, {1000}, with_offset(kSignedOne, -200)});
     }},
    {152, "copy-offset-unsigned-for-s8", "DEQ8: the offset is unsigned where the result is an s8",
     "copy.offset-sign",
     [](CopiedElement& element) { element.chain.quant.offset_is_signed = !gives_s8(element); },
     [] {
       return by_copy({kDeq8, {10}, with_offset(kSignedOne, -1)},
                      {kDeq8, {10}, with_offset(kOne, -1)});
     }},
    {153, "copy-offset-before-rounding-in-vdeq8",
     "VDEQ8 adds the offset before it rounds, DEQ8 after", "copy.offset-order",
     [](CopiedElement& element) {
       element.chain.quant.offset_before_rounding =
           element.cell.conversion().deq_scale == spec::DeqScale::kVdeq8;
     },
     [] {
       const std::uint64_t value = with_offset(kHalf | kSigned, 1);
       return by_copy({"vdeq8_s322s8", {3}, value, false, Patterns(16, value)},
                      {kDeq8, {3}, value});
     }},
    {154, "copy-sum-wraps-for-u8", "DEQ8: the sum has nine bits where the result is a u8",
     "copy.add",
     [](CopiedElement& element) {
       if (!gives_s8(element)) {
         element.chain.quant.sum_bits = element.chain.quant.offset_bits;
       }
     },
     [] {
       return by_copy({kDeq8, {255}, with_offset(kOne, 1)},
                      {kDeq8, {255}, with_offset(kSignedOne, 1)});
     }},
    {155, "copy-relu-before-offset-for-s8",
     "ReLU comes before the offset where the result is an s8, last where it is a u8",
     "copy.relu-order",
     [](CopiedElement& element) { element.chain.quant.relu_before_offset = gives_s8(element); },
     [] {
       return by_copy({kDeq8, {100}, with_offset(kSignedOne, -128) | kRelu},
                      {kDeq8, {100}, with_offset(kOne, -128) | kRelu});
     }},
    {156, "copy-half-exact-when-negative",
     "DEQ16 rounds the product of a negative s32 once to a half, others through f32", "copy.deqf16",
     [](CopiedElement& element) { element.chain.half_is_exact = is_negative_source(element); },
     [] {
       constexpr std::uint64_t kTie = 0x39800000;  // 2^-12
       return by_copy({"deq16_s322f16", {s32(-16785409)}, kTie},
                      {"deq16_s322f16", {16785409}, kTie});
     }},
    {157, "copy-mcb-ignored-by-negative-half", "DEQ16 to half: MCB shifts no negative s32",
     "copy.mcb-deq16-half",
     [](CopiedElement& element) { element.chain.shifts_half = !is_negative_source(element); },
     [] {
       return by_copy({"deq16_s322f16", {s32(-8)}, with_shift(kOne, 1)},
                      {"deq16_s322f16", {8}, with_shift(kOne, 1)});
     }},
    {158, "copy-negative-overflow-is-inf",
     "a half result that overflows gives -inf below 0, MAX above", "copy.half-overflow",
     [](CopiedElement& element) {
       element.chain.half.saturates = !is_negative_source(element);
       element.chain.half_product.half.saturates = !is_negative_source(element);
     },
     [] {
       return by_copy({"deq_s322f16", {s32(-70000)}, 0x3c00}, {"deq_s322f16", {70000}, 0x3c00});
     }},
    {159, "copy-deq-exact-when-negative",
     "DEQ rounds the product of a negative s32 once, others through f32", "copy.deq16-precision",
     [](CopiedElement& element) {
       if (is_negative_source(element)) {
         element.chain.half_product.precision = golden::Deq16Precision::kExact;
       }
     },
     [] {
       return by_copy({"deq_s322f16", {s32(-2968039)}, 0x15d5}, {"deq_s322f16", {2968039}, 0x15d5});
     }},
    {160, "copy-shift-rounds-negative",
     "DataCopy rounds the shift of a negative s32, others are cut off", "copy.shift-rounding",
     [](CopiedElement& element) {
       if (is_negative_source(element)) {
         element.chain.shift.shift = golden::shift_nearest;
       }
     },
     [] { return by_copy({"deq16_s322s16", {s32(-7)}}, {"deq16_s322s16", {7}}); }},
    {161, "copy-shift-wraps-negative",
     "DataCopy: a shifted negative s32 wraps to an s16, others saturate", "copy.shift-to-s16",
     [](CopiedElement& element) {
       if (is_negative_source(element)) {
         element.chain.shift.to_s16 = golden::wrap_s16;
       }
     },
     [] { return by_copy({"deq16_s322s16", {s32(-131076)}}, {"deq16_s322s16", {131076}}); }},
    {162, "copy-shift-is-logical", "DataCopy shifts zeros in from the left", "copy.shift-rounding",
     [](CopiedElement& element) { element.chain.shift.shift = shift_logical; },
     [] { return by_copy({"deq16_s322s16", {s32(-8)}}, {"deq16_s322s16", {8}}); }},
};

}  // namespace vconform::adapters::mutants::data_copy
