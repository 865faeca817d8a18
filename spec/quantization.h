// What DEQSCALE holds: a deq_factor, the address of sixteen of them, or a half scale; and the
// number formats of the dequantisation (vconv, DEQ/VDEQ 功能说明; cast_deq).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "spec/number_format.h"

namespace vconform::spec {

// How DEQSCALE is read.
enum class ScaleWord : std::uint8_t {
  kFactor,  // deqs162b8{h,l}; also each element of the vector of vdeqs162b8{h,l}
  kVector,  // vdeqs162b8{h,l}
  kHalf,    // vconv_deq
};

struct ScaleField {
  ScaleWord word;
  std::string_view name;
  int low;
  int bits;
  std::string_view meaning;
  std::string_view source;

  constexpr std::uint64_t mask() const { return ((std::uint64_t{1} << bits) - 1) << low; }
  constexpr std::uint64_t of(std::uint64_t word_value) const {
    return (word_value & mask()) >> low;
  }
  // `word_value` with this field holding the low bits of `value`.
  constexpr std::uint64_t put(std::uint64_t word_value, std::uint64_t value) const {
    return (word_value & ~mask()) | ((value << low) & mask());
  }
};

// clang-format off
inline constexpr std::array<ScaleField, 5> kScaleFields = {{
    {ScaleWord::kFactor, "M",        0, 32, "the scale, an f32 that is taken as 1-8-10", "vconv, DEQSCALE[31:0]"},
    {ScaleWord::kFactor, "offset",  37,  9, "the offset, an s9",                          "vconv, DEQSCALE[45:37]"},
    {ScaleWord::kFactor, "sign",    46,  1, "1: the result is an s8, 0: a u8",            "vconv, DEQSCALE[46]"},
    {ScaleWord::kVector, "address",  0, 14, "the vector's address in UB, in 32 bytes",    "vconv, DEQSCALE[13:0]"},
    {ScaleWord::kHalf,   "M",        0, 16, "the scale, a half",                          "asc-devkit:SetDeqScale; cast_deq"},
}};
// clang-format on

inline constexpr const ScaleField& kFactorScale = kScaleFields[0];
inline constexpr const ScaleField& kFactorOffset = kScaleFields[1];
inline constexpr const ScaleField& kFactorSign = kScaleFields[2];
inline constexpr const ScaleField& kVectorAddress = kScaleFields[3];
inline constexpr const ScaleField& kHalfScale = kScaleFields[4];

// Bits that no field of the word has: ignored (deq.reserved-bits-ignored).
constexpr std::uint64_t reserved_bits(ScaleWord word) {
  std::uint64_t reserved = ~std::uint64_t{0};
  for (const ScaleField& field : kScaleFields) {
    reserved &= field.word == word ? ~field.mask() : ~std::uint64_t{0};
  }
  return reserved;
}

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

// "M=0x3bb66000 offset=0x000 sign=1", and " reserved=0x..." where such bits are set.
std::string scale_text(ScaleWord word, std::uint64_t value);

// Formats of intermediate values. No memory holds them: `type` is that of the word they stand in.
// M as 1-8-10 is the top 19 bits of an f32.
inline constexpr NumberFormat kScaleFormat = {NumberType::kF32,           "1-8-10", 19,
                                              NumberKind::kFloatingPoint, 8,        10};
inline constexpr NumberFormat kS9 = {NumberType::kS16, "s9", 9, NumberKind::kSignedInteger, 0, 0};

}  // namespace vconform::spec
