// The interface between generators and their drivers. A generator asks for choices; RapidCheck,
// fuzzer bytes or a recorded list answers. In every list the simplest interesting alternative
// stands first, so a source that answers 0 throughout gives the simplest case.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace vconform::generators {

class ChoiceSource {
 public:
  ChoiceSource() = default;
  ChoiceSource(const ChoiceSource&) = delete;
  ChoiceSource& operator=(const ChoiceSource&) = delete;
  virtual ~ChoiceSource() = default;

  // A number in [0, bound); bound is at least 1. 0 is the simplest.
  virtual std::uint64_t below(std::uint64_t bound) = 0;

  // n free bits, 1 <= n <= 64; more than 63 are two draws, the high half first.
  std::uint64_t bits(int n) {
    assert(n >= 1 && n <= 64);
    if (n < 64) {
      return below(std::uint64_t{1} << n);
    }
    const std::uint64_t high = below(std::uint64_t{1} << 32);
    const std::uint64_t low = below(std::uint64_t{1} << 32);
    return high << 32 | low;
  }

  // An element of a non-empty array, span or vector.
  template <typename List>
  auto pick(const List& list) {
    return std::data(list)[static_cast<std::size_t>(below(std::size(list)))];
  }

  // True once in n draws; never for the simplest choice, unless n is 1.
  bool one_in(std::uint64_t n) { return below(n) == n - 1; }
};

}  // namespace vconform::generators
