// Arrays of the host that stand for UB (adapters/intrinsics): of an operand in one, the offset that
// a report has is its address.
#pragma once

#include <algorithm>
#include <cstdint>

#include "spec/rows/memories.h"

namespace vconform::oracle {

inline constexpr std::uint64_t kUbBytes = std::max(spec::memory_of(spec::MemoryId::kUb).a2_size,
                                                   spec::memory_of(spec::MemoryId::kUb).m200_size);

constexpr bool is_in_host_array(const spec::Address& operand) {
  return operand.memory == spec::MemoryId::kUb && operand.offset >= kUbBytes;
}

}  // namespace vconform::oracle
