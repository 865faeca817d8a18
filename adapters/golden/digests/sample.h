// The patterns and parameters that golden is run with, pure functions of their number.
#pragma once

#include <cstdint>
#include <vector>

#include "adapters/golden/number/drawn_numbers.h"
#include "spec/number/number_format.h"

namespace vconform::adapters::golden::digests {

using Draws = golden::DrawnWords;

// A pattern beside a tie, a limit or a power of two: a single bit under zeros, ones or anything,
// and one more or one less; floating-point numbers with any exponent.
std::uint64_t edge_pattern(const spec::NumberFormat& format, std::uint64_t number);

// Patterns of a format: every one of at most 16 bits; for wider formats a quarter edges, the rest
// evenly spread over all patterns.
class Sample {
 public:
  // `wide_count` must be a power of two.
  Sample(const spec::NumberFormat& format, std::uint64_t wide_count);

  std::uint64_t count() const { return mask_ + 1; }
  // Any number is allowed: patterns recur after `count`.
  std::uint64_t pattern(std::uint64_t number) const {
    return patterns_.empty() ? number & mask_ : patterns_[number & mask_];
  }

 private:
  std::uint64_t mask_;
  // The patterns of a wide format.
  std::vector<std::uint64_t> patterns_;
};

// Made once for all threads, since making it takes longer than using it.
const Sample& sample_of(spec::NumberType type, std::uint64_t wide_count);

// The bits of an f32 scale, mostly one that keeps products of 16 bits in the range of 8.
std::uint32_t drawn_scale(Draws& draws);
// Any quant word or deqValue with such a scale.
std::uint64_t drawn_word(Draws& draws);

}  // namespace vconform::adapters::golden::digests
