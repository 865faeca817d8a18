// The numbers that fill the operands before the planted elements.
#pragma once

#include <cstdint>

#include "spec/rows/conversions.h"

namespace vconform::generators {

// Element i holds low + i mod modulus.
struct NumberRange {
  std::int64_t low;
  std::uint64_t modulus;
};

// For the source of a row: numbers that are exact in the source and have distinct results, so that
// a wrong lane, block or repeat shows. The modulus is prime, so that no stride repeats early.
NumberRange source_numbers(const spec::Conversion& row);

// For the destination before it is written: none is a result of source_numbers of any row with this
// destination, so that a missed write shows.
NumberRange destination_numbers(const spec::Conversion& row);

}  // namespace vconform::generators
