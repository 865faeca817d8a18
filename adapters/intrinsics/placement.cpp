#include "adapters/intrinsics/placement.h"

#include <algorithm>

namespace vconform::adapters::intrinsics {

namespace {

constexpr std::uint64_t kLine = 64;

std::uint64_t line_after(std::uint64_t bytes) {
  return (bytes + kLine - 1) / kLine * kLine;
}

std::uint8_t* pointer(std::uint64_t address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an operand of the program
  return reinterpret_cast<std::uint8_t*>(address);
}

// Buffers that overlap or touch: they keep their distance, since they are copied as one.
struct Stretch {
  // Host addresses; the first is that of a 64-byte line.
  std::uint64_t first;
  std::uint64_t past;
  // In the copied memory.
  std::uint64_t offset;
};

std::vector<Stretch> stretches_of(const Memories& memories, spec::MemoryId memory,
                                  std::span<const Operand> operands) {
  std::vector<Stretch> found;
  for (const Operand& operand : operands) {
    if (operand.memory == memory && !memories.offset_of(memory, *operand.address)) {
      found.push_back({*operand.address / kLine * kLine, *operand.address + operand.bytes, 0});
    }
  }
  std::ranges::sort(found, {}, &Stretch::first);
  std::vector<Stretch> joined;
  for (const Stretch& stretch : found) {
    if (!joined.empty() && stretch.first <= joined.back().past) {
      joined.back().past = std::max(joined.back().past, stretch.past);
    } else {
      joined.push_back(stretch);
    }
  }
  return joined;
}

struct Inside {
  bool is_needed = false;
  bool is_written = false;
};

Inside inside_of(const Memories& memories, spec::MemoryId memory,
                 std::span<const Operand> operands) {
  Inside inside;
  for (const Operand& operand : operands) {
    if (operand.memory == memory && memories.offset_of(memory, *operand.address)) {
      inside.is_needed = true;
      inside.is_written = inside.is_written || operand.is_written;
    }
  }
  return inside;
}

std::uint64_t offset_in(std::span<const Stretch> stretches, std::uint64_t address) {
  std::uint64_t offset = 0;
  for (const Stretch& stretch : stretches) {
    if (address >= stretch.first) {
      offset = stretch.offset + address - stretch.first;
    }
  }
  return offset;
}

}  // namespace

Placement::Placement(const Memories& memories, std::span<const Operand> operands)
    : memories_(memories), passed_(memories.on_chip()) {
  for (const spec::Memory& memory : spec::kMemories) {
    bool is_outside = false;
    for (const Operand& operand : operands) {
      if (operand.memory != memory.id) {
        continue;
      }
      if (memory.id == spec::MemoryId::kGm) {
        place_in_gm(operand);
      } else {
        is_outside = is_outside || !memories.offset_of(memory.id, *operand.address);
      }
    }
    if (is_outside) {
      place_outside(memory.id, operands);
    } else {
      place_inside(memory.id, operands);
    }
  }
}

void Placement::place_in_gm(const Operand& operand) {
  const auto offset = memories_.offset_of(operand.memory, *operand.address);
  if (offset && operand.bytes > memories_.size(operand.memory) - *offset) {
    problem_ = {VCONFORM_REJECTED, "an operand leaves its memory"};
    return;
  }
  const std::uint64_t address =
      offset ? reinterpret_cast<std::uint64_t>(memories_.at(operand.memory, *offset))
             : *operand.address;
  const std::uint64_t start = address / kLine * kLine;
  passed_.memory[VCONFORM_GM] = {pointer(start), address - start + operand.bytes};
  *operand.address = address - start;
}

void Placement::place_inside(spec::MemoryId memory, std::span<const Operand> operands) {
  for (const Operand& operand : operands) {
    if (operand.memory == memory && memory != spec::MemoryId::kGm) {
      *operand.address = memories_.offset_of(memory, *operand.address).value();
    }
  }
}

void Placement::place_outside(spec::MemoryId memory, std::span<const Operand> operands) {
  // The memory itself is copied for an operand that is in it.
  const Inside inside = inside_of(memories_, memory, operands);
  std::uint64_t end = inside.is_needed ? memories_.size(memory) : 0;
  std::vector<Stretch> stretches = stretches_of(memories_, memory, operands);
  for (Stretch& stretch : stretches) {
    stretch.offset = line_after(end);
    end = stretch.offset + stretch.past - stretch.first;
  }
  if (end > spec::kMaxMemoryBytes) {
    problem_ = {VCONFORM_UNSUPPORTED,
                "buffers outside " + std::string(spec::memory_of(memory).name) + " of " +
                    std::to_string(end) + " bytes are too large to be copied"};
    return;
  }
  for (const Operand& operand : operands) {
    if (operand.memory != memory) {
      continue;
    }
    if (const auto offset = memories_.offset_of(memory, *operand.address)) {
      *operand.address = *offset;
      continue;
    }
    const std::uint64_t offset = offset_in(stretches, *operand.address);
    copied_.push_back(
        {memory, pointer(*operand.address), offset, operand.bytes, operand.is_written});
    *operand.address = offset;
  }
  if (inside.is_needed) {
    copied_.push_back(
        {memory, memories_.at(memory, 0), 0, memories_.size(memory), inside.is_written});
  }
  copy_in(memory, end);
}

void Placement::copy_in(spec::MemoryId memory, std::uint64_t bytes) {
  auto& lines = lines_[static_cast<std::size_t>(memory)];
  lines.resize(line_after(bytes) / kLine);
  std::uint8_t* data = lines.data()->bytes.data();
  passed_.memory[static_cast<std::size_t>(memory)] = {data, bytes};
  for (const Copied& copied : copied_) {
    if (copied.memory == memory) {
      std::copy_n(copied.buffer, copied.bytes, data + copied.offset);
    }
  }
}

void Placement::write_back() {
  for (const Copied& copied : copied_) {
    if (copied.is_written) {
      const std::uint8_t* data =
          passed_.memory[static_cast<std::size_t>(copied.memory)].data + copied.offset;
      std::copy(data, data + copied.bytes, copied.buffer);
    }
  }
}

}  // namespace vconform::adapters::intrinsics
