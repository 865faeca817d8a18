#include "adapters/intrinsics/memories.h"

#include <sys/mman.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace vconform::adapters::intrinsics {

namespace {

using spec::MemoryId;

constexpr std::uint64_t kAlignment = 16 * 1024 * 1024;
constexpr std::uint64_t kFirst = 0x40000000;
constexpr std::uint64_t kEnd = 0x7fff8000;

std::uint64_t bytes_of(const spec::Memory& memory) {
  if (memory.id == MemoryId::kGm) {
    return kGmBytes;
  }
  return memory.id == MemoryId::kFixpipe ? kFixpipeBytes
                                         : std::max(memory.a2_size, memory.m200_size);
}

void* mapped(std::uint64_t where, std::uint64_t size) {
  const int fixed = where == 0 ? 0 : MAP_FIXED_NOREPLACE;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the addresses are chosen
  return mmap(reinterpret_cast<void*>(where), size, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
}

// At the first free multiple of 16 MiB from `next` on, which moves behind it.
std::uint8_t* mapped_on_chip(std::uint64_t& next, std::uint64_t size) {
  while (next + size <= kEnd) {
    const std::uint64_t where = next;
    next += kAlignment;
    void* found = mapped(where, size);
    // A kernel older than MAP_FIXED_NOREPLACE takes the address as a hint.
    if (found != MAP_FAILED && reinterpret_cast<std::uint64_t>(found) == where) {
      return static_cast<std::uint8_t*>(found);
    }
    if (found != MAP_FAILED) {
      munmap(found, size);
    }
  }
  return nullptr;
}

}  // namespace

Memories::Memories() {
  std::uint64_t next = kFirst;
  for (const spec::Memory& memory : spec::kMemories) {
    const std::uint64_t size = bytes_of(memory);
    std::uint8_t* data = nullptr;
    if (memory.id == MemoryId::kGm) {
      void* found = mapped(0, size);
      data = found == MAP_FAILED ? nullptr : static_cast<std::uint8_t*>(found);
    } else {
      data = mapped_on_chip(next, size);
    }
    if (data == nullptr) {
      throw std::runtime_error("no room for " + std::string(memory.name) + ", " +
                               std::to_string(size) + " bytes, in this process");
    }
    memories_[static_cast<std::size_t>(memory.id)] = {data, size};
  }
}

std::optional<std::uint64_t> Memories::offset_of(MemoryId memory, std::uint64_t address) const {
  const vconform_memory& bytes = of(memory);
  const std::uint64_t largest_offset = memory == MemoryId::kGm ? kLowestPointer : bytes.size;
  if (address < largest_offset) {
    return address;
  }
  const std::uint64_t offset = address - reinterpret_cast<std::uint64_t>(bytes.data);
  return offset < bytes.size ? std::optional(offset) : std::nullopt;
}

std::uint8_t* Memories::at(MemoryId memory, std::uint64_t offset) const {
  return offset < size(memory) ? of(memory).data + offset : nullptr;
}

vconform_memories Memories::on_chip() const {
  vconform_memories memories{};
  memories.struct_size = sizeof(vconform_memories);
  std::copy(memories_.begin(), memories_.end(), memories.memory);
  memories.memory[VCONFORM_GM] = {};
  return memories;
}

}  // namespace vconform::adapters::intrinsics
