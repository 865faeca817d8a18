// The words that DEQSCALE or its vector hold: a scale with an offset, a sign and reserved bits
// around it.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "spec/number/quantization.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// The kind of word that a lane of the row multiplies by.
spec::Word lane_word(const spec::Conversion& row);

// Times 1, for b8 results with the sign of the row's destination.
std::uint64_t plain_word(const spec::Conversion& row);

// A word in three draws, all 0 giving plain_word(row). A factor has offsets at the limits of an s9,
// low bits of M that do not fit 1-8-10, and reserved bits, all mostly 0.
std::uint64_t draw_scale_word(ChoiceSource& choices, const spec::Conversion& row);

// Reserved bits in one draw, mostly none.
std::uint64_t draw_reserved_bits(ChoiceSource& choices, spec::Word word);

}  // namespace vconform::generators
