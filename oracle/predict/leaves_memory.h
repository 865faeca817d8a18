// The mistake of a case whose operand or vector ends behind its memory.
#pragma once

#include <cstdint>
#include <string>

#include "spec/rows/memories.h"
#include "spec/text/error.h"

namespace vconform::oracle {

struct LeavesMemory : spec::InputError {
  LeavesMemory(const std::string& message, spec::MemoryId left, std::uint64_t needed)
      : spec::InputError(message), memory(left), bytes(needed) {}

  spec::MemoryId memory;
  // The bytes that it must have.
  std::uint64_t bytes;
};

}  // namespace vconform::oracle
