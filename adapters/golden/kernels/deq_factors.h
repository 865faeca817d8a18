// The parameters of the kernel of DEQ for the sixteen factors that lanes take in turn: everything
// that does not depend on the source is computed before it runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vconform::adapters::golden::kernels {

inline constexpr std::size_t kFactorLanes = 16;

// For lane i mod 16, with t = source * significand:
//   floor, and the bits above it: t * 2^left / 2^right
//   rounded: floor + before + (above + base + odd + below) / 2^right
//   result: rounded, limited to an s9, + after, limited to low..high
struct alignas(64) DeqFactors {
  // At most 11 bits and a sign.
  std::int32_t significand[kFactorLanes];
  std::int32_t left[kFactorLanes];
  std::int32_t right[kFactorLanes];
  // 2^right - 1.
  std::int32_t above[kFactorLanes];
  // Added to the bits above the floor: `odd` only for an odd floor, `below` only for one below 0.
  std::int32_t base[kFactorLanes];
  std::int32_t odd[kFactorLanes];
  std::int32_t below[kFactorLanes];
  // The offset, added before or after the rounding.
  std::int32_t before[kFactorLanes];
  std::int32_t after[kFactorLanes];
  std::int32_t low[kFactorLanes];
  std::int32_t high[kFactorLanes];
  std::int32_t s9_min;
  std::int32_t s9_max;
  // The sum keeps its low 32 - wrap bits.
  std::int32_t wrap;
  // Whether the product is rounded to an f32 first.
  bool product_is_f32;
  // left, below, before and wrap are 0, and low..high imply the limits of the s9.
  bool is_usual;
};

// `source` holds `count` s16, `destination` takes as many bytes and must overlap neither the source
// nor the factors; the first lane takes factor 0.
using DeqKernel = void (*)(const DeqFactors& factors, const std::uint8_t* source,
                           std::uint8_t* destination, std::size_t count);

}  // namespace vconform::adapters::golden::kernels
