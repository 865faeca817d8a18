// The limit on the size of a prediction: a short case can ask for hours of work and all memory.
#pragma once

#include <cstdint>

#include <fmt/format.h>

#include "spec/case/memory_image.h"
#include "spec/text/error.h"

namespace vconform::oracle {

// For all steps together, under all readings that are open: 64 worlds of the longest instruction,
// 255 repeats of 128 lanes, or twice all bytes of a product's largest memory left open. Copies of
// memory images and worlds count too, by their cost.
inline constexpr std::uint64_t kMostElements = 2 * 1024 * 1024;

class Budget {
 public:
  // Call before the elements are visited. Throws spec::InputError if the budget is used up.
  void spend(std::uint64_t elements) {
    if (elements > left_) {
      throw spec::InputError(fmt::format(
          "the case has more than {} elements in all its steps and under all open readings: use "
          "fewer steps, less memory, or a profile",
          kMostElements));
    }
    left_ -= elements;
  }
  // Accounts for a world with a copy of these memory images.
  void spend_world(const spec::MemoryImage& memories) {
    constexpr std::uint64_t kOfAnyWorld = 64;
    constexpr std::uint64_t kBytesCopied = 1024;
    std::uint64_t bytes = 0;
    for (const auto& memory : memories.bytes) {
      bytes += memory.cost();
    }
    spend(kOfAnyWorld + bytes / kBytesCopied);
  }
  // Accounts for a look at each block of a memory of `memory_size` bytes.
  void spend_blocks(std::uint64_t memory_size) {
    constexpr std::uint64_t kBytes = 4096;
    spend(1 + memory_size / kBytes);
  }

 private:
  std::uint64_t left_ = kMostElements;
};

}  // namespace vconform::oracle
