// DEQS162B8 of one element: an s16 and a deq_factor give an s8 or a u8 (vconv, DEQ/VDEQ 功能说明).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour.h"
#include "adapters/golden/fixed.h"

namespace vconform::adapters::golden {

// The steps of the chain, as the readings have them.
struct DeqChain {
  // M, the bits of an f32, as the multiplication takes it.
  std::uint32_t (*scale)(std::uint32_t m);
  bool product_is_f32 = true;
  // f32_to_s9_saturation.
  RoundFixed s9_rounding;
  std::int64_t s9_min = 0;
  std::int64_t s9_max = 0;
  bool offset_is_signed = true;
  // deq.offset-order=before-rounding: neither saturation to s9 nor sum_bits have a say then.
  bool offset_before_rounding = false;
  // The sum of s9 and offset is as wide.
  int sum_bits = 64;
  std::int64_t (*saturate)(std::int64_t sum, bool is_signed);
};

DeqChain deq_chain(const Behaviour& behaviour);

// M as 1-8-10 with the rest cut off or rounded to nearest, ties to even; and M as it is.
std::uint32_t scale_truncated(std::uint32_t m);
std::uint32_t scale_nearest(std::uint32_t m);
std::uint32_t scale_whole(std::uint32_t m);

// s8_saturation and u8_saturation.
std::int64_t saturate_b8(std::int64_t sum, bool is_signed);

// `source` is the pattern of an s16; returns that of the result. A scale that is no number gives
// something.
std::uint64_t deq_b8(const DeqChain& chain, std::uint64_t source, std::uint64_t factor);

}  // namespace vconform::adapters::golden
