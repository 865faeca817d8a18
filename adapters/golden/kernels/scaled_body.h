// The kernels of FIXPIPE and DataCopy: a source times its multiplier, rounded to an integer or to a
// floating-point format (golden/copy_matrix/element.h and golden/data_copy/element.h have the
// steps). The file of each instruction set includes them once and has its own copy.
//
// A chunk of lanes passes three loops: sources and multipliers are taken apart in lanes of 32 bits,
// products are made and rounded in lanes of 64, results in lanes of 32 again.
#pragma once

#include <cstring>

#include "adapters/golden/kernels/deq_body.h"
#include "adapters/golden/kernels/lanes.h"
#include "adapters/golden/kernels/scaled_factors.h"

namespace vconform::adapters::golden::kernels {

namespace {

using S32 = std::int32_t;
using S64 = std::int64_t;

// The bits of the significands that are multiplied, and of their product, which may have one more.
// Rounding to an f32 adds no further bit: its source then has at most 24 bits.
inline constexpr int kSignificandBits = 31;
inline constexpr int kProductBits = 2 * kSignificandBits - 1;
inline constexpr U32 kLeading = U32{1} << (kSignificandBits - 1);
// The exponent of infinities, beyond the largest number of every format.
inline constexpr S32 kInfiniteExponent = 200;

VCONFORM_LANE U32 all_ones_if(bool condition) {
  return condition ? ~U32{0} : 0;
}

// `mask` is all ones or 0.
VCONFORM_LANE U32 chosen(U32 mask, U32 if_set, U32 if_clear) {
  return (if_set & mask) | (if_clear & ~mask);
}

VCONFORM_LANE S32 max_s32(S32 a, S32 b) {
  return a > b ? a : b;
}

VCONFORM_LANE S64 max_s64(S64 a, S64 b) {
  return a > b ? a : b;
}

VCONFORM_LANE S64 min_s64(S64 a, S64 b) {
  return a < b ? a : b;
}

// The sources of a chunk, taken apart: (-1)^negative * significand * 2^exponent.
struct Sources {
  U32 significand[kChunk];
  S32 exponent[kChunk];
  U32 negative[kChunk];
  U32 nan[kChunk];
  U32 infinite[kChunk];
  // Whether ReLU selects the other multiplier, or none.
  U32 below[kChunk];
  U32 special[kChunk];
};

// The significand is normalised to 31 bits; the lowest of 32 is 0 then.
VCONFORM_LANE void set_number(Sources& to, std::size_t i, U32 significand, S32 exponent) {
  const Normalised<U32> top = normalised<32>(significand);
  to.significand[i] = top.word >> 1;
  to.exponent[i] = exponent + 1 - static_cast<S32>(top.places);
}

template <NumberType kType>
VCONFORM_LANE void take_apart_floating(const ScaledFactors& factors, U32 pattern, std::size_t i,
                                       Sources& to) {
  using From = Format<kType>;
  const U32 magnitude = pattern & From::kMagnitude;
  const U32 field = magnitude >> From::kFraction;
  const U32 subnormal = all_ones_if(magnitude < From::kHidden);
  const U32 flushed = subnormal & all_ones_if(magnitude != 0) & all_ones_if(factors.flushes);
  const U32 fraction = magnitude & (From::kHidden - 1);
  const U32 significand = fraction | (From::kHidden & ~subnormal);
  const U32 negative = sign_of<From::kBits>(pattern);
  const U32 nan = all_ones_if(magnitude > From::kInfinity);
  const U32 infinite = all_ones_if(magnitude == From::kInfinity);
  constexpr int kPlaces = 31 - From::kFraction;
  constexpr int kBase = -From::kBias - From::kFraction - kPlaces;
  set_number(to, i, (significand & ~flushed) << kPlaces,
             static_cast<S32>(field) - static_cast<S32>(subnormal) + kBase);
  to.negative[i] = negative & ~(flushed & all_ones_if(!factors.flush_keeps_sign));
  to.nan[i] = nan;
  to.infinite[i] = infinite;
  to.below[i] = negative & all_ones_if(magnitude != 0) & ~nan;
  to.special[i] = (nan & all_ones_if(factors.nan_is_special)) |
                  (infinite & negative & all_ones_if(factors.minus_infinity_is_special));
}

VCONFORM_LANE S32 shifted(const LaneShifts& shift, std::size_t lane, S32 source) {
  const S32 half = (source >> shift.places[lane]) & shift.rounds;
  const S32 number = ((source >> shift.places[lane]) >> 1) + half;
  const S32 low_bits = shifted_left(number, 16) >> 16;
  return shift.wraps ? low_bits : limited(number, -0x8000, 0x7fff);
}

VCONFORM_LANE void take_apart_integer(const ScaledFactors& factors, S32 number, std::size_t i,
                                      Sources& to) {
  const U32 negative = all_ones_if(number < 0);
  const U32 bits = static_cast<U32>(number);
  set_number(to, i, (bits ^ negative) - negative, 0);
  // Rounds to 24 bits, ties to even; a carry makes one more bit, a power of two.
  constexpr U32 kDropped = (U32{1} << (kSignificandBits - 24)) - 1;
  const U32 exact = to.significand[i];
  const U32 odd = (exact >> (kSignificandBits - 24)) & 1;
  const U32 as_f32 = (exact + (kDropped >> 1) + odd) & ~kDropped;
  to.significand[i] = factors.source_is_f32 ? as_f32 : exact;
  to.negative[i] = negative;
  to.nan[i] = 0;
  to.infinite[i] = 0;
  to.below[i] = negative;
  to.special[i] = 0;
}

template <NumberType kType>
VCONFORM_LANE void take_apart(const ScaledFactors& factors, U32 pattern, std::size_t lane,
                              std::size_t i, Sources& to) {
  if constexpr (kType == NumberType::kS32) {
    const auto number = static_cast<S32>(pattern);
    const S32 shifts = factors.shift.shifts[lane];
    take_apart_integer(factors,
                       (shifted(factors.shift, lane, number) & shifts) | (number & ~shifts), i, to);
  } else if constexpr (kType == NumberType::kS16) {
    take_apart_integer(factors, static_cast<S32>(pattern << 16) >> 16, i, to);
  } else {
    take_apart_floating<kType>(factors, pattern, i, to);
  }
}

// The operands of the multiplications, and the properties of the products known without them.
struct Products {
  U32 left[kChunk];
  U32 right[kChunk];
  S32 exponent[kChunk];
  U32 negative[kChunk];
  U32 nan[kChunk];
};

VCONFORM_LANE void choose_multiplier(const ScaledFactors& factors, const Sources& from,
                                     std::size_t lane, std::size_t i, Products& to) {
  const Multipliers& above = factors.by[0];
  const Multipliers& below = factors.by[1];
  const U32 is_below = from.below[i];
  const U32 significand = chosen(is_below, below.significand[lane], above.significand[lane]);
  const U32 exponent = chosen(is_below, static_cast<U32>(below.exponent[lane]),
                              static_cast<U32>(above.exponent[lane]));
  const U32 by_infinite = chosen(is_below, below.infinite[lane], above.infinite[lane]);
  const U32 by_nan = chosen(is_below, below.nan[lane], above.nan[lane]);
  const U32 by_negative = chosen(is_below, below.negative[lane], above.negative[lane]);
  const U32 zero_times_infinity = (from.infinite[i] & all_ones_if(significand == 0)) |
                                  (by_infinite & all_ones_if(from.significand[i] == 0));
  const U32 special = from.special[i];
  const U32 nan = chosen(special, all_ones_if(!factors.special_is_zero),
                         from.nan[i] | by_nan | zero_times_infinity);
  const U32 infinite = (from.infinite[i] | by_infinite) & ~nan & ~special;
  to.left[i] = chosen(infinite, kLeading, from.significand[i] & ~nan & ~special);
  to.right[i] = chosen(infinite, kLeading, significand);
  to.exponent[i] = static_cast<S32>(chosen(infinite, static_cast<U32>(kInfiniteExponent),
                                           static_cast<U32>(from.exponent[i]) + exponent));
  to.negative[i] = (from.negative[i] ^ by_negative) & ~special;
  to.nan[i] = nan;
}

// The number of bits of the product beyond kProductBits: 0 or 1.
VCONFORM_LANE U64 carries(U64 product) {
  return product >> kProductBits;
}

VCONFORM_LANE U64 places_of(S64 places) {
  return static_cast<U64>(min_s64(places, 63));
}

// number / 2^places, rounded to nearest, ties to even.
VCONFORM_LANE U64 nearest(U64 one, U64 number, U64 places) {
  const U64 mask = (one << places) - 1;
  return (number + (mask >> 1) + ((number >> places) & mask & 1)) >> places;
}

// The product, rounded to an f32 if asked for. One beyond the largest f32 is kept: it exceeds every
// limit just as an infinity does.
VCONFORM_LANE U64 product_of(const ScaledFactors& factors, U64 left, U64 right, S64 exponent) {
  const U64 exact = left * right;
  const S64 beyond = kProductBits - 24 + static_cast<S64>(carries(exact));
  const S64 last = Format<NumberType::kF32>::kFormat.min_subnormal_exponent();
  const S64 dropped = max_s64(beyond, last - exponent);
  const U64 places = factors.product_is_f32 ? places_of(dropped) : 0;
  return nearest(factors.one, exact, places) << places;
}

// The product in quarters, with the last bit set if any dropped bit is.
VCONFORM_LANE U64 quarters_of(U64 one, U64 product, S64 exponent) {
  // With fewer places it exceeds every limit.
  constexpr S64 kFewest = 35;
  const U64 places = places_of(max_s64(-(exponent + 2), kFewest));
  const U64 dropped = product & ((one << places) - 1);
  return (product >> places) | (dropped != 0 ? 1 : 0);
}

// The pattern of the magnitude, without regard to the limits of the format.
VCONFORM_LANE U64 unlimited_pattern(U64 one, const FloatingSteps& steps, U64 product,
                                    S64 exponent) {
  const S64 beyond = kProductBits - 1 - steps.fraction_bits + static_cast<S64>(carries(product));
  const S64 dropped = max_s64(beyond, steps.min_subnormal_exponent - exponent);
  const U64 kept = nearest(one, product, places_of(dropped));
  const auto field = static_cast<U64>(dropped + exponent - steps.min_subnormal_exponent);
  return product == 0 ? 0 : (field << steps.fraction_bits) + kept;
}

VCONFORM_LANE U32 floating_result(const FloatingSteps& steps, U32 magnitude, U32 negative,
                                  U32 nan) {
  const U32 limited_magnitude = magnitude >= steps.infinity ? steps.overflow : magnitude;
  const U32 number = limited_magnitude < steps.zero_below ? 0 : limited_magnitude;
  const U32 sign = chosen(nan, steps.nan_sign, steps.sign) & negative;
  const U32 pattern = chosen(nan, steps.nan, number) | sign;
  return pattern - steps.first_cut <= steps.cut_count ? 0 : pattern;
}

template <NumberType kFrom>
VCONFORM_LANE void multiply(const ScaledFactors& factors, const U32* patterns, Products& products) {
  Sources sources;
  for (std::size_t first = 0; first < kChunk; first += kFactorLanes) {
    for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
      take_apart<kFrom>(factors, patterns[first + lane], lane, first + lane, sources);
    }
  }
  for (std::size_t first = 0; first < kChunk; first += kFactorLanes) {
    for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
      choose_multiplier(factors, sources, lane, first + lane, products);
    }
  }
}

