// What the operands of a copy hold before the planted elements: numbers whose results tell their
// position.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/choice_source.h"
#include "generators/copies/words.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// `count` source elements from `at`. Results of neighbours, and of elements a row, a fractal or a
// block apart, differ, as far as the range of the destination goes: the sources are as far apart as
// the scale and the shift of `by` take to one more in the result. One draw: of an element that is
// moved or multiplied, every other time patterns from all over its range.
std::vector<spec::Placement> copy_background(ChoiceSource& choices, const spec::Conversion& row,
                                             const CopyScale& by, const spec::Address& at,
                                             std::uint64_t count);

// The numbers and no draw.
std::vector<spec::Placement> numbered_background(const spec::Conversion& row, const CopyScale& by,
                                                 const spec::Address& at, std::uint64_t count);

// What the destination holds before: of the row's type, but of b8 results an s8 or a u8 as bit 46
// of `word` says.
spec::Placement old_results(const spec::Conversion& row, std::uint64_t word,
                            const spec::Address& at, std::uint64_t count);

}  // namespace vconform::generators
