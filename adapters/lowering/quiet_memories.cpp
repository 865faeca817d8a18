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

std::uint8_t* start_of(std::size_t memory) {
  return static_cast<std::uint8_t*>(vconform_memory_at(static_cast<int>(memory), 0));
}

std::uint64_t page() {
  static const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Bytes that nobody touched since are 0, and cost nothing: all of L1 is not filled for a program.
void clear_from(std::size_t memory, std::uint64_t from) {
  std::uint8_t* start = start_of(memory);
  const std::uint64_t size = kAreas[memory].size;
  const std::uint64_t whole = std::min(size, (from + page() - 1) / page() * page());
  std::memset(start + from, 0, whole - from);
  madvise(start + whole, size - whole, MADV_DONTNEED);
}

// The first byte from `from` on that is not 0, in pages that exist; the size if there is none.
std::uint64_t first_written(std::size_t memory, std::uint64_t from) {
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
    if (size > 0) {
      std::memcpy(start_of(memory), program.memory[memory].data, size);
    }
    clear_from(memory, size);
  }
}

std::string QuietMemories::store(const vconform_memories& program) {
  std::string outside;
  for (std::size_t memory = 0; memory < kAreas.size(); ++memory) {
    const std::uint64_t size = size_of(program, memory);
    if (size > 0) {
      std::memcpy(program.memory[memory].data, start_of(memory), size);
    }
    const std::uint64_t written = first_written(memory, size);
    if (written != kAreas[memory].size && outside.empty()) {
      std::array<char, 40> text{};
      std::snprintf(text.data(), text.size(), "%s+0x%llx", kAreas[memory].name,
                    static_cast<unsigned long long>(written));
      outside = text.data();
    }
  }
  return outside;
}

}  // namespace vconform::adapters::lowering
