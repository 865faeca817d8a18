// The memories of the core, their sizes and alignments, and the logical positions that live in them
// (asc-devkit:通用说明和约束).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vconform::spec {

// The numbers are part of the C ABI: append, never renumber.
enum class MemoryId : std::uint8_t { kUb = 0, kL1 = 1, kL0c = 2, kGm = 3, kFixpipe = 4 };

inline constexpr std::size_t kMemoryCount = 5;

struct Memory {
  MemoryId id;
  std::string_view name;
  // Bytes, by product; 0 where the pages give no size and the case chooses one.
  // Sizes are inferred from public product data.
  std::uint64_t a2_size;
  std::uint64_t m200_size;
  // Bytes that an operand's address must be a multiple of.
  std::uint64_t alignment;
};

inline constexpr std::array<Memory, kMemoryCount> kMemories = {{
    {MemoryId::kUb, "UB", 192 * 1024, 256 * 1024, 32},
    {MemoryId::kL1, "L1", 512 * 1024, 1024 * 1024, 32},
    {MemoryId::kL0c, "L0C", 128 * 1024, 256 * 1024, 64},
    {MemoryId::kGm, "GM", 0, 0, 1},
    {MemoryId::kFixpipe, "Fixpipe", 0, 0, 64},
}};

// The largest memory that a case may describe, whatever the profile; and its largest GM if that is
// sparse, which holds two blocks of NZ at any dstStride_dst_D, a 32-bit number of 32-byte units.
inline constexpr std::uint64_t kMaxMemoryBytes = 16 * 1024 * 1024;
inline constexpr std::uint64_t kMaxGmBytes = std::uint64_t{1} << 38;

constexpr const Memory& memory_of(MemoryId id) {
  return kMemories[static_cast<std::size_t>(id)];
}

constexpr std::optional<MemoryId> memory_named(std::string_view name) {
  for (const Memory& memory : kMemories) {
    if (memory.name == name) {
      return memory.id;
    }
  }
  return std::nullopt;
}

// Logical positions (TPosition). The numbers are those of the C ABI.
enum class PositionId : std::uint8_t {
  kVecin = 0,
  kVeccalc = 1,
  kVecout = 2,
  kA1 = 3,
  kB1 = 4,
  kTscm = 5,
  kCo1 = 6,
  kCo2 = 7,
  kGm = 8,
};

struct Position {
  std::string_view name;
  // nullopt if the product has no such position.
  std::optional<MemoryId> a2;
  std::optional<MemoryId> m200;
};

inline constexpr std::array<Position, 9> kPositions = {{
    {"VECIN", MemoryId::kUb, MemoryId::kUb},
    {"VECCALC", MemoryId::kUb, MemoryId::kUb},
    {"VECOUT", MemoryId::kUb, MemoryId::kUb},
    {"A1", MemoryId::kL1, MemoryId::kL1},
    {"B1", MemoryId::kL1, MemoryId::kL1},
    {"TSCM", MemoryId::kL1, MemoryId::kL1},
    {"CO1", MemoryId::kL0c, MemoryId::kL0c},
    {"CO2", std::nullopt, MemoryId::kUb},
    {"GM", MemoryId::kGm, MemoryId::kGm},
}};

constexpr const Position& position_of(PositionId id) {
  return kPositions[static_cast<std::size_t>(id)];
}
// The memory of a position, on a product that has it: no two products put one elsewhere.
constexpr MemoryId memory_of(PositionId id) {
  const Position& position = position_of(id);
  return position.a2 ? *position.a2 : *position.m200;
}

// A place in a memory: byte `offset` from its start.
struct Address {
  MemoryId memory = MemoryId::kUb;
  std::uint64_t offset = 0;

  friend constexpr bool operator==(const Address&, const Address&) = default;
};

}  // namespace vconform::spec