// The loop in lanes of 64 bits; g++ vectorises it only if everything in it is as wide.
template <typename Result>
VCONFORM_LANE void for_each_product(const ScaledFactors& factors, const Products& products,
                                    U32* results, const Result& result) {
  U64 left[kChunk];
  U64 right[kChunk];
  S64 exponent[kChunk];
  for (std::size_t i = 0; i < kChunk; ++i) {
    left[i] = products.left[i];
  }
  for (std::size_t i = 0; i < kChunk; ++i) {
    right[i] = products.right[i];
  }
  for (std::size_t i = 0; i < kChunk; ++i) {
    exponent[i] = products.exponent[i];
  }
  for (std::size_t i = 0; i < kChunk; ++i) {
    left[i] = result(product_of(factors, left[i], right[i], exponent[i]), exponent[i]);
  }
  for (std::size_t i = 0; i < kChunk; ++i) {
    results[i] = static_cast<U32>(left[i]);
  }
}

VCONFORM_LANE void to_integers(const ScaledFactors& factors, const Products& products,
                               U32* results) {
  const U64 one = factors.one;
  for_each_product(factors, products, results, [one](U64 product, S64 exponent) {
    return quarters_of(one, product, exponent);
  });
  const S32 lowest = factors.relu_before_offset ? 0 : -0x7fffffff;
  for (std::size_t first = 0; first < kChunk; first += kFactorLanes) {
    for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
      const std::size_t i = first + lane;
      const U32 quarters = (results[i] ^ products.negative[i]) - products.negative[i];
      const S32 number = max_s32(static_cast<S32>(quarters), lowest);
      results[i] = static_cast<U32>(any_result(factors.integer, lane, number));
    }
  }
}

