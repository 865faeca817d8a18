// The contents of a copy's operands before the planted elements: numbers whose results tell their
// position.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/choice_source.h"
#include "generators/copies/words.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// Placements for `count` source elements from `at`. Results of neighbours, and of elements a row, a
// fractal or a block apart, differ as far as the range of the destination allows: the sources are
// spaced so that, under the scale and the shift of `by`, the result grows by one. Takes one draw;
// elements that are moved or multiplied have patterns from all over their range every other time.
std::vector<spec::Placement> copy_background(ChoiceSource& choices, const spec::Conversion& row,
                                             const CopyScale& by, const spec::Address& at,
                                             std::uint64_t count);

// The numbers of copy_background, without a draw.
std::vector<spec::Placement> numbered_background(const spec::Conversion& row, const CopyScale& by,
                                                 const spec::Address& at, std::uint64_t count);

// The old contents of the destination, in the row's type; for b8 results, bit 46 of `word` selects
// s8 or u8.
spec::Placement old_results(const spec::Conversion& row, std::uint64_t word,
                            const spec::Address& at, std::uint64_t count);

}  // namespace vconform::generators
