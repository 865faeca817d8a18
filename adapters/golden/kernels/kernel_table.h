// The kernels: each converts an array of packed elements, for one row in one rounding mode. They
// are compiled for several instruction sets; one table holds those for one of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/conversions.h"

namespace vconform::adapters::golden::kernels {

// What a kernel of vconv takes from the registers and the readings. Magnitudes are patterns without
// their sign.
struct VconvParameters {
  // Source magnitudes of a floating-point format below this count as 0.
  std::uint32_t zero_below = 1;
  // Source magnitudes from these on, of positive and negative numbers, are out of range, and the
  // magnitude that they become where the result is floating-point.
  std::uint32_t beyond[2] = {};
  std::uint32_t beyond_result[2] = {};
  // What inf and NaN become in a floating-point result; NaN has no sign.
  std::uint32_t infinity = 0;
  std::uint32_t nan = 0;
  // Magnitudes of floating-point results below this become 0.
  std::uint32_t result_zero_below = 0;
  // Between integers: what is outside becomes the nearer of these.
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
};

// Source and destination do not overlap, and need not be aligned. Elements of 4 bits come in pairs.
using ConvertVconv = void (*)(const VconvParameters& parameters, const std::uint8_t* source,
                              std::uint8_t* destination, std::size_t count);

// The rarer one of two kernels for the same row and mode: of f32 to f16 and bf16 the one that heeds
// zero_below and result_zero_below, of f32 to s16 the one that keeps low bits (CTRL[59]). Else it
// is the same as the usual one.
enum class Variant : std::uint8_t { kUsual = 0, kRare = 1 };

inline constexpr std::size_t kVconvRows = spec::kConversions.size();
inline constexpr std::size_t kRoundings = spec::kRoundingModes.size();
inline constexpr std::size_t kVariants = 2;

struct VconvTable {
  // Indexed by row of the vconv table, spec::Rounding and Variant; null where there is no such
  // instruction.
  ConvertVconv kernel[kVconvRows][kRoundings][kVariants];
};

// One for each instruction set that this build has; which of them the machine has,
// kernels/instruction_sets.h says.
extern const VconvTable kVconvBaseline;
extern const VconvTable kVconvV3;
extern const VconvTable kVconvV4;

}  // namespace vconform::adapters::golden::kernels
