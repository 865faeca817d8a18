// A case: the initial memories and a program of steps. Everything that runs, is saved or is
// replayed is one of these.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "spec/case/instruction.h"
#include "spec/number/number_format.h"
#include "spec/rows/memories.h"

namespace vconform::spec {

// Before anything else is placed, byte a of every memory that is not sparse holds
// background_byte(a): neighbours, and places a block or a repeat apart, differ. The version is
// written into case files.
inline constexpr int kBackgroundVersion = 1;
inline constexpr int kNoBackground = 0;
constexpr std::uint8_t background_byte(std::uint64_t address) {
  std::uint64_t x = address * 0x9e3779b97f4a7c15;
  x ^= x >> 32;
  return static_cast<std::uint8_t>(x * 0xd6e8feb86659fd93 >> 56);
}

// How memory is filled before the first step; later ones write over earlier ones. All place `count`
// elements of `type` one after another from `at`, in the order s4.nibble=low-first for s4.

// Element i is the number `low + i mod modulus`, exactly representable in `type`.
struct PlaceNumbers {
  Address at;
  NumberType type = NumberType::kF32;
  std::uint64_t count = 0;
  std::int64_t low = 0;
  std::uint64_t modulus = 1;

  friend bool operator==(const PlaceNumbers&, const PlaceNumbers&) = default;
};

// Element i has the bit pattern `first + i * step`, modulo the width of the type.
struct PlacePatterns {
  Address at;
  NumberType type = NumberType::kF32;
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  std::uint64_t step = 0;

  friend bool operator==(const PlacePatterns&, const PlacePatterns&) = default;
};

// Element `index` from `at` has this bit pattern.
struct PlaceElement {
  Address at;
  NumberType type = NumberType::kF32;
  std::uint64_t index = 0;
  std::uint64_t pattern = 0;

  friend bool operator==(const PlaceElement&, const PlaceElement&) = default;
};

using Placement = std::variant<PlaceNumbers, PlacePatterns, PlaceElement>;

struct CaseMemory {
  MemoryId id = MemoryId::kUb;
  std::uint64_t size = 0;
  // A sparse memory holds zeros before anything is placed, and may be as large as the page's: it
  // costs what the case touches. In case files its background is kNoBackground.
  bool is_sparse = false;

  friend bool operator==(const CaseMemory&, const CaseMemory&) = default;
};

struct Case {
  // The claim that the case was made for, a test name; `replay` checks that claim again.
  std::string claim;
  // The seed of the run that made it.
  std::uint64_t seed = 0;
  std::vector<CaseMemory> memories;
  std::vector<Placement> placements;
  std::vector<Step> steps;
  // Programs that run before it in the same context, each with memories of its own, none with
  // earlier ones itself: a failure may depend on them. Whatever they do, only the case is judged.
  std::vector<Case> earlier;

  friend bool operator==(const Case&, const Case&) = default;
};

// The bytes of a memory of the case; 0 if it has none.
inline std::uint64_t memory_size(const Case& test_case, MemoryId id) {
  const auto found = std::ranges::find(test_case.memories, id, &CaseMemory::id);
  return found == test_case.memories.end() ? 0 : found->size;
}

// The steps that are instructions, without those of earlier programs.
inline std::ptrdiff_t instruction_count(const Case& test_case) {
  return std::ranges::count_if(test_case.steps,
                               [](const Step& step) { return cell_of(step).has_value(); });
}

}  // namespace vconform::spec
