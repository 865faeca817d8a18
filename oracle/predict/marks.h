// A number for each nibble of a memory, of which most are 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "oracle/vector/vector_walk.h"

namespace vconform::oracle {

// Costs what is marked, in pages: a memory may have 2^38 bytes.
class Marks {
 public:
  bool empty() const { return pages_.empty(); }

  // 0 where nothing is marked.
  std::uint32_t at(Nibble place) const {
    const auto page = pages_.find(place / kPage);
    return page == pages_.end() ? 0 : page->second[place % kPage];
  }
  void set(Nibble place, std::uint32_t mark) { pages_[place / kPage][place % kPage] = mark; }
  void clear(Nibble place) {
    if (const auto page = pages_.find(place / kPage); page != pages_.end()) {
      page->second[place % kPage] = 0;
    }
  }

 private:
  static constexpr std::size_t kPage = 1024;
  // Made of zeros.
  std::unordered_map<Nibble, std::array<std::uint32_t, kPage>> pages_;
};

}  // namespace vconform::oracle
