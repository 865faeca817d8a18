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
  for (const spec::MemoryBytes& bytes : image.bytes) {
    lines += bytes.is_sparse() ? 0 : lines_for(bytes.size());
  }
  if (lines > lines_.size()) {
    lines_.resize(lines);
  }
  memories_ = {};
  memories_.struct_size = sizeof(vconform_memories);
  std::size_t next = 0;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const spec::MemoryBytes& bytes = image.bytes[id];
    sparse_[id] = bytes.is_sparse() ? bytes : spec::MemoryBytes();
    sizes_[id] = bytes.is_sparse() ? 0 : bytes.size();
    if (bytes.is_sparse()) {
      memories_.memory[id] = {sparse_[id].data(), bytes.size()};
    }
    if (sizes_[id] == 0) {
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
    if (sparse_[id].is_sparse()) {
      image.bytes[id] = sparse_[id];
      continue;
    }
    const auto* data = reinterpret_cast<const std::uint8_t*>(lines_.data() + next);
    image.bytes[id].assign(std::span(data, sizes_[id]));
    next += lines_for(sizes_[id]);
  }
  return image;
}

}  // namespace vconform::adapters
