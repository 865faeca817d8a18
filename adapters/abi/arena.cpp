#include "adapters/abi/arena.h"

#include <algorithm>
#include <cstddef>

namespace vconform::adapters {

namespace {

constexpr std::size_t kLine = 64;

std::size_t lines_for(std::size_t bytes) {
  return (bytes + kLine - 1) / kLine;
}

}  // namespace

vconform_memories& Arena::load(const spec::MemoryImage& image) {
  std::size_t lines = 0;
  for (const auto& bytes : image.bytes) {
    lines += lines_for(bytes.size());
  }
  if (lines > lines_.size()) {
    lines_.resize(lines);
  }
  memories_ = {};
  memories_.struct_size = sizeof(vconform_memories);
  std::size_t next = 0;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const std::vector<std::uint8_t>& bytes = image.bytes[id];
    sizes_[id] = bytes.size();
    if (bytes.empty()) {
      continue;
    }
    auto* data = reinterpret_cast<std::uint8_t*>(lines_.data() + next);
    std::copy(bytes.begin(), bytes.end(), data);
    memories_.memory[id] = {data, bytes.size()};
    next += lines_for(bytes.size());
  }
  return memories_;
}

spec::MemoryImage Arena::image() const {
  // The library had access to memories_ and may have changed it: the places are computed anew.
  spec::MemoryImage image;
  std::size_t next = 0;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(lines_.data() + next);
    image.bytes[id].assign(data, data + sizes_[id]);
    next += lines_for(sizes_[id]);
  }
  return image;
}

}  // namespace vconform::adapters
