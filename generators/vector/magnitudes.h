// Arguments of a vector instruction at every magnitude, alone or two at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generators/choices/magnitudes.h"
#include "generators/vector/addressing.h"
#include "generators/vector/discriminating_case.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// A case for one magnitude of an argument.
struct MagnitudeCase {
  DiscriminatingCase made;
  // See Magnitude.
  bool is_extra = false;
};

struct VectorArguments {
  // In normal mode; not read in counter mode.
  spec::Mask mask;
  // The number of elements in counter mode.
  std::optional<std::uint64_t> count;
  AddressingPlan plan;
  // See Magnitude.
  bool is_extra = false;
};

// Legal arguments: repeats, strides of blocks and of repeats, places of the operands, shapes of the
// mask, counts, up to what UB (a2) has room for. Cases of many repeats have few active lanes.
std::vector<VectorArguments> vector_magnitudes(const spec::Conversion& row, Pairs pairs);

// The words of a mask register for the arguments, without the bit of CTRL for counter mode.
spec::Registers registers_of(const VectorArguments& arguments, std::uint64_t ctrl);

}  // namespace vconform::generators
