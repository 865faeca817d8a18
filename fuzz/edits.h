// Small changes of a case that a generator made, which lead where no generator goes.
#pragma once

#include <cstdint>
#include <span>

#include "fuzz/input.h"
#include "spec/case/case.h"

namespace vconform::fuzz {

// What Edit::change says, modulo kChanges. Append only: saved corpora keep their meaning.
enum class Change : std::uint8_t {
  kNudge,    // a knob: a little more or less; an address also by blocks
  kFlipBit,  // a knob: one bit, of masks and words any, of CTRL one that conversions read
  kList,     // a knob: 0, the largest, or a number near a limit
  kTie,      // an element: the neighbouring pattern half way between two shorter ones, or beside it
  kField,    // a word: one of its fields, near its limits
  kPlant,    // a new element of the last source: `knob` is its index, `value` its pattern
  kDrop,     // a step
  kCopy,     // a step, to another place
};
inline constexpr std::uint8_t kChanges = 8;

// The case with the edits, one after another; what an edit cannot do it leaves. The case may have a
// spec::case_problem then, and its walks may leave their memories.
spec::Case edited(const spec::Case& test_case, std::span<const Edit> edits);

}  // namespace vconform::fuzz
