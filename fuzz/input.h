// The bytes of a fuzzer as what they say: choices for a generator, and edits of the case that it
// makes. No byte string is invalid: missing bytes are zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vconform::fuzz {

// Eight bytes, little-endian, in this order. What they mean is up to apply() in edits.h.
struct Edit {
  std::uint8_t change = 0;
  std::uint8_t amount = 0;
  // Which number of the case.
  std::uint16_t knob = 0;
  std::uint32_t value = 0;

  friend bool operator==(const Edit&, const Edit&) = default;
};

inline constexpr std::size_t kMostEdits = 8;

struct Input {
  std::vector<Edit> edits;
  std::vector<std::uint8_t> choices;

  friend bool operator==(const Input&, const Input&) = default;
};

// One byte, modulo kMostEdits + 1, for the number of edits; the edits; the rest are choices.
Input decoded(std::span<const std::uint8_t> bytes);
// At most kMostEdits edits.
std::vector<std::uint8_t> encoded(const Input& input);

}  // namespace vconform::fuzz
