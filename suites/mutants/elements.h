// Elements of a memory image, as wrong backends find and change them.
#pragma once

#include <cstdint>

#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/number/number_format.h"
#include "spec/number/units.h"

namespace vconform::suites {

inline bool concerns(const spec::Case& test_case, const spec::Cell& cell) {
  for (const spec::Step& step : test_case.steps) {
    if (spec::cell_of(step) == cell) {
      return true;
    }
  }
  return false;
}

// Elements of whole bytes that lie where elements of their size do; offsets are bytes.
struct Elements {
  spec::MemoryBytes& bytes;
  const spec::NumberFormat& format;

  std::uint64_t size() const {
    return static_cast<std::uint64_t>(format.bits) / spec::kBitsPerByte;
  }
  std::uint64_t at(std::uint64_t offset) const {
    std::uint64_t pattern = 0;
    for (std::uint64_t i = size(); i-- > 0;) {
      pattern = pattern << spec::kBitsPerByte | bytes[offset + i];
    }
    return pattern;
  }
  void put(std::uint64_t offset, std::uint64_t pattern) const {
    for (std::uint64_t i = 0; i < size(); ++i) {
      bytes[offset + i] = static_cast<std::uint8_t>(pattern >> (spec::kBitsPerByte * i));
    }
  }
  template <typename Visit>
  void each(const Visit& visit) const {
    for (const spec::ByteRange& part : bytes.touched()) {
      const std::uint64_t first = (part.first + size() - 1) / size() * size();
      for (std::uint64_t offset = first; offset + size() <= part.end; offset += size()) {
        visit(offset);
      }
    }
  }
};

}  // namespace vconform::suites
