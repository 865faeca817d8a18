// The bytes of a fuzzer, decoded into choices for a generator and edits of the case that it makes.
// No byte string is invalid: missing bytes are zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vconform::fuzz {

// Eight bytes, little-endian, in this order. edits.h defines their meaning.
struct Edit {
  std::uint8_t change = 0;
  std::uint8_t amount = 0;
  // The number of the case to change.
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

// Decodes one byte, modulo kMostEdits + 1, as the number of edits, then the edits; the rest are
// choices.
Input decoded(std::span<const std::uint8_t> bytes);
// Encodes at most kMostEdits edits.
std::vector<std::uint8_t> encoded(const Input& input);

}  // namespace vconform::fuzz
