// Arithmetic on one lane, for kernels. Each file of kernels is compiled for one instruction set, so
// nothing here may be shared between object files: everything is inlined or internal, and nothing
// of the standard library is called. Branch-free, on lanes of 32 bits where those suffice, and
// written so that both compilers vectorise it: no && between comparisons, no shift by the width or
// more.
#pragma once

#include <cstdint>

#include "spec/number/number_format.h"
#include "spec/number/rounding.h"

#define VCONFORM_LANE [[gnu::always_inline]] inline

namespace vconform::adapters::golden::kernels {
namespace {

using spec::NumberType;
using spec::Rounding;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

// The fields of a format in lanes of 32 bits.
template <NumberType kType>
struct Format {
  static constexpr spec::NumberFormat kFormat = spec::format_of(kType);
  static constexpr int kBits = kFormat.bits;
  static constexpr int kFraction = kFormat.fraction_bits;
  static constexpr int kBias = kFormat.is_floating() ? kFormat.bias() : 0;
  static constexpr U32 kSign = static_cast<U32>(kFormat.sign_mask());
  static constexpr U32 kMagnitude = static_cast<U32>(kFormat.pattern_mask()) & ~kSign;
  static constexpr U32 kInfinity =
      kFormat.is_floating() ? static_cast<U32>(kFormat.infinity_pattern()) : 0;
  static constexpr U32 kHidden = U32{1} << kFraction;
  static constexpr U32 kQuietNan = kInfinity | kHidden >> 1;
};

constexpr int max_of(int a, int b) {
  return a > b ? a : b;
}

// magnitude / 2^places, rounded; fewer places than the word has bits. The sum must fit in the word,
// so its highest bit must be free. `negative` is all ones or 0.
template <Rounding kMode, typename Word>
VCONFORM_LANE Word rounded(Word magnitude, Word places, Word negative) {
  const Word one = Word{1} << places;
  const Word mask = one - 1;
  if constexpr (kMode == Rounding::kNearestAway) {
    return (magnitude + (one >> 1)) >> places;
  } else if constexpr (kMode == Rounding::kFloor) {
    return (magnitude + (mask & negative)) >> places;
  } else if constexpr (kMode == Rounding::kCeil) {
    return (magnitude + (mask & ~negative)) >> places;
  } else if constexpr (kMode == Rounding::kTowardZero) {
    return magnitude >> places;
  } else if constexpr (kMode == Rounding::kOdd) {
    return (magnitude >> places) | ((magnitude & mask) != 0 ? 1 : 0);
  } else {
    // Adds one less than half, or half if the last bit kept is odd. The mask keeps 0 places exact.
    return (magnitude + (mask >> 1) + ((magnitude >> places) & mask & 1)) >> places;
  }
}

// Whether a tiny number may become anything except 0.
constexpr bool sees_tiny(Rounding mode) {
  return mode == Rounding::kFloor || mode == Rounding::kCeil || mode == Rounding::kOdd;
}

template <typename Word>
struct Normalised {
  // The highest of kBits bits is set, unless the number was 0.
  Word word;
  // The number of places that it was shifted to the left.
  U32 places;
};

// Halves the places to look at in each step, for instruction sets that cannot count zeros.
template <int kBits, int kStep, typename Word>
VCONFORM_LANE Normalised<Word> normalised_in_steps(Word word, U32 places) {
  const bool fits = (word >> (kBits - kStep)) == 0;
  const Normalised<Word> next = {fits ? word << kStep : word,
                                 fits ? places + static_cast<U32>(kStep) : places};
  if constexpr (kStep == 1) {
    return next;
  } else {
    return normalised_in_steps<kBits, kStep / 2>(next.word, next.places);
  }
}

// The widest lanes in which the instruction set counts zeros.
#if defined(__AVX512CD__)
constexpr int kCountsZerosUpTo = 64;
#elif defined(__aarch64__)
constexpr int kCountsZerosUpTo = 32;
#else
constexpr int kCountsZerosUpTo = 0;
#endif

// The word has at most kBits bits, a power of two. For 0 the number of places is unspecified.
template <int kBits, typename Word>
VCONFORM_LANE Normalised<Word> normalised(Word word) {
  if constexpr (kCountsZerosUpTo < static_cast<int>(8 * sizeof(Word))) {
    return normalised_in_steps<kBits, kBits / 2>(word, U32{0});
  } else if constexpr (sizeof(Word) == sizeof(U64)) {
    const auto zeros = static_cast<U32>(__builtin_clzll(word | 1)) - (64 - kBits);
    return {word << zeros, zeros};
  } else {
    const auto zeros = static_cast<U32>(__builtin_clz(word | 1)) - (32 - kBits);
    return {word << zeros, zeros};
  }
}

// All ones where bit kBits - 1 of the lane is set.
template <int kBits>
VCONFORM_LANE U32 sign_of(U32 x) {
  return static_cast<U32>(static_cast<std::int32_t>(x << (32 - kBits)) >> 31);
}

// For numbers below 2^31. Before AVX-512 only signed lanes can be compared, and g++-12 does not see
// that these may be.
VCONFORM_LANE bool less(U32 a, U32 b) {
  return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
}

VCONFORM_LANE U32 smaller(U32 a, U32 b) {
  return a < b ? a : b;
}
VCONFORM_LANE U32 larger(U32 a, U32 b) {
  return a > b ? a : b;
}

VCONFORM_LANE U32 either(U32 negative, U32 if_positive, U32 if_negative) {
  return negative != 0 ? if_negative : if_positive;
}

}  // namespace
}  // namespace vconform::adapters::golden::kernels
