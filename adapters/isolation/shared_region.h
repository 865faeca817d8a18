// The memory that the suite and a worker share: a control block and the five memories. Everything
// around them is inaccessible.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "adapters/isolation/control_block.h"
#include "adapters/vconform_adapter.h"
#include "spec/memory_image.h"

namespace vconform::adapters {

using MemorySizes = std::array<std::uint64_t, spec::kMemoryCount>;

// One mapping, inherited by forked processes. A memory lies at the end of its area, so that the
// page behind its last byte is inaccessible; so are, in a worker, the pages before its first. Data
// is aligned to 64 bytes: where a size is no multiple of that, up to 63 bytes lie between the end
// and the page, and where it is no multiple of a page, up to a page before the start. These margins
// hold a canary.
class SharedRegion {
 public:
  // Throws std::system_error.
  SharedRegion();
  ~SharedRegion();
  SharedRegion(const SharedRegion&) = delete;
  SharedRegion& operator=(const SharedRegion&) = delete;

  // What is read from it may be anything, at any time: a worker can write to it.
  ControlBlock& control() { return *control_; }

  // The process that calls this can access memories of these sizes and nothing beside them.
  void confine(const MemorySizes& sizes);

  // The memories of these sizes, each at most spec::kMaxMemoryBytes; null where a size is 0.
  vconform_memories memories(const MemorySizes& sizes) const;

  // Copies an image in and fills the margins.
  void load(const spec::MemoryImage& image);
  // Copies memories of these sizes out.
  spec::MemoryImage image(const MemorySizes& sizes) const;
  // Where the canary beside a memory is overwritten: "before UB", "behind UB", or empty.
  std::string damage(const MemorySizes& sizes) const;

  // For messages: "64 bytes behind UB" for an address beside a memory, else empty.
  std::string place_of(std::uint64_t address, const MemorySizes& sizes) const;

 private:
  // The pages where a memory may lie; an inaccessible one follows.
  std::span<std::uint8_t> area(std::size_t memory) const;
  // The bytes of a memory, aligned to 64, and what lies between them and the inaccessible pages.
  struct Place {
    std::span<std::uint8_t> before;
    std::span<std::uint8_t> bytes;
    std::span<std::uint8_t> behind;
  };
  Place place(std::size_t memory, std::uint64_t size) const;

  std::size_t page_;
  std::size_t bytes_;
  std::uint8_t* base_;
  ControlBlock* control_;
};

MemorySizes sizes_of(const spec::MemoryImage& image);

}  // namespace vconform::adapters
