// The contents of the memories of a case, before and after it ran.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "spec/case/case.h"
#include "spec/case/memory_bytes.h"

namespace vconform::spec {

// The bytes of each memory of the core; none where the case has no such memory.
struct MemoryImage {
  std::array<MemoryBytes, kMemoryCount> bytes;

  MemoryBytes& of(MemoryId id) { return bytes[static_cast<std::size_t>(id)]; }
  const MemoryBytes& of(MemoryId id) const { return bytes[static_cast<std::size_t>(id)]; }
  friend bool operator==(const MemoryImage&, const MemoryImage&) = default;
};

// The same where they stand, in bytes of somebody else's. Of a sparse memory only elements are
// read: all of it is too much.
struct MemoryView {
  std::array<std::span<const std::uint8_t>, kMemoryCount> bytes;

  std::span<const std::uint8_t> of(MemoryId id) const {
    return bytes[static_cast<std::size_t>(id)];
  }
};

static_assert(std::endian::native == std::endian::little);

// memcpy of a size that is known becomes one instruction.
template <typename Word>
std::uint64_t load_word(const std::uint8_t* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}
template <typename Word>
void store_word(std::uint8_t* at, std::uint64_t pattern) {
  const auto word = static_cast<Word>(pattern);
  std::memcpy(at, &word, sizeof word);
}

// Element `index` of an array that starts at byte `offset`; little-endian; s4 low nibble first.
// The element must lie within the memory.
// Here, so that loops over elements have them inline.
inline std::uint64_t load_element(std::span<const std::uint8_t> memory, std::uint64_t offset,
                                  const NumberFormat& format, std::uint64_t index) {
  if (format.bits < 8) {
    const std::uint64_t byte = memory[offset + index / 2];
    return (index % 2 == 0 ? byte : byte >> 4) & 0xf;
  }
  const std::uint64_t width = static_cast<std::uint64_t>(format.bits) / kBitsPerByte;
  assert(offset + (index + 1) * width <= memory.size());
  const std::uint8_t* at = memory.data() + offset + index * width;
  switch (width) {
    case sizeof(std::uint8_t):
      return *at;
    case sizeof(std::uint16_t):
      return load_word<std::uint16_t>(at);
    case sizeof(std::uint32_t):
      return load_word<std::uint32_t>(at);
    default:
      return load_word<std::uint64_t>(at);
  }
}
inline void store_element(std::span<std::uint8_t> memory, std::uint64_t offset,
                          const NumberFormat& format, std::uint64_t index, std::uint64_t pattern) {
  if (format.bits < 8) {
    std::uint8_t& byte = memory[offset + index / 2];
    const int shift = index % 2 == 0 ? 0 : 4;
    byte = static_cast<std::uint8_t>((byte & ~(0xf << shift)) | ((pattern & 0xf) << shift));
    return;
  }
  const std::uint64_t width = static_cast<std::uint64_t>(format.bits) / kBitsPerByte;
  assert(offset + (index + 1) * width <= memory.size());
  std::uint8_t* at = memory.data() + offset + index * width;
  switch (width) {
    case sizeof(std::uint8_t):
      return store_word<std::uint8_t>(at, pattern);
    case sizeof(std::uint16_t):
      return store_word<std::uint16_t>(at, pattern);
    case sizeof(std::uint32_t):
      return store_word<std::uint32_t>(at, pattern);
    default:
      return store_word<std::uint64_t>(at, pattern);
  }
}

// Bytes that `count` elements take.
constexpr std::uint64_t byte_count(const NumberFormat& format, std::uint64_t count) {
  return (count * static_cast<std::uint64_t>(format.bits) + kBitsPerByte - 1) / kBitsPerByte;
}

// The pattern of an integer that the format represents exactly.
std::uint64_t pattern_of_integer(const NumberFormat& format, std::int64_t value);
// Whether it does.
bool represents_integer(const NumberFormat& format, std::int64_t value);

MemoryView view_of(const MemoryImage& image);
MemoryImage copy_of(const MemoryView& view);

// Puts what is placed into its memory, in which it must lie.
void place(const PlaceNumbers& numbers, std::span<std::uint8_t> memory);
void place(const PlacePatterns& patterns, std::span<std::uint8_t> memory);
void place(const PlaceElement& element, std::span<std::uint8_t> memory);

// Background, then the placements in order. Every placement must lie within its memory
// (case_problem in spec/case/case_limits.h tells).
MemoryImage initial_image(const Case& test_case);

}  // namespace vconform::spec
