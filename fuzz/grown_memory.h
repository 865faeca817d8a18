// Room for what an edit asks for.
#pragma once

#include <cstdint>

#include "spec/case/case.h"
#include "spec/rows/memories.h"

namespace vconform::fuzz {

// Every byte of memory is filled and compared, so that larger ones would slow the fuzzer down.
inline constexpr std::uint64_t kMostGrownBytes = 256 * 1024;

// Gives a memory of the case at least so many bytes. False if the memory of the product, or
// kMostGrownBytes, is smaller, or if the case lacks the memory.
bool grow(spec::Case& test_case, spec::MemoryId memory, std::uint64_t bytes);

// Gives memories room for the first block of each operand, where it can.
void grow_for_operands(spec::Case& test_case);

}  // namespace vconform::fuzz
