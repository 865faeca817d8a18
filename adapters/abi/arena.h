// The memory of a running program: one allocation, kept from case to case; sparse memories have
// their own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters {

class Arena {
 public:
  // Copies the image in. The pointers lead into the arena until the next call, aligned to 64 bytes;
  // an empty memory has a null pointer.
  vconform_memories& load(const spec::MemoryImage& image);

  // A copy of the memory images since the last load.
  spec::MemoryImage image() const;

 private:
  struct alignas(64) Line {
    std::array<std::uint8_t, 64> bytes;
  };
  std::vector<Line> lines_;
  std::array<std::size_t, spec::kMemoryCount> sizes_{};
  // The sparse ones.
  std::array<spec::MemoryBytes, spec::kMemoryCount> sparse_;
  vconform_memories memories_{};
};

}  // namespace vconform::adapters