VCONFORM_LANE void to_floating(const ScaledFactors& factors, const Products& products,
                               U32* results) {
  const FloatingSteps steps = factors.floating;
  const U64 one = factors.one;
  for_each_product(factors, products, results, [one, steps](U64 product, S64 exponent) {
    return unlimited_pattern(one, steps, product, exponent);
  });
  for (std::size_t i = 0; i < kChunk; ++i) {
    results[i] = floating_result(steps, results[i], products.negative[i], products.nan[i]);
  }
}

// f32 to f32: restores sources that ReLU leaves alone.
VCONFORM_LANE void keep_others(const U32* patterns, U32* results) {
  for (std::size_t i = 0; i < kChunk; ++i) {
    const U32 magnitude = patterns[i] & 0x7fffffff;
    const U32 is_nan = all_ones_if(magnitude > 0x7f800000);
    const U32 is_below = all_ones_if(patterns[i] > 0x80000000);
    results[i] = chosen(is_nan | is_below, results[i], patterns[i]);
  }
}

// Moves the elements of a chunk, or the `count` that are left, between memory and lanes of 32 bits.
template <typename Element>
VCONFORM_LANE void load_chunk(const std::uint8_t* from, std::size_t count, U32* to) {
  Element elements[kChunk];
  if (count == kChunk) {
    std::memcpy(elements, from, sizeof elements);
  } else {
    std::memset(elements, 0, sizeof elements);
    std::memcpy(elements, from, sizeof(Element) * count);
  }
  for (std::size_t i = 0; i < kChunk; ++i) {
    to[i] = elements[i];
  }
}

