// The seven rounding suffixes of vconv (vconv, 功能说明).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "spec/slugs/rule_id.h"

namespace vconform::spec {

// The numbers are part of saved corpora and of the C ABI: append, never renumber.
enum class Rounding : std::uint8_t {
  kNull = 0,         // no suffix: the page's (null), behaves as r
  kNearestEven = 1,  // r
  kNearestAway = 2,  // a
  kFloor = 3,        // f
  kCeil = 4,         // c
  kTowardZero = 5,   // z
  kOdd = 6,          // o
};

struct RoundingMode {
  Rounding rounding;
  char letter;              // as in the mode strings of the tables; '-' is the bare name
  std::string_view suffix;  // as in the instruction name
  std::string_view label;   // as in test and row names
  std::string_view page;    // what the page calls it
  RuleId rule;
};

inline constexpr std::array<RoundingMode, 7> kRoundingModes = {{
    {Rounding::kNull, '-', "", "null", "(null), R by default", cite("round.bare-name-is-r")},
    {Rounding::kNearestEven, 'r', "r", "r", "rint", cite("round.nearest-ties-to-even")},
    {Rounding::kNearestAway, 'a', "a", "a", "round", cite("round.nearest-ties-away")},
    {Rounding::kFloor, 'f', "f", "f", "floor", cite("round.floor")},
    {Rounding::kCeil, 'c', "c", "c", "ceil", cite("round.ceil")},
    {Rounding::kTowardZero, 'z', "z", "z", "trunc", cite("round.toward-zero")},
    {Rounding::kOdd, 'o', "o", "o", "von Neumann rounding", cite("round.odd-is-von-neumann")},
}};

constexpr const RoundingMode& mode_of(Rounding rounding) {
  return kRoundingModes[static_cast<std::size_t>(rounding)];
}

constexpr std::optional<Rounding> rounding_with_letter(char letter) {
  for (const RoundingMode& mode : kRoundingModes) {
    if (mode.letter == letter) {
      return mode.rounding;
    }
  }
  return std::nullopt;
}

}  // namespace vconform::spec
