// Room for what an edit asks for.
#pragma once

#include <cstdint>

#include "spec/case/case.h"
#include "spec/profiles/choices.h"
#include "spec/rows/memories.h"

namespace vconform::fuzz {

// Every byte of a memory is filled and compared, so that a GM of more is sparse.
inline constexpr std::uint64_t kMostFilledBytes = 256 * 1024;

// Gives a memory of the case at least so many bytes. False if the memory of the product is smaller,
// if the backend holds at most `largest` bytes of a memory, or if the case lacks the memory.
bool grow(spec::Case& test_case, spec::MemoryId memory, std::uint64_t bytes, std::uint64_t largest);

// Gives memories room for the first block of each operand, where it can.
void grow_for_operands(spec::Case& test_case, std::uint64_t largest);

// Places other patterns in each block of a sparse memory from which the case reads, up to 64 of
// them, in place of zeros. Throws what oracle::predict throws.
void plant_far_sources(spec::Case& test_case, const spec::Choices& pinned);

}  // namespace vconform::fuzz
