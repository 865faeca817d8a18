#include "adapters/isolation/shared_region.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <new>
#include <system_error>

namespace vconform::adapters {

namespace {

constexpr std::uint64_t kLine = 64;
constexpr std::uint8_t kCanary = 0xa5;

constexpr std::uint64_t round_up(std::uint64_t size, std::uint64_t unit) {
  return (size + unit - 1) / unit * unit;
}

void protect(std::span<std::uint8_t> pages, int access) {
  if (!pages.empty() && mprotect(pages.data(), pages.size(), access) != 0) {
    throw std::system_error(errno, std::generic_category(), "mprotect");
  }
}

bool is_intact(std::span<const std::uint8_t> margin) {
  return std::all_of(margin.begin(), margin.end(),
                     [](std::uint8_t byte) { return byte == kCanary; });
}

}  // namespace

MemorySizes sizes_of(const spec::MemoryImage& image) {
  MemorySizes sizes{};
  for (std::size_t id = 0; id < sizes.size(); ++id) {
    sizes[id] = image.bytes[id].size();
  }
  return sizes;
}

// inaccessible page, control block, inaccessible page, then each area with an inaccessible page
SharedRegion::SharedRegion()
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      bytes_(2 * page_ + round_up(sizeof(ControlBlock), page_) +
             spec::kMemoryCount * (spec::kMaxMemoryBytes + page_)) {
  void* mapped =
      mmap(nullptr, bytes_, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "mmap");
  }
  base_ = static_cast<std::uint8_t*>(mapped);
  protect({base_ + page_, round_up(sizeof(ControlBlock), page_)}, PROT_READ | PROT_WRITE);
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    protect(area(id), PROT_READ | PROT_WRITE);
  }
  // Without a value: setting all steps to zero would touch every page.
  control_ = new (base_ + page_) ControlBlock;
}

SharedRegion::~SharedRegion() {
  munmap(base_, bytes_);
}

std::span<std::uint8_t> SharedRegion::area(std::size_t memory) const {
  std::uint8_t* first = base_ + 2 * page_ + round_up(sizeof(ControlBlock), page_);
  return {first + memory * (spec::kMaxMemoryBytes + page_), spec::kMaxMemoryBytes};
}

SharedRegion::Place SharedRegion::place(std::size_t memory, std::uint64_t size) const {
  assert(size <= spec::kMaxMemoryBytes);
  const std::uint64_t lines = round_up(size, kLine);
  const std::span<std::uint8_t> pages = area(memory).last(round_up(size, page_));
  const std::span<std::uint8_t> data = pages.last(lines);
  return {pages.first(pages.size() - lines), data.first(size), data.subspan(size)};
}

void SharedRegion::confine(const MemorySizes& sizes) {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const std::span<std::uint8_t> all = area(id);
    protect(all, PROT_NONE);
    protect(all.last(round_up(sizes[id], page_)), PROT_READ | PROT_WRITE);
  }
}

vconform_memories SharedRegion::memories(const MemorySizes& sizes) const {
  vconform_memories memories{};
  memories.struct_size = sizeof memories;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    if (sizes[id] != 0) {
      memories.memory[id] = {place(id, sizes[id]).bytes.data(), sizes[id]};
    }
  }
  return memories;
}

void SharedRegion::load(const spec::MemoryImage& image) {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const std::vector<std::uint8_t>& bytes = image.bytes[id];
    const Place at = place(id, bytes.size());
    // By pointers, which become memset and memcpy: this is for each case.
    std::fill_n(at.before.data(), at.before.size(), kCanary);
    std::copy_n(bytes.data(), bytes.size(), at.bytes.data());
    std::fill_n(at.behind.data(), at.behind.size(), kCanary);
  }
}

spec::MemoryImage SharedRegion::image(const MemorySizes& sizes) const {
  spec::MemoryImage image;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const std::span<const std::uint8_t> bytes = place(id, sizes[id]).bytes;
    image.bytes[id].assign(bytes.begin(), bytes.end());
  }
  return image;
}

std::string SharedRegion::damage(const MemorySizes& sizes) const {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const Place at = place(id, sizes[id]);
    if (!is_intact(at.before) || !is_intact(at.behind)) {
      return (is_intact(at.before) ? "behind " : "before ") + std::string(spec::kMemories[id].name);
    }
  }
  return "";
}

std::string SharedRegion::place_of(std::uint64_t address, const MemorySizes& sizes) const {
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const std::span<std::uint8_t> pages = area(id);
    const std::span<std::uint8_t> bytes = place(id, sizes[id]).bytes;
    const auto area_start = reinterpret_cast<std::uint64_t>(pages.data());
    const auto start = reinterpret_cast<std::uint64_t>(bytes.data());
    const std::uint64_t end = start + bytes.size();
    const std::string name(spec::kMemories[id].name);
    if (bytes.empty() || address < area_start || address >= area_start + pages.size() + page_) {
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

}  // namespace vconform::adapters
