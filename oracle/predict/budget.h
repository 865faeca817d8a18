// How much a prediction may be: a short case can ask for hours and all memory there is.
#pragma once

#include <cstdint>

#include <fmt/format.h>

#include "spec/case/memory_image.h"
#include "spec/text/error.h"

namespace vconform::oracle {

// Of all steps, under all readings that are open together: 64 worlds of the longest instruction,
// 255 repeats of 128 lanes, or twice all bytes of the largest memory of a product, about which
// nothing is promised. Memories and worlds count too, by what they cost.
inline constexpr std::uint64_t kMostElements = 2 * 1024 * 1024;

class Budget {
 public:
  // Before the elements are looked at. Throws spec::InputError when there are too many by now.
  void spend(std::uint64_t elements) {
    if (elements > left_) {
      throw spec::InputError(fmt::format(
          "the case has more than {} elements in all its steps and under all open readings: use "
          "fewer steps, less of the memories, or a profile",
          kMostElements));
    }
    left_ -= elements;
  }
  // A world of these memories, which it copies.
  void spend_world(const spec::MemoryImage& memories) {
    constexpr std::uint64_t kOfAnyWorld = 64;
    constexpr std::uint64_t kBytesCopied = 1024;
    std::uint64_t bytes = 0;
    for (const auto& memory : memories.bytes) {
      bytes += memory.size();
    }
    spend(kOfAnyWorld + bytes / kBytesCopied);
  }
  // A look at each block of a memory.
  void spend_blocks(std::uint64_t memory_size) {
    constexpr std::uint64_t kBytes = 4096;
    spend(1 + memory_size / kBytes);
  }

 private:
  std::uint64_t left_ = kMostElements;
};

}  // namespace vconform::oracle