template <typename Element>
VCONFORM_LANE void store_chunk(const U32* from, std::size_t count, std::uint8_t* to) {
  Element elements[kChunk];
  for (std::size_t i = 0; i < kChunk; ++i) {
    elements[i] = static_cast<Element>(from[i]);
  }
  if (count == kChunk) {
    std::memcpy(to, elements, sizeof elements);
  } else {
    std::memcpy(to, elements, sizeof(Element) * count);
  }
}

template <typename From, typename To, typename Convert>
VCONFORM_LANE void for_each_chunk(const std::uint8_t* source, std::uint8_t* destination,
                                  std::size_t count, const Convert& convert) {
  U32 patterns[kChunk];
  U32 results[kChunk];
  for (std::size_t i = 0; i < count; i += kChunk) {
    const std::size_t left = count - i < kChunk ? count - i : kChunk;
    load_chunk<From>(source + sizeof(From) * i, left, patterns);
    convert(patterns, results);
    store_chunk<To>(results, left, destination + sizeof(To) * i);
  }
}

// A ScaledKernel.
template <NumberType kFrom, typename From, typename To>
void scaled_lanes(const ScaledFactors& shared, const std::uint8_t* source,
                  std::uint8_t* destination, std::size_t count) {
  // A local copy, which no store through a byte pointer can change.
  const ScaledFactors factors = shared;
  Products products;
  for_each_chunk<From, To>(source, destination, count, [&](const U32* patterns, U32* results) {
    multiply<kFrom>(factors, patterns, products);
    if constexpr (sizeof(To) == 1) {
      to_integers(factors, products, results);
    } else {
      to_floating(factors, products, results);
    }
    if constexpr (sizeof(To) == 4) {
      if (factors.keeps_others) {
        keep_others(patterns, results);
      }
    }
  });
}

// A ShiftKernel.
void shift_lanes(const ShiftFactors& shared, const std::uint8_t* source, std::uint8_t* destination,
                 std::size_t count) {
  const ShiftFactors factors = shared;
  const S32 source_cut = factors.cuts_sources ? -1 : 0;
  const S32 result_cut = factors.cuts_results ? 0 : -0x8000;
  for_each_chunk<U32, std::uint16_t>(
      source, destination, count, [&](const U32* patterns, U32* results) {
        for (std::size_t first = 0; first < kChunk; first += kFactorLanes) {
          for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
            const auto number = static_cast<S32>(patterns[first + lane]);
            const S32 result =
                shifted(factors.shift, lane, number) & ~((number >> 31) & source_cut);
            results[first + lane] = static_cast<U32>(max_s32(result, result_cut));
          }
        }
      });
}

// A CutKernel.
template <typename Element>
void cut_lanes(const CutPatterns& cut, const std::uint8_t* source, std::uint8_t* destination,
               std::size_t count) {
  const CutPatterns patterns_cut = cut;
  for_each_chunk<Element, Element>(
      source, destination, count, [&](const U32* patterns, U32* results) {
        for (std::size_t i = 0; i < kChunk; ++i) {
          results[i] = patterns[i] - patterns_cut.first <= patterns_cut.count ? 0 : patterns[i];
        }
      });
}

}  // namespace

}  // namespace vconform::adapters::golden::kernels
