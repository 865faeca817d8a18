#include "generators/sweep/copied_words.h"

#include <algorithm>
#include <bit>

#include "generators/choices/random_words.h"
#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/digest.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

// The exponent of a pattern's magnitude; 0 for patterns without one.
int exponent_of(const spec::NumberFormat& format, std::uint64_t pattern) {
  if (!format.is_floating()) {
    const bool negative = (pattern & format.sign_mask()) != 0;
    const std::uint64_t magnitude = (negative ? ~pattern : pattern) & format.pattern_mask();
    return static_cast<int>(std::bit_width(magnitude)) - 1;
  }
  const std::uint64_t magnitude = pattern & ~format.sign_mask();
  const bool has_one = magnitude < format.infinity_pattern() && magnitude > format.fraction_mask();
  return has_one ? static_cast<int>(magnitude >> format.fraction_bits) - format.bias() : 0;
}

// The exponents of the products, from a half of the smallest result to beyond the largest.
struct Exponents {
  int lowest;
  int highest;
};
Exponents exponents_of(const spec::Conversion& row) {
  if (work_of(row) == CopyWork::kToHalf) {
    return {-26, 16};
  }
  return {-3, row.to().bits + 1};
}

std::uint64_t with_exponent(const spec::NumberFormat& format, int exponent, std::uint64_t random) {
  const int biased = std::clamp(exponent + format.bias(), 1, (1 << format.exponent_bits) - 2);
  return static_cast<std::uint64_t>(biased) << format.fraction_bits |
         (random & (format.fraction_mask() | format.sign_mask()));
}

}  // namespace

std::uint64_t swept_word(const spec::Conversion& row, std::uint64_t first) {
  if (!reads_word(work_of(row))) {
    return 0;
  }
  constexpr std::uint64_t kAnyOnceIn = 8;
  // A power of two makes ties of many sources.
  constexpr std::uint64_t kPowerOnceIn = 4;
  RandomWords random(
      spec::digest_with(spec::digest_with(spec::kEmptyDigest, row.number), first / kSweptElements));
  const bool is_half = copy_word_of(row) == spec::Word::kHalf;
  const spec::NumberFormat& format =
      is_half ? spec::format_of(spec::NumberType::kF16) : spec::kScaleFormat;
  const Exponents wanted = exponents_of(row);
  const auto choices = static_cast<std::uint64_t>(wanted.highest - wanted.lowest + 1);
  const int product = wanted.lowest + static_cast<int>(random.below(choices));
  const std::uint64_t middle = first / kSweptElements * kSweptElements + kSweptElements / 2;
  const int exponent = product - exponent_of(row.from(), middle & row.from().pattern_mask());
  const std::uint64_t any = random.next();
  const std::uint64_t bits = random.below(kPowerOnceIn) == 0 ? any & format.sign_mask() : any;
  const std::uint64_t scale = random.below(kAnyOnceIn) == 0 ? any & format.pattern_mask()
                                                            : with_exponent(format, exponent, bits);
  const std::uint64_t word = copy_word_around(row, scale, random.next());
  // A vector of halves has no room for other bits.
  return row.deq_scale == spec::DeqScale::kVdeq ? word & 0xffff : word;
}

}  // namespace vconform::generators
