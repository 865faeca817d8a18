// The words that DEQSCALE or its vector hold: a scale with an offset, a sign and reserved bits
// around it.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "spec/deq/quantization.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// How the word that a lane of the row multiplies by is read.
spec::Word lane_word(const spec::Conversion& row);

// Times 1, and for b8 results the sign of the row's destination.
std::uint64_t plain_word(const spec::Conversion& row);

// Three draws; all 0 give plain_word(row). Of a factor: offsets at the limits of an s9, low bits of
// M that 1-8-10 has no place for, and reserved bits, all mostly 0.
std::uint64_t draw_scale_word(ChoiceSource& choices, const spec::Conversion& row);

// Mostly none; one draw.
std::uint64_t draw_reserved_bits(ChoiceSource& choices, spec::Word word);

}  // namespace vconform::generators
