// The simplest copy of one source.
#pragma once

#include <cstdint>

#include "spec/case/case.h"

namespace vconform::generators {

// The first element of a copy, and what it meets.
struct CopiedSource {
  std::uint64_t pattern = 0;
  // The quant word, deqValue or factor.
  std::uint64_t word = 0;
  // The alpha of leaky ReLU or pReLU.
  std::uint32_t alpha = 0;
  std::uint64_t ctrl = 0;
};

// A contiguous copy of one block by the row, QuantPRE and ReLU of `like`, a CopyMatrix or DataCopy:
// the word of every column stands in a vector if those of `like` do.
spec::Case copy_of(const spec::Step& like, const CopiedSource& source);

}  // namespace vconform::generators
