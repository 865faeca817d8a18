// The contents of DEQSCALE: a deq_factor, the address of sixteen of them, or a half scale; and the
// number formats of the dequantisation (vconv, DEQ/VDEQ 功能说明; cast_deq).
#pragma once

#include <cstdint>

#include "spec/number/number_format.h"
#include "spec/number/word_fields.h"

namespace vconform::spec {

inline constexpr WordField kFactorScale = field_of(Word::kFactor, "M");
inline constexpr WordField kFactorOffset = field_of(Word::kFactor, "offset");
inline constexpr WordField kFactorSign = field_of(Word::kFactor, "sign");
inline constexpr WordField kVectorAddress = field_of(Word::kVector, "address");
inline constexpr WordField kHalfScale = field_of(Word::kHalf, "M");

// set_deq_scale(scale, offset, sign): `scale` are the bits of an f32, of `offset` the low nine
// count.
constexpr std::uint64_t deq_factor(std::uint32_t scale, int offset, bool sign) {
  const std::uint64_t word = kFactorOffset.put(scale, static_cast<std::uint64_t>(offset));
  return kFactorSign.put(word, sign ? 1 : 0);
}

// The vector of a VDEQ: this many factors, one after another, from a multiple of this.
inline constexpr std::uint64_t kVectorFactors = 16;
inline constexpr std::uint64_t kFactorBytes = 8;
inline constexpr std::uint64_t kVectorBytes = kVectorFactors * kFactorBytes;
inline constexpr std::uint64_t kVectorAddressUnit = 32;

// Formats of intermediate values. No memory holds them: `type` is that of the word they stand in.
// M as 1-8-10 is the top 19 bits of an f32.
inline constexpr NumberFormat kScaleFormat = {NumberType::kF32,           "1-8-10", 19,
                                              NumberKind::kFloatingPoint, 8,        10};
inline constexpr NumberFormat kS9 = {NumberType::kS16, "s9", 9, NumberKind::kSignedInteger, 0, 0};

}  // namespace vconform::spec
