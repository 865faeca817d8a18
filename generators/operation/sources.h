// Sources worth converting by an operation: those of the rows of its conversions, whatever the
// lowering makes of it.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/rows/conversions.h"

namespace vconform::generators {

// Every pattern of a source of at most 16 bits in a shuffled order; of a wider one the distinct
// patterns that interesting_values.h lists for any row with this source or, widened, for any row
// with the destination of a later conversion. Kept, so that they are made once.
const std::vector<std::uint64_t>& operation_sources(const spec::Cell& cell);

// The same for an operation that quantises and one of its words, by its number in operation_words:
// every pattern of at most 16 bits, or of a wider source those solved for this word, and those that
// copies/sources.h lists whatever the word is.
const std::vector<std::uint64_t>& quantised_sources(const spec::Cell& cell, std::size_t word);

}  // namespace vconform::generators
