// The parameters of the kernels of FIXPIPE and DataCopy for the sixteen columns that lanes belong
// to in turn: everything that does not depend on the source is computed before they run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "adapters/golden/kernels/deq_factors.h"

namespace vconform::adapters::golden::kernels {

// The multiplier of a source, by lane mod 16: significand * 2^exponent. Flags are all ones or 0.
struct alignas(64) Multipliers {
  // Exactly 31 bits, or 0.
  std::uint32_t significand[kFactorLanes];
  std::int32_t exponent[kFactorLanes];
  std::uint32_t negative[kFactorLanes];
  std::uint32_t nan[kFactorLanes];
  std::uint32_t infinite[kFactorLanes];
};

// The shift of an s32 to an s16 before anything else, in lanes where `shifts` is all ones.
struct alignas(64) LaneShifts {
  std::int32_t shifts[kFactorLanes];
  // The field N.
  std::int32_t places[kFactorLanes];
  // 1 if half of the last bit kept is added, otherwise 0.
  std::int32_t rounds;
  // A number beyond an s16 keeps its low 16 bits instead of becoming the limit.
  bool wraps;
};

// The parameters of a floating-point result; patterns are without their sign.
struct FloatingSteps {
  std::int32_t fraction_bits;
  std::int32_t min_subnormal_exponent;
  std::uint32_t sign;
  std::uint32_t infinity;
  // The results of overflow and infinity.
  std::uint32_t overflow;
  std::uint32_t nan;
  // The sign bit if NaN becomes a 0 that keeps it, otherwise 0.
  std::uint32_t nan_sign;
  // Patterns below this become 0.
  std::uint32_t zero_below;
  // Results within first_cut..first_cut + cut_count become 0 (ReLU).
  std::uint32_t first_cut;
  std::uint32_t cut_count;
};

struct alignas(64) ScaledFactors {
  // A variable, since g++-12 does not vectorise a loop that shifts a 64-bit constant.
  std::uint64_t one = 1;
  // For sources not below 0, and for those below.
  Multipliers by[2];
  LaneShifts shift;
  // A source that is an integer is rounded to an f32 first.
  bool source_is_f32;
  // The product is rounded to an f32.
  bool product_is_f32;
  // Subnormal sources count as 0, with their sign or without.
  bool flushes;
  bool flush_keeps_sign;
  // NaN under ReLU, and minus infinity under the normal ReLU, are not multiplied: they become NaN,
  // or 0.
  bool nan_is_special;
  bool minus_infinity_is_special;
  bool special_is_zero;
  // A product below 0 counts as 0.
  bool relu_before_offset;
  // Sources that are neither below 0 nor NaN are results unchanged.
  bool keeps_others;
  // The parameters of an integer result, without the scale: its significand is 1 and `right` 2.
  DeqFactors integer;
  FloatingSteps floating;
};

// Requirements as for DeqKernel. Integer results are bytes, of which b4 use the low four bits.
using ScaledKernel = void (*)(const ScaledFactors& factors, const std::uint8_t* source,
                              std::uint8_t* destination, std::size_t count);

// The parameters of s32 to s16.
struct alignas(64) ShiftFactors {
  LaneShifts shift;
  // Sources below 0 give 0; results below 0 become 0.
  bool cuts_sources;
  bool cuts_results;
};
using ShiftKernel = void (*)(const ShiftFactors& factors, const std::uint8_t* source,
                             std::uint8_t* destination, std::size_t count);

// Patterns within first..first + count become 0, the others stay as they are.
struct CutPatterns {
  std::uint32_t first;
  std::uint32_t count;
};
using CutKernel = void (*)(const CutPatterns& cut, const std::uint8_t* source,
                           std::uint8_t* destination, std::size_t count);

}  // namespace vconform::adapters::golden::kernels
