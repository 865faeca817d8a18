// Small changes to a generated case that lead where no generator goes.
#pragma once

#include <cstdint>
#include <span>

#include "fuzz/edits/input.h"
#include "spec/case/case.h"

namespace vconform::fuzz {

// The meaning of Edit::change, modulo kChanges. Append only: saved corpora keep their meaning.
enum class Change : std::uint8_t {
  kNudge,    // a knob: a little more or less; an address also by blocks
  kFlipBit,  // a knob: one bit; any bit of masks and words, a bit of CTRL that conversions read
  kList,     // a knob: 0, the largest number, or one near a limit
  kTie,      // an element: the neighbouring pattern half way between two shorter ones, or beside it
  kField,    // a word: one of its fields, near its limits
  kPlant,    // a new element of the last source: `knob` is its index, `value` its pattern
  kDrop,     // removes a step
  kCopy,     // copies a step to another place
};
inline constexpr std::uint8_t kChanges = 8;

// The case after the edits, one after another; edits that do not apply are skipped. The result may
// have a spec::case_problem, and its walks may leave the memory.
spec::Case edited(const spec::Case& test_case, std::span<const Edit> edits);

}  // namespace vconform::fuzz
