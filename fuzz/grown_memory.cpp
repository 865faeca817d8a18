#include "fuzz/grown_memory.h"

#include <algorithm>
#include <variant>

#include "spec/number/units.h"

namespace vconform::fuzz {

bool grow(spec::Case& test_case, spec::MemoryId memory, std::uint64_t bytes) {
  const auto found = std::ranges::find(test_case.memories, memory, &spec::CaseMemory::id);
  const std::uint64_t size = spec::memory_of(memory).a2_size;
  const std::uint64_t most = size == 0 ? kMostGrownBytes : std::min(size, kMostGrownBytes);
  if (found == test_case.memories.end() || bytes > most) {
    return false;
  }
  const std::uint64_t in_blocks =
      (bytes + spec::kBlockBytes - 1) / spec::kBlockBytes * spec::kBlockBytes;
  found->size = std::max(found->size, std::min(in_blocks, most));
  return true;
}

void grow_for_operands(spec::Case& test_case) {
  for (const spec::Step& step : test_case.steps) {
    std::visit(
        [&](const auto& one) {
          if constexpr (requires { one.src; }) {
            grow(test_case, one.src.memory, one.src.offset + spec::kBlockBytes);
            grow(test_case, one.dst.memory, one.dst.offset + spec::kBlockBytes);
          }
        },
        step);
  }
}

}  // namespace vconform::fuzz
