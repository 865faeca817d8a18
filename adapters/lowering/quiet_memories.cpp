#include "adapters/lowering/quiet_memories.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <vector>

#include "adapters/intrinsics/header/control.h"

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

// The bytes [first, end) of a memory are painted; all before `first` are a program's. The memories
// are the process's, whoever has a program.
struct Painted {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};
std::array<Painted, VCONFORM_MEMORY_COUNT> painted_memories;

std::uint8_t* start_of(std::size_t memory) {
  return static_cast<std::uint8_t*>(vconform_memory_at(static_cast<int>(memory), 0));
}

std::uint64_t page() {
  static const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// So far a memory is painted, so that what an operation clears is seen there too, and at least so
// many bytes behind those of the program. All of L1 and GM would take longer than most operations.
constexpr std::uint64_t kPainted = 256 * 1024;
constexpr std::uint64_t kMargin = 4096;

// The paint of the byte at `at`: never 0, and another one than those beside it.
std::uint8_t paint_at(std::uint64_t at) {
  return static_cast<std::uint8_t>(1 + (at * 31 + at / 256 * 17) % 255);
}

// The paint of [from, from + bytes), which ends within kPainted.
const std::uint8_t* paint_from(std::uint64_t from) {
  static const std::vector<std::uint8_t> all = [] {
    std::vector<std::uint8_t> bytes(kPainted);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      bytes[at] = paint_at(at);
    }
    return bytes;
  }();
  return all.data() + from;
}

void paint(std::size_t memory, std::uint64_t from, std::uint64_t end) {
  std::uint8_t* start = start_of(memory);
  const std::uint64_t near = std::min(end, kPainted);
  if (from < near) {
    std::memcpy(start + from, paint_from(from), near - from);
  }
  for (std::uint64_t at = std::max(from, kPainted); at < end; ++at) {
    start[at] = paint_at(at);
  }
}

// The first byte of [from, end) that is not painted; `end` if there is none.
std::uint64_t first_unpainted(std::size_t memory, std::uint64_t from, std::uint64_t end) {
  const std::uint8_t* start = start_of(memory);
  const std::uint64_t near = std::min(end, kPainted);
  std::uint64_t at = from;
  if (at < near && std::memcmp(start + at, paint_from(at), near - at) == 0) {
    at = near;
  }
  while (at < end && start[at] == paint_at(at)) {
    ++at;
  }
  return at;
}

// Bytes that nobody touched since are 0, and cost nothing.
void clear_from(std::size_t memory, std::uint64_t from) {
  std::uint8_t* start = start_of(memory);
  const std::uint64_t size = kAreas[memory].size;
  const std::uint64_t whole = std::min(size, (from + page() - 1) / page() * page());
  std::memset(start + from, 0, whole - from);
  madvise(start + whole, size - whole, MADV_DONTNEED);
}

// The first byte from `from` on that is not 0, in pages that exist; the size if there is none.
std::uint64_t first_not_clear(std::size_t memory, std::uint64_t from) {
  const std::uint8_t* start = start_of(memory);
  const std::uint64_t size = kAreas[memory].size;
  std::vector<unsigned char> exists(size / page());
  if (mincore(start_of(memory), size, exists.data()) != 0) {
    std::fill(exists.begin(), exists.end(), 1);
  }
  for (std::uint64_t at = from; at < size;) {
    const std::uint64_t end = std::min(size, (at / page() + 1) * page());
    if ((exists[at / page()] & 1) != 0) {
      const std::uint8_t* found =
          std::find_if(start + at, start + end, [](std::uint8_t byte) { return byte != 0; });
      if (found != start + end) {
        return static_cast<std::uint64_t>(found - start);
      }
    }
    at = end;
  }
  return size;
}

std::uint64_t size_of(const vconform_memories& program, std::size_t memory) {
  return std::min(program.memory[memory].size, kAreas[memory].size);
}

}  // namespace

void QuietMemories::load(const vconform_memories& program) {
  for (std::size_t memory = 0; memory < kAreas.size(); ++memory) {
    const std::uint64_t size = size_of(program, memory);
    const std::uint64_t end = std::min(kAreas[memory].size, std::max(kPainted, size + kMargin));
    Painted& painted = painted_memories[memory];
    if (painted.end != end) {
      clear_from(memory, end);
      painted = {end, end};
    }
    // Bytes of an earlier program, or not painted yet.
    paint(memory, size, std::max(size, painted.first));
    painted = {size, end};
    if (size > 0) {
      std::memcpy(start_of(memory), program.memory[memory].data, size);
    }
  }
}

std::string QuietMemories::store(const vconform_memories& program) {
  std::string outside;
  for (std::size_t memory = 0; memory < kAreas.size(); ++memory) {
    Painted& painted = painted_memories[memory];
    if (painted.first > 0) {
      std::memcpy(program.memory[memory].data, start_of(memory), painted.first);
    }
    std::uint64_t changed = first_unpainted(memory, painted.first, painted.end);
    if (changed == painted.end) {
      changed = first_not_clear(memory, painted.end);
    }
    if (changed == kAreas[memory].size) {
      continue;
    }
    // The next program begins anew.
    painted = {};
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
