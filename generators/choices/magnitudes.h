// The values of an argument at which implementations change their ways: a field that is a bit short
// or long, a cap, a refusal, a sign.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "generators/choices/random_words.h"

namespace vconform::generators {

struct Magnitude {
  std::uint64_t value;
  // A large number that is no power of two: it tells little that the power does not.
  bool is_extra;
};

// Whether to make the pairs too, which are all extra and take a while.
enum class Pairs : std::uint8_t { kNone, kAll };

// Every power of two up to `limit` and its neighbours, 0, the limit and the number before it, and
// one number between each two powers, drawn anew for each limit; in ascending order, each once.
inline std::vector<Magnitude> magnitudes(std::uint64_t limit) {
  constexpr std::uint64_t kLarge = 64;
  std::vector<std::uint64_t> values = {0, limit, limit - (limit > 0 ? 1 : 0)};
  RandomWords words(limit);
  for (std::uint64_t power = 1; power != 0 && power - 1 <= limit; power *= 2) {
    for (const std::uint64_t value : {power - 1, power, power + 1, power + words.below(power)}) {
      if (value <= limit) {
        values.push_back(value);
      }
    }
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<Magnitude> all;
  for (const std::uint64_t value : values) {
    all.push_back({value, value > kLarge && value != limit && !std::has_single_bit(value)});
  }
  return all;
}

// The values without those that are extra, at least `least`, as a parameter of a pairwise design:
// the smallest is the simplest.
inline std::vector<std::uint64_t> values_for_pairs(std::uint64_t limit, std::uint64_t least) {
  std::vector<std::uint64_t> values;
  for (const Magnitude& one : magnitudes(limit)) {
    if (one.value >= least && (one.value == limit || std::has_single_bit(one.value))) {
      values.push_back(one.value);
    }
  }
  return values;
}

}  // namespace vconform::generators
