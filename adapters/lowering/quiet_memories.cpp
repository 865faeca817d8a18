#include "adapters/lowering/quiet_memories.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "adapters/intrinsics/header/control.h"
#include "adapters/lowering/written_pages.h"

namespace vconform::adapters::lowering {

namespace {

struct Area {
  const char* name;
  std::uint64_t size;
};

// As in intrinsics/memories.cpp; of GM the part that a program can have, and some more.
constexpr std::array<Area, VCONFORM_MEMORY_COUNT> kAreas = {{{"UB", 256 * 1024},
                                                             {"L1", 1024 * 1024},
                                                             {"L0C", 256 * 1024},
                                                             {"GM", 4 * 1024 * 1024},
                                                             {"Fixpipe", 64 * 1024}}};

// The bytes of each memory that are painted by hand, and compared: most operations need no more.
// The rest is mapped from a file of paint, again and again, since to paint all of L1
// and GM would take longer than most operations.
constexpr std::uint64_t kNear = 256 * 1024;

// The bytes at the start of each memory that the last program had, or all where it wrote others.
// The memories are the process's, whoever has a program.
std::array<std::uint64_t, VCONFORM_MEMORY_COUNT> used_bytes;

std::uint8_t* start_of(std::size_t memory) {
  return static_cast<std::uint8_t*>(vconform_memory_at(static_cast<int>(memory), 0));
}

// Paint: never 0, and another byte than those beside it. A memory has that of `at` modulo kNear.
const std::vector<std::uint8_t>& paint() {
  static const std::vector<std::uint8_t> all = [] {
    std::vector<std::uint8_t> bytes(kNear);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      bytes[at] = static_cast<std::uint8_t>(1 + (at * 31 + at / 256 * 17) % 255);
    }
    return bytes;
  }();
  return all;
}

// Maps the file behind the near part of a memory. Throws std::system_error.
void map_far_part(int file, std::size_t memory) {
  for (std::uint64_t at = kNear; at < kAreas[memory].size; at += kNear) {
    const std::uint64_t bytes = std::min(kNear, kAreas[memory].size - at);
    if (mmap(start_of(memory) + at, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, 0) == MAP_FAILED) {
      throw std::system_error(errno, std::generic_category(), "memory for a lowering");
    }
  }
}

bool map_paint() {
  const int file = memfd_create("paint", MFD_CLOEXEC);
  if (file < 0 || write(file, paint().data(), kNear) != static_cast<ssize_t>(kNear)) {
    throw std::system_error(errno, std::generic_category(), "memory for a lowering");
  }
  for (std::size_t memory = 0; memory < kAreas.size(); ++memory) {
    map_far_part(file, memory);
    // The user's library may write before its first operation.
    used_bytes[memory] = kAreas[memory].size;
  }
  close(file);
  return true;
}

// The first byte of [from, end), which lie in one copy of the paint, that is not painted; `end` if
// there is none.
std::uint64_t first_changed(std::size_t memory, std::uint64_t from, std::uint64_t end) {
  const std::uint8_t* start = start_of(memory);
  const std::uint8_t* painted = paint().data() + from % kNear;
  if (from >= end || std::memcmp(start + from, painted, end - from) == 0) {
    return end;
  }
  return static_cast<std::uint64_t>(std::mismatch(start + from, start + end, painted).first -
                                    start);
}

// The first byte behind the program's that is not painted; the size of the memory if there is none.
std::uint64_t first_changed_behind(std::size_t memory, std::uint64_t program) {
  const std::uint64_t size = kAreas[memory].size;
  const std::uint64_t near = std::min(kNear, size);
  const std::uint64_t changed = first_changed(memory, program, near);
  if (changed < near) {
    return changed;
  }
  std::uint8_t* start = start_of(memory);
  for (const std::uint64_t page : written_pages(start + near, size - near)) {
    const std::uint64_t from = near + page;
    const std::uint64_t end = std::min(size, from + page_bytes());
    const std::uint64_t found = first_changed(memory, std::max(from, program), end);
    if (found < end) {
      return found;
    }
  }
  return size;
}

// Paints the used bytes behind the program's.
void paint_over(std::size_t memory, std::uint64_t program, std::uint64_t used) {
  const std::uint64_t near = std::min(kNear, kAreas[memory].size);
  const std::uint64_t end = std::min(near, used);
  if (program < end) {
    std::memcpy(start_of(memory) + program, paint().data() + program, end - program);
  }
  if (used > near) {
    madvise(start_of(memory) + near, kAreas[memory].size - near, MADV_DONTNEED);
  }
}

std::uint64_t size_of(const vconform_memories& program, std::size_t memory) {
  return std::min(program.memory[memory].size, kAreas[memory].size);
}

}  // namespace

QuietMemories::QuietMemories() {
  [[maybe_unused]] static const bool is_mapped = map_paint();
}

void QuietMemories::load(const vconform_memories& program) {
  for (std::size_t memory = 0; memory < kAreas.size(); ++memory) {
    const std::uint64_t size = size_of(program, memory);
    paint_over(memory, size, std::exchange(used_bytes[memory], size));
    if (size > 0) {
      std::memcpy(start_of(memory), program.memory[memory].data, size);
    }
  }
}

std::string QuietMemories::store(const vconform_memories& program) {
  std::string outside;
  for (std::size_t memory = 0; memory < kAreas.size(); ++memory) {
    const std::uint64_t size = used_bytes[memory];
    if (size > 0) {
      std::memcpy(program.memory[memory].data, start_of(memory), size);
    }
    const std::uint64_t changed = first_changed_behind(memory, size);
    if (changed == kAreas[memory].size) {
      continue;
    }
    used_bytes[memory] = kAreas[memory].size;
    if (outside.empty()) {
      std::array<char, 40> text{};
      std::snprintf(text.data(), text.size(), "%s+0x%llx", kAreas[memory].name,
                    static_cast<unsigned long long>(changed));
      outside = text.data();
    }
  }
  return outside;
}

}  // namespace vconform::adapters::lowering
