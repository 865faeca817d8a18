// The place of the vector of a VDEQ: sixteen factors in UB, read while the operands are read and
// written.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "generators/vector/addressing.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// The number of DataBlocks of the vector.
inline constexpr std::uint64_t kVectorBlocks = 4;

// A UB of this many blocks without the blocks of a vector at its end.
Region before_vector(std::uint64_t ub_blocks);

// The draws, two of them, before it is known where the operands are.
struct VectorChoice {
  std::uint64_t kind = 0;
  std::uint64_t which = 0;
};
VectorChoice draw_vector_choice(ChoiceSource& choices);

struct VectorRoom {
  std::uint64_t ub_blocks;
  bool may_overlap_source;
  // The number of blocks behind each block of the operands that count as theirs.
  std::uint64_t beyond = 0;
};

// The first block of a vector that no destination block overlaps, for operands in before_vector():
// at the end of UB, at its start, anywhere apart from the operands or, if it may overlap the
// source, which is only read too, in the source.
std::uint64_t vector_apart(const VectorChoice& choice, const spec::Conversion& row,
                           const AddressingPlan& plan, const VectorRoom& room);

// The first block of a vector that some destination block overlaps: a hazard.
std::uint64_t vector_in_destination(const VectorChoice& choice, const spec::Conversion& row,
                                    const AddressingPlan& plan, std::uint64_t ub_blocks);

}  // namespace vconform::generators
