// Where the vector of a VDEQ stands: sixteen factors in UB, read while the operands are read and
// written.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "generators/vector/addressing.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// DataBlocks that the vector takes.
inline constexpr std::uint64_t kVectorBlocks = 4;

// UB of so many blocks without as much as a vector at its end.
Region before_vector(std::uint64_t ub_blocks);

// What is drawn before it is known where the operands are: two draws.
struct VectorChoice {
  std::uint64_t kind = 0;
  std::uint64_t which = 0;
};
VectorChoice draw_vector_choice(ChoiceSource& choices);

struct VectorRoom {
  std::uint64_t ub_blocks;
  bool may_overlap_source;
  // So many blocks behind each block of the operands count as theirs.
  std::uint64_t beyond = 0;
};

// The first block of a vector that no destination block meets, of operands in before_vector(): at
// the end of UB, at its start, anywhere apart from the operands or, where it may overlap the
// source, which is only read as well, in it.
std::uint64_t vector_apart(const VectorChoice& choice, const spec::Conversion& row,
                           const AddressingPlan& plan, const VectorRoom& room);

// The first block of one that some destination block meets: a hazard.
std::uint64_t vector_in_destination(const VectorChoice& choice, const spec::Conversion& row,
                                    const AddressingPlan& plan, std::uint64_t ub_blocks);

}  // namespace vconform::generators
