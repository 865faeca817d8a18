// Memories of programs with inaccessible pages around them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters {

using MemorySizes = std::array<std::uint64_t, spec::kMemoryCount>;

MemorySizes sizes_of(const spec::MemoryImage& image);

std::size_t page_size();
constexpr std::uint64_t round_up(std::uint64_t size, std::uint64_t unit) {
  return (size + unit - 1) / unit * unit;
}

// Of inaccessible pages between memories: wide, as strides step over a page.
inline constexpr std::size_t kGuardBytes = std::size_t{1} << 20;

// A part of a file that several processes map; of no file, memory of this process alone.
struct Backing {
  int file = -1;
  std::uint64_t offset = 0;
};

// A mapping, inaccessible as long as nothing of it is opened, with a guard before it.
class PageRange {
 public:
  // Address space and part of a file that a range takes, its guard included.
  static std::uint64_t size_for(std::size_t bytes) {
    return kGuardBytes + round_up(bytes, page_size());
  }

  // `backing` has room for size_for(bytes). Throws std::system_error.
  explicit PageRange(std::size_t bytes, const Backing& backing = {});
  ~PageRange();
  PageRange(const PageRange&) = delete;
  PageRange& operator=(const PageRange&) = delete;

  std::uint8_t* first() const { return base_ + kGuardBytes; }
  std::uint64_t size() const { return bytes_; }

  // Makes whole pages of it accessible; throws std::system_error.
  static void open(std::span<std::uint8_t> pages);
  static void close(std::span<std::uint8_t> pages);

 private:
  std::size_t bytes_;
  std::uint8_t* base_;
};

// The five memories of one program. A memory lies at the end of its area, so that the pages behind
// its last byte are inaccessible; so are, once confined, those before its first. Data is aligned
// to 64 bytes: where a size is no multiple of that, up to 63 bytes lie between the end and the
// page, and where it is no multiple of a page, up to a page before the start. These margins hold a
// canary.
//
// Sizes are at most the capacities.
class MemorySlot {
 public:
  // Of address space, the guards included.
  static std::size_t bytes_for(const MemorySizes& capacities);

  // In bytes_for(capacities) bytes of a PageRange, inaccessible as yet, of which the areas are
  // opened. Throws std::system_error.
  MemorySlot(std::uint8_t* first, const MemorySizes& capacities);

  // This process can access memories of these sizes and nothing beside them.
  void confine(const MemorySizes& sizes) const;

  // Null where a size is 0.
  vconform_memories memories(const MemorySizes& sizes) const;

  void fill_margins(const MemorySizes& sizes) const;
  // Copies an image in and fills the margins.
  void load(const spec::MemoryImage& image) const;
  // Memories of these sizes where they are, and copied out.
  spec::MemoryView view(const MemorySizes& sizes) const;
  spec::MemoryImage image(const MemorySizes& sizes) const;
  // Where the canary beside a memory is overwritten: "before UB", "behind UB", or empty.
  std::string damage(const MemorySizes& sizes) const;

  // For messages: "64 bytes behind UB" for an address of this process beside a memory, else empty.
  std::string place_of(std::uint64_t address, const MemorySizes& sizes) const;

 private:
  // The bytes of a memory, aligned to 64, and what lies between them and the inaccessible pages.
  struct Place {
    std::span<std::uint8_t> before;
    std::span<std::uint8_t> bytes;
    std::span<std::uint8_t> behind;
  };
  Place place(std::size_t memory, std::uint64_t size) const;

  // The pages where a memory may lie; a guard follows each.
  std::array<std::span<std::uint8_t>, spec::kMemoryCount> areas_;
};

// The memories of several programs. Pages that are not touched cost nothing.
class GuardedMemories {
 public:
  // Throws std::system_error.
  GuardedMemories(std::size_t slots, const MemorySizes& capacities, const Backing& backing = {});

  static std::size_t bytes_for(std::size_t slots, const MemorySizes& capacities) {
    return slots * MemorySlot::bytes_for(capacities);
  }

  std::size_t slot_count() const { return slots_.size(); }
  const MemorySlot& slot(std::size_t number) const { return slots_[number]; }
  const PageRange& pages() const { return pages_; }

 private:
  PageRange pages_;
  std::vector<MemorySlot> slots_;
};

}  // namespace vconform::adapters
