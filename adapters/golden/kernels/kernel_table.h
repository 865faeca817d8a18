// The kernels of vconv: each converts an array of packed elements, for one row in one rounding
// mode. They are compiled for several instruction sets, with one table for each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/rows/conversions.h"

namespace vconform::adapters::golden::kernels {

// The parameters that a kernel of vconv takes from registers and readings. Magnitudes are patterns
// without their sign.
struct VconvParameters {
  // Floating-point source magnitudes below this count as 0.
  std::uint32_t zero_below = 1;
  // The first source magnitudes out of range, for positive and negative numbers, and the magnitudes
  // of the results if they are floating-point.
  std::uint32_t beyond[2] = {};
  std::uint32_t beyond_result[2] = {};
  // The floating-point results of inf and NaN; NaN has no sign.
  std::uint32_t infinity = 0;
  std::uint32_t nan = 0;
  // Magnitudes of floating-point results below this become 0.
  std::uint32_t result_zero_below = 0;
  // Between integers, a source outside these becomes the nearer of them.
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
};

// Source and destination must not overlap and need not be aligned. Elements of 4 bits come in
// pairs.
using ConvertVconv = void (*)(const VconvParameters& parameters, const std::uint8_t* source,
                              std::uint8_t* destination, std::size_t count);

// The rarer of two kernels for the same row and mode: for f32 to f16 and bf16 it applies zero_below
// and result_zero_below, for f32 to s16 it keeps low bits (CTRL[59]). Otherwise both are the same.
enum class Variant : std::uint8_t { kUsual = 0, kRare = 1 };

inline constexpr std::size_t kVconvRows = spec::kConversions.size();
inline constexpr std::size_t kRoundings = spec::kRoundingModes.size();
inline constexpr std::size_t kVariants = 2;

struct VconvTable {
  // Indexed by row of the vconv table, spec::Rounding and Variant; null if there is no such
  // instruction.
  ConvertVconv kernel[kVconvRows][kRoundings][kVariants];
};

// The table of each instruction set that this build has; kernels/instruction_sets.h says which ones
// the machine runs.
extern const VconvTable kVconvBaseline;
extern const VconvTable kVconvV3;
extern const VconvTable kVconvV4;

}  // namespace vconform::adapters::golden::kernels
