// Results that differ from golden's where an `either` rule leaves the difference free: both are
// zeros, or both are NaN. There may be millions of them, so that the oracle is asked about the
// first ones of each class and a steady sample.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "suites/swept/element_judge.h"

namespace vconform::suites {

// The differences of one chunk, in the order of its programs.
class FreeDifferences {
 public:
  // So many of each class go to the oracle, and then one in so many.
  static constexpr std::uint64_t kFirst = 1000;
  static constexpr std::uint64_t kSampleEvery = 256;

  // Whether the oracle is to be asked about a result that differs from golden's, `wanted`. If not,
  // it is permitted, as those of its class were that the oracle saw.
  bool asks_oracle(const SweptElement& element, std::uint64_t wanted);
  // The oracle's answer: whether it permits both results, and an `either` rule affects them. After
  // one that is not free, all of its class go to the oracle.
  void note(const SweptElement& element, std::uint64_t wanted, bool is_free);

 private:
  struct Seen {
    std::uint64_t count = 0;
    bool is_free = true;
  };
  // Zeros and NaN, by the class of the source, its sign and that of golden's result.
  static constexpr std::size_t kSourceClasses = 5;
  static constexpr std::size_t kClasses = 2 * kSourceClasses * 2 * 2;

  // nullopt unless both results are zeros or both NaN.
  static std::optional<std::size_t> class_of(const SweptElement& element, std::uint64_t wanted);

  std::array<Seen, kClasses> seen_{};
};

}  // namespace vconform::suites
