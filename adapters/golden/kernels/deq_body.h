// The kernel of DEQ (golden/dequantise/deq.h has the steps). The file of each instruction set
// includes it once and has its own copy: nothing here may be shared between them.
#pragma once

#include <cstring>

#include "adapters/golden/kernels/deq_factors.h"

namespace vconform::adapters::golden::kernels {

namespace {

// A product of at most 26 bits, rounded to 24, ties to even. This holds for subnormal f32 too,
// since a product of an integer and an f32 is a multiple of their last place.
[[gnu::always_inline]] inline std::int32_t rounded_to_f32(std::int32_t product) {
  const auto bits = static_cast<std::uint32_t>(product);
  const std::uint32_t top = (product < 0 ? 0 - bits : bits) >> 24;
  const std::uint32_t dropped = top | (top >> 1);
  const std::uint32_t last = (dropped + 1) & ~std::uint32_t{1};
  const std::uint32_t odd = (bits & last) != 0 ? 1 : 0;
  return static_cast<std::int32_t>((bits + (dropped >> 1) + odd) & ~dropped);
}

[[gnu::always_inline]] inline std::int32_t limited(std::int32_t number, std::int32_t low,
                                                   std::int32_t high) {
  const std::int32_t raised = number < low ? low : number;
  return raised > high ? high : raised;
}

// Unsigned addition, for sums of which only the low bits count.
[[gnu::always_inline]] inline std::int32_t sum(std::int32_t left, std::int32_t right) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(left) +
                                   static_cast<std::uint32_t>(right));
}

[[gnu::always_inline]] inline std::int32_t shifted_left(std::int32_t number, std::int32_t places) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(number) << places);
}

[[gnu::always_inline]] inline std::int32_t usual_result(const DeqFactors& factors, std::size_t i,
                                                        std::int32_t product) {
  const std::int32_t odd = (product >> factors.right[i]) & factors.odd[i];
  const std::int32_t rounded = (product + factors.base[i] + odd) >> factors.right[i];
  return limited(rounded + factors.after[i], factors.low[i], factors.high[i]);
}

[[gnu::always_inline]] inline std::int32_t any_result(const DeqFactors& factors, std::size_t i,
                                                      std::int32_t product) {
  const std::int32_t shifted = shifted_left(product, factors.left[i]);
  const std::int32_t floor = sum(shifted >> factors.right[i], factors.before[i]);
  const std::int32_t bias =
      factors.base[i] + (floor & factors.odd[i]) + ((floor >> 31) & factors.below[i]);
  const std::int32_t up = ((shifted & factors.above[i]) + bias) >> factors.right[i];
  const std::int32_t s9 = limited(sum(floor, up), factors.s9_min, factors.s9_max);
  const std::int32_t total = sum(s9, factors.after[i]);
  return limited(shifted_left(total, factors.wrap) >> factors.wrap, factors.low[i],
                 factors.high[i]);
}

// The number of lanes that are converted together: sixteen or more.
inline constexpr std::size_t kChunk = 64;

template <bool kProductIsF32, bool kIsUsual>
[[gnu::always_inline]] inline void convert_chunk(const DeqFactors& factors,
                                                 const std::uint8_t* source,
                                                 std::uint8_t* destination) {
  std::int16_t from[kChunk];
  std::int32_t wide[kChunk];
  std::uint8_t to[kChunk];
  std::memcpy(from, source, sizeof from);
  // Three loops, since g++ uses one vector size for a loop, that of the narrowest element.
  for (std::size_t i = 0; i < kChunk; ++i) {
    wide[i] = from[i];
  }
  for (std::size_t first = 0; first < kChunk; first += kFactorLanes) {
    for (std::size_t i = 0; i < kFactorLanes; ++i) {
      const std::int32_t exact = wide[first + i] * factors.significand[i];
      const std::int32_t product = kProductIsF32 ? rounded_to_f32(exact) : exact;
      wide[first + i] =
          kIsUsual ? usual_result(factors, i, product) : any_result(factors, i, product);
    }
  }
  for (std::size_t i = 0; i < kChunk; ++i) {
    to[i] = static_cast<std::uint8_t>(wide[i]);
  }
  std::memcpy(destination, to, sizeof to);
}

template <bool kProductIsF32, bool kIsUsual>
[[gnu::always_inline]] inline void convert_lanes(const DeqFactors& shared,
                                                 const std::uint8_t* source,
                                                 std::uint8_t* destination, std::size_t count) {
  // A local copy, which no store through a byte pointer can change.
  const DeqFactors factors = shared;
  std::size_t i = 0;
  for (; i + kChunk <= count; i += kChunk) {
    convert_chunk<kProductIsF32, kIsUsual>(factors, source + 2 * i, destination + i);
  }
  if (i < count) {
    std::uint8_t from[2 * kChunk] = {};
    std::uint8_t to[kChunk];
    std::memcpy(from, source + 2 * i, 2 * (count - i));
    convert_chunk<kProductIsF32, kIsUsual>(factors, from, to);
    std::memcpy(destination + i, to, count - i);
  }
}

// A DeqKernel.
void deq_lanes(const DeqFactors& factors, const std::uint8_t* source, std::uint8_t* destination,
               std::size_t count) {
  if (factors.product_is_f32 && factors.is_usual) {
    convert_lanes<true, true>(factors, source, destination, count);
  } else if (factors.product_is_f32) {
    convert_lanes<true, false>(factors, source, destination, count);
  } else if (factors.is_usual) {
    convert_lanes<false, true>(factors, source, destination, count);
  } else {
    convert_lanes<false, false>(factors, source, destination, count);
  }
}

}  // namespace

}  // namespace vconform::adapters::golden::kernels
