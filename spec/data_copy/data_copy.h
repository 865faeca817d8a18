// Modes and units of DataCopy with DataCopyEnhancedParams on the path from CO1 to CO2, in which
// it counts (data_copy_enhanced, 表6 to 表8).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "spec/number/units.h"
#include "spec/number/word_fields.h"
#include "spec/rows/conversion.h"

namespace vconform::spec {

// The numbers are those of the C ABI.
enum class BlockMode : std::uint8_t { kNormal = 0, kMatrix = 1, kVector = 2 };

inline constexpr std::array<std::string_view, 3> kBlockModeNames = {"NORMAL", "MATRIX", "VECTOR"};

// The units of blockLen and the strides, in bytes (表7).
struct BlockUnits {
  std::uint64_t block_len;
  std::uint64_t src_stride;
  std::uint64_t dst_stride;
};

// On every path but CO1 to CO2, whatever blockMode is.
inline constexpr BlockUnits kPlainUnits = {kBlockBytes, kBlockBytes, kBlockBytes};

// From CO1 to CO2; the mode is kMatrix or kVector, the width that of the source.
constexpr BlockUnits units_of(BlockMode mode, int source_bits) {
  const auto bits = static_cast<std::uint64_t>(source_bits);
  const std::uint64_t fractal = 16 * 16 * bits / kBitsPerByte;
  const std::uint64_t row = 16 * bits / kBitsPerByte;
  return {mode == BlockMode::kVector ? row : fractal, fractal, kBlockBytes};
}
static_assert(units_of(BlockMode::kMatrix, 16).block_len == 512);
static_assert(units_of(BlockMode::kVector, 32).block_len == 64);
static_assert(units_of(BlockMode::kVector, 32).src_stride == 1024);

inline constexpr std::array<std::string_view, 7> kDeqScaleNames = {
    "DEQ_NONE", "DEQ", "VDEQ", "DEQ8", "VDEQ8", "DEQ16", "VDEQ16"};

// The fields of the deqValue of a mode, or of each element of its vector.
constexpr Word deq_word_of(DeqScale deq) {
  return deq == DeqScale::kDeq || deq == DeqScale::kVdeq ? Word::kHalf : Word::kDeqValue;
}

// The vector at deqTensorAddr: 16 halves (VDEQ) or 16 words of 64 bits.
inline constexpr std::uint64_t kDeqVectorElements = 16;
constexpr std::uint64_t deq_element_bytes(DeqScale deq) {
  return deq == DeqScale::kVdeq ? 2 : 8;
}
constexpr std::uint64_t deq_vector_bytes(DeqScale deq) {
  return kDeqVectorElements * deq_element_bytes(deq);
}

inline constexpr std::uint64_t kMaxBlockCount = 4095;
inline constexpr std::uint64_t kDeqTensorAlignment = 32;

// sidStoreMode, of 8-bit results: where they stand in a block of 32 bytes.
enum class SidStoreMode : std::uint8_t { kFirstHalf = 0, kSecondHalf = 1, kPacked = 2 };

inline constexpr WordField kDeqValueScale = field_of(Word::kDeqValue, "M");
inline constexpr WordField kDeqValueShift = field_of(Word::kDeqValue, "N");
inline constexpr WordField kDeqValueMcb = field_of(Word::kDeqValue, "MCB");
inline constexpr WordField kDeqValueOffset = field_of(Word::kDeqValue, "offset");
inline constexpr WordField kDeqValueSign = field_of(Word::kDeqValue, "sign");
inline constexpr WordField kDeqValueRelu = field_of(Word::kDeqValue, "relu");

}  // namespace vconform::spec
