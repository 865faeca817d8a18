// A fixed list of (s32, half) pairs for vconv_deq, where trying every pair is out of reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Halves: 1 and powers of two, both signs, subnormal ones, MAX, neighbours of 1, thirds and tenths,
// the witnesses of deq16.precision, and zeros.
std::span<const std::uint16_t> listed_half_scales();

// The distinct sources of scaled_families() for such a scale, ascending as patterns: each family
// whole, or kMostOfAScaledFamily of it, evenly spaced with the first and the last.
inline constexpr std::uint64_t kMostOfAScaledFamily = 512;
std::vector<std::uint64_t> listed_sources(const spec::Conversion& row, std::uint16_t half);

// One case for each scale of vconv_deq, or one for each of its repeats if kRepeat is not claimed; 0
// for the other rows of the families deq and cast_deq.
std::size_t deq_listed_case_count(const spec::Conversion& row, spec::FeatureSet claimed);
// Contiguous full repeats under this CTRL (normal mode); the last one is filled up with its last
// pattern.
spec::Case deq_listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                           spec::FeatureSet claimed);

}  // namespace vconform::generators
