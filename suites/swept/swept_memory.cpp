#include "suites/swept/swept_memory.h"

#include <algorithm>
#include <cstring>

#include "spec/case/case.h"

namespace vconform::suites {

namespace {

using generators::MemoryRange;

// The same canary as in cases. Never freed or changed.
const std::uint8_t* canary(std::size_t size) {
  static std::vector<std::uint8_t> bytes;
  for (std::size_t at = bytes.size(); at < size; ++at) {
    bytes.push_back(spec::background_byte(at));
  }
  return bytes.data();
}

std::array<std::vector<std::uint8_t>, spec::kMemoryCount> bytes_of(
    const std::array<std::uint64_t, spec::kMemoryCount>& sizes) {
  std::array<std::vector<std::uint8_t>, spec::kMemoryCount> bytes;
  for (std::size_t id = 0; id < bytes.size(); ++id) {
    bytes[id].resize(sizes[id]);
  }
  return bytes;
}

generators::SweptMemories spans_of(
    std::array<std::vector<std::uint8_t>, spec::kMemoryCount>& bytes) {
  generators::SweptMemories spans;
  std::ranges::copy(bytes, spans.begin());
  return spans;
}

}  // namespace

SweptMemory::SweptMemory(const generators::SweptMemories& memories) : memories_(memories) {
  clear();
}

std::span<std::uint8_t> SweptMemory::bytes(const MemoryRange& range) const {
  return memories_[static_cast<std::size_t>(range.memory)].subspan(range.bytes.first,
                                                                   range.bytes.size());
}

void SweptMemory::clear() {
  for (const std::span<std::uint8_t> memory : memories_) {
    std::copy_n(canary(memory.size()), memory.size(), memory.data());
  }
  ranges_.clear();
  program_.reset();
}

bool SweptMemory::place(const generators::SweepProgram& program) {
  bool was_clean = true;
  if (!program_ || !use_the_same(*program_, program)) {
    for (const MemoryRange& range : ranges_) {
      std::copy_n(canary(range.bytes.end) + range.bytes.first, range.bytes.size(),
                  bytes(range).data());
    }
    ranges_ = generators::ranges_of(program);
    was_clean = std::ranges::all_of(ranges_, [&](const MemoryRange& range) {
      return std::memcmp(bytes(range).data(), canary(range.bytes.end) + range.bytes.first,
                         range.bytes.size()) == 0;
    });
    program_ = program;
  }
  generators::place(program, memories_);
  return was_clean;
}

bool SweptMemory::is_clean_outside() const {
  for (std::size_t id = 0; id < memories_.size(); ++id) {
    const std::span<const std::uint8_t> memory = memories_[id];
    const auto range =
        std::ranges::find(ranges_, static_cast<spec::MemoryId>(id), &MemoryRange::memory);
    const spec::ByteRange inside = range == ranges_.end() ? spec::ByteRange{} : range->bytes;
    const std::uint8_t* wanted = canary(memory.size());
    if (!std::equal(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(inside.first),
                    wanted) ||
        !std::equal(memory.begin() + static_cast<std::ptrdiff_t>(inside.end), memory.end(),
                    wanted + inside.end)) {
      return false;
    }
  }
  return true;
}

OwnMemory::OwnMemory(const std::array<std::uint64_t, spec::kMemoryCount>& sizes)
    : bytes_(bytes_of(sizes)), swept_(spans_of(bytes_)) {}

vconform_memories OwnMemory::for_execute() {
  vconform_memories memories{};
  memories.struct_size = sizeof memories;
  for (std::size_t id = 0; id < bytes_.size(); ++id) {
    memories.memory[id] = {bytes_[id].data(), bytes_[id].size()};
  }
  return memories;
}

bool hold_the_same(const SweptMemory& a, const SweptMemory& b,
                   const std::vector<MemoryRange>& ranges) {
  return std::ranges::all_of(ranges, [&](const MemoryRange& range) {
    return std::memcmp(a.bytes(range).data(), b.bytes(range).data(), range.bytes.size()) == 0;
  });
}

}  // namespace vconform::suites
