// Choices from bytes, for fuzzers and saved corpora. Every byte string decodes: missing bytes are
// zeros, surplus ones stay unused. The mapping is part of saved corpora: a draw below `bound` takes
// the fewest bytes that can hold bound - 1 (none for a bound of 1), little-endian, and reduces them
// modulo bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "generators/choices/choice_source.h"

namespace vconform::generators {

class ByteSource final : public ChoiceSource {
 public:
  // The caller keeps the bytes, which must outlive the source.
  explicit ByteSource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t below(std::uint64_t bound) override {
    assert(bound >= 1);
    std::uint64_t value = 0;
    int shift = 0;
    for (std::uint64_t left = bound - 1; left != 0; left >>= 8) {
      value |= std::uint64_t{next_byte()} << shift;
      shift += 8;
    }
    return value % bound;
  }

  // The number of bytes that no choice has taken.
  std::size_t left() const { return bytes_.size() - next_; }

 private:
  std::uint8_t next_byte() { return next_ < bytes_.size() ? bytes_[next_++] : std::uint8_t{0}; }

  std::span<const std::uint8_t> bytes_;
  std::size_t next_ = 0;
};

}  // namespace vconform::generators
