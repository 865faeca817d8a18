#include "adapters/region/guarded_memories.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace vconform::adapters {

namespace {

constexpr std::uint64_t kLine = 64;
constexpr std::uint8_t kCanary = 0xa5;

void protect(std::span<std::uint8_t> pages, int access) {
  if (!pages.empty() && mprotect(pages.data(), pages.size(), access) != 0) {
    throw std::system_error(errno, std::generic_category(), "mprotect");
  }
}

// memcmp with itself one byte on, since this runs for each program.
bool is_intact(std::span<const std::uint8_t> margin) {
  return margin.empty() || (margin.front() == kCanary &&
                            std::memcmp(margin.data(), margin.data() + 1, margin.size() - 1) == 0);
}

}  // namespace

MemorySizes sizes_of(const spec::MemoryImage& image) {
  MemorySizes sizes{};
  for (std::size_t id = 0; id < sizes.size(); ++id) {
    sizes[id] = image.bytes[id].size();
  }
  return sizes;
}

MemoryFlags sparse_of(const spec::MemoryImage& image) {
  MemoryFlags flags{};
  std::ranges::transform(image.bytes, flags.begin(), &spec::MemoryBytes::is_sparse);
  return flags;
}

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

PageRange::PageRange(std::size_t bytes, const Backing& backing) : bytes_(size_for(bytes)) {
  const int kind = backing.file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  void* mapped = mmap(nullptr, bytes_, PROT_NONE, kind | MAP_NORESERVE, backing.file,
                      static_cast<off_t>(backing.offset));
  if (mapped == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "mmap");
  }
  base_ = static_cast<std::uint8_t*>(mapped);
}

PageRange::~PageRange() {
  munmap(base_, bytes_);
}

void PageRange::open(std::span<std::uint8_t> pages) {
  protect(pages, PROT_READ | PROT_WRITE);
}

void PageRange::close(std::span<std::uint8_t> pages) {
  protect(pages, PROT_NONE);
}

std::size_t MemorySlot::bytes_for(const MemorySizes& capacities) {
  std::size_t bytes = 0;
  for (const std::uint64_t capacity : capacities) {
    bytes += round_up(capacity, page_size()) + kGuardBytes;
  }
  return bytes;
}

MemorySlot::MemorySlot(std::uint8_t* first, const MemorySizes& capacities, const Backing& backing)
    : backing_(backing) {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    areas_[id] = {first, round_up(capacities[id], page_size())};
    first += areas_[id].size() + kGuardBytes;
  }
}

MemorySlot::Place MemorySlot::place(std::size_t memory, std::uint64_t size) const {
  assert(size <= areas_[memory].size());
  const std::uint64_t lines = round_up(size, kLine);
  const std::span<std::uint8_t> pages = areas_[memory].last(round_up(size, page_size()));
  const std::span<std::uint8_t> data = pages.last(lines);
  return {pages.first(pages.size() - lines), data.first(size), data.subspan(size)};
}

void MemorySlot::open() const {
  for (const std::span<std::uint8_t> area : areas_) {
    PageRange::open(area);
  }
}

void MemorySlot::confine(const MemorySizes& sizes, const MemorySizes& confined) const {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const std::size_t before = round_up(confined[id], page_size());
    const std::size_t now = round_up(sizes[id], page_size());
    if (now < before) {
      PageRange::close(areas_[id].last(before).first(before - now));
    } else {
      PageRange::open(areas_[id].last(now).first(now - before));
    }
  }
}

vconform_memories MemorySlot::memories(const MemorySizes& sizes) const {
  vconform_memories memories{};
  memories.struct_size = sizeof memories;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    if (sizes[id] != 0) {
      memories.memory[id] = {place(id, sizes[id]).bytes.data(), sizes[id]};
    }
  }
  return memories;
}

void MemorySlot::fill_margins(const MemorySizes& sizes) const {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const Place at = place(id, sizes[id]);
    // Pointers, which the compiler turns into memset, since this runs for each case.
    std::fill_n(at.before.data(), at.before.size(), kCanary);
    std::fill_n(at.behind.data(), at.behind.size(), kCanary);
  }
}

