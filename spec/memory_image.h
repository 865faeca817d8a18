// The contents of the memories of a case, before and after it ran.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spec/case.h"

namespace vconform::spec {

// One byte array for each memory of the core; empty where the case has no such memory.
struct MemoryImage {
  std::array<std::vector<std::uint8_t>, kMemoryCount> bytes;

  std::vector<std::uint8_t>& of(MemoryId id) { return bytes[static_cast<std::size_t>(id)]; }
  const std::vector<std::uint8_t>& of(MemoryId id) const {
    return bytes[static_cast<std::size_t>(id)];
  }
  friend bool operator==(const MemoryImage&, const MemoryImage&) = default;
};

// Element `index` of an array that starts at byte `offset`; little-endian; s4 low nibble first.
// The element must lie within the memory.
std::uint64_t load_element(std::span<const std::uint8_t> memory, std::uint64_t offset,
                           const NumberFormat& format, std::uint64_t index);
void store_element(std::span<std::uint8_t> memory, std::uint64_t offset, const NumberFormat& format,
                   std::uint64_t index, std::uint64_t pattern);

// Bytes that `count` elements take.
constexpr std::uint64_t byte_count(const NumberFormat& format, std::uint64_t count) {
  return (count * static_cast<std::uint64_t>(format.bits) + kBitsPerByte - 1) / kBitsPerByte;
}

// The pattern of an integer that the format represents exactly.
std::uint64_t pattern_of_integer(const NumberFormat& format, std::int64_t value);
// Whether it does.
bool represents_integer(const NumberFormat& format, std::int64_t value);

// Background, then the placements in order. Every placement must lie within its memory
// (case_problem in spec/case_limits.h tells).
MemoryImage initial_image(const Case& test_case);

}  // namespace vconform::spec
