// The memory of programs, with inaccessible pages around it.
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
using MemoryFlags = std::array<bool, spec::kMemoryCount>;

MemorySizes sizes_of(const spec::MemoryImage& image);
MemoryFlags sparse_of(const spec::MemoryImage& image);

std::size_t page_size();
constexpr std::uint64_t round_up(std::uint64_t size, std::uint64_t unit) {
  return (size + unit - 1) / unit * unit;
}

// The size of inaccessible areas between memories: wide, since strides step over a page.
inline constexpr std::size_t kGuardBytes = std::size_t{1} << 20;

// A part of a file that several processes map; without a file, private memory.
struct Backing {
  int file = -1;
  std::uint64_t offset = 0;
};

// A mapping that is inaccessible until parts of it are opened, with a guard before it.
class PageRange {
 public:
  // The address space and the part of a file that a range takes, its guard included.
  static std::uint64_t size_for(std::size_t bytes) {
    return kGuardBytes + round_up(bytes, page_size());
  }

  // `backing` must have room for size_for(bytes). Throws std::system_error.
  explicit PageRange(std::size_t bytes, const Backing& backing = {});
  ~PageRange();
  PageRange(const PageRange&) = delete;
  PageRange& operator=(const PageRange&) = delete;

  std::uint8_t* first() const { return base_ + kGuardBytes; }
  std::uint64_t size() const { return bytes_; }

  // Makes whole pages accessible; throws std::system_error.
  static void open(std::span<std::uint8_t> pages);
  static void close(std::span<std::uint8_t> pages);

 private:
  std::size_t bytes_;
  std::uint8_t* base_;
};

// The five memories of one program. A memory lies at the end of its area, so that the pages behind
// its last byte are inaccessible; so are, once confined, those before its first. Data is aligned to
// 64 bytes: up to 63 bytes lie between its end and the page for a size that is not a multiple of
// 64, and up to a page before its start for one that is not a multiple of the page size. These
// margins hold a canary.
//
// Sizes must not exceed the capacities.
class MemorySlot {
 public:
  // The address space it needs, guards included.
  static std::size_t bytes_for(const MemorySizes& capacities);

  // Places the slot in bytes_for(capacities) bytes of a PageRange, which stay inaccessible.
  // `backing` is the file, if there is one, and the place of `first` in it.
  MemorySlot(std::uint8_t* first, const MemorySizes& capacities, const Backing& backing);

  // Makes all of the areas accessible. Throws std::system_error.
  void open() const;
  // From then on this process can access memory of these sizes and nothing beside it. `confined`
  // are the sizes of the last call, at first zeros; not after open().
  void confine(const MemorySizes& sizes, const MemorySizes& confined) const;

  // Pointers into this slot; null for a size of 0.
  vconform_memories memories(const MemorySizes& sizes) const;

  void fill_margins(const MemorySizes& sizes) const;
  // Copies an image in and fills the margins. Sparse memories take a slot in a file. Throws
  // std::system_error.
  void load(const spec::MemoryImage& image) const;
  // Gives back what the sparse memories of the last image take, once they were read.
  void forget_sparse() const;
  // The contents in place, and a copy of them; `is_sparse` says which memories are.
  spec::MemoryView view(const MemorySizes& sizes) const;
  spec::MemoryImage image(const MemorySizes& sizes, const MemoryFlags& is_sparse = {}) const;
  // The place where the canary beside a memory is overwritten, "before UB" or "behind UB", or "".
  std::string damage(const MemorySizes& sizes) const;

  // "64 bytes behind UB" for an address of this process beside a memory, otherwise ""; for
  // messages.
  std::string place_of(std::uint64_t address, const MemorySizes& sizes) const;

 private:
  // The bytes of a memory, aligned to 64, and the margins between them and the inaccessible pages.
  struct Place {
    std::span<std::uint8_t> before;
    std::span<std::uint8_t> bytes;
    std::span<std::uint8_t> behind;
  };
  Place place(std::size_t memory, std::uint64_t size) const;
  // Makes all of a sparse memory of this size zeros, and gives back the pages that the sparse one
  // before it touched: the next ones lie elsewhere, and together they would fill the machine.
  void give_back(std::size_t memory, std::uint64_t size) const;
  // The touched parts of a memory.
  std::vector<spec::ByteRange> touched(std::size_t memory, std::uint64_t size) const;

  // The pages in which each memory may lie; a guard follows each.
  std::array<std::span<std::uint8_t>, spec::kMemoryCount> areas_;
  Backing backing_;
  // The sizes of the last sparse memories that were loaded.
  mutable MemorySizes last_sparse_{};
};

// The memory of several programs. Untouched pages cost nothing.
class GuardedMemories {
 public:
  // The capacities of each slot. The first `opened` slots are opened. Throws std::system_error.
  GuardedMemories(const std::vector<MemorySizes>& slots, std::size_t opened,
                  const Backing& backing = {});
  GuardedMemories(std::size_t slots, const MemorySizes& capacities)
      : GuardedMemories(std::vector(slots, capacities), slots) {}

  static std::size_t bytes_for(const std::vector<MemorySizes>& slots);

  std::size_t slot_count() const { return slots_.size(); }
  const MemorySlot& slot(std::size_t number) const { return slots_[number]; }
  const PageRange& pages() const { return pages_; }

 private:
  PageRange pages_;
  std::vector<MemorySlot> slots_;
};

}  // namespace vconform::adapters