void MemorySlot::give_back(std::size_t memory, std::uint64_t size) const {
  const std::uint64_t bytes = std::max(size, last_sparse_[memory]);
  last_sparse_[memory] = size;
  const std::span<std::uint8_t> pages = areas_[memory].last(round_up(bytes, page_size()));
  if (madvise(pages.data(), pages.size(), MADV_REMOVE) != 0) {
    throw std::system_error(errno, std::generic_category(), "madvise");
  }
}

void MemorySlot::load(const spec::MemoryImage& image) const {
  const MemorySizes sizes = sizes_of(image);
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const spec::MemoryBytes& bytes = image.bytes[id];
    std::uint8_t* to = place(id, sizes[id]).bytes.data();
    if (!bytes.is_sparse()) {
      std::copy_n(bytes.data(), bytes.size(), to);
      continue;
    }
    give_back(id, sizes[id]);
    for (const spec::ByteRange& range : bytes.touched()) {
      spec::copy_over_zeros({bytes.data() + range.first, range.size()}, to + range.first);
    }
  }
  fill_margins(sizes);
}

void MemorySlot::forget_sparse() const {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    if (last_sparse_[id] != 0) {
      give_back(id, 0);
    }
  }
}

std::vector<spec::ByteRange> MemorySlot::touched(std::size_t memory, std::uint64_t size) const {
  const std::uint8_t* bytes = place(memory, size).bytes.data();
  const auto in_slot = static_cast<std::uint64_t>(bytes - areas_.front().data());
  return spec::touched_parts(backing_.file, backing_.offset + in_slot,
                             backing_.offset + in_slot + size);
}

spec::MemoryView MemorySlot::view(const MemorySizes& sizes) const {
  spec::MemoryView view;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    view.bytes[id] = place(id, sizes[id]).bytes;
  }
  return view;
}

spec::MemoryImage MemorySlot::image(const MemorySizes& sizes, const MemoryFlags& is_sparse) const {
  const spec::MemoryView from = view(sizes);
  spec::MemoryImage image;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    if (!is_sparse[id]) {
      image.bytes[id].assign(from.bytes[id]);
      continue;
    }
    image.bytes[id] = spec::MemoryBytes::sparse(sizes[id]);
    for (const spec::ByteRange& range : touched(id, sizes[id])) {
      spec::copy_over_zeros(from.bytes[id].subspan(range.first, range.size()),
                            image.bytes[id].data() + range.first);
    }
  }
  return image;
}

std::string MemorySlot::damage(const MemorySizes& sizes) const {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const Place at = place(id, sizes[id]);
    if (!is_intact(at.before) || !is_intact(at.behind)) {
      return (is_intact(at.before) ? "behind " : "before ") + std::string(spec::kMemories[id].name);
    }
  }
  return "";
}

std::string MemorySlot::place_of(std::uint64_t address, const MemorySizes& sizes) const {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const std::span<std::uint8_t> bytes = place(id, sizes[id]).bytes;
    const auto area_start = reinterpret_cast<std::uint64_t>(areas_[id].data());
    const auto start = reinterpret_cast<std::uint64_t>(bytes.data());
    const std::uint64_t end = start + bytes.size();
    const std::string name(spec::kMemories[id].name);
    // Half of the guard before a memory belongs to it, the other half to the memory before.
    if (bytes.empty() || address + kGuardBytes / 2 < area_start ||
        address >= area_start + areas_[id].size() + kGuardBytes / 2) {
      continue;
    }
    if (address < start) {
      return std::to_string(start - address) + " bytes before " + name;
    }
    if (address >= end) {
      return std::to_string(address - end) + " bytes behind the end of " + name;
    }
  }
  return "";
}

std::size_t GuardedMemories::bytes_for(const std::vector<MemorySizes>& slots) {
  std::size_t bytes = 0;
  for (const MemorySizes& capacities : slots) {
    bytes += MemorySlot::bytes_for(capacities);
  }
  return bytes;
}

GuardedMemories::GuardedMemories(const std::vector<MemorySizes>& slots, std::size_t opened,
                                 const Backing& backing)
    : pages_(bytes_for(slots), backing) {
  std::size_t at = 0;
  for (const MemorySizes& capacities : slots) {
    // The guard before the pages lies in the file too.
    slots_.emplace_back(pages_.first() + at, capacities,
                        Backing{backing.file, backing.offset + kGuardBytes + at});
    at += MemorySlot::bytes_for(capacities);
    if (slots_.size() <= opened) {
      slots_.back().open();
    }
  }
}

}  // namespace vconform::adapters
