// The ideas behind scaled_sources.h, one pair of functions for each.
#pragma once

#include <cstdint>

#include "generators/dequantise/multiplier.h"

namespace vconform::generators {

// Small numbers that people would try first, and the limits of the source, of s9 and of f16.
std::uint64_t scaled_plain_count(const Multiplier& by);
std::uint64_t scaled_plain_source(const Multiplier& by, std::uint64_t index);
// Every power of two of the source, and its neighbours.
std::uint64_t scaled_power_count(const Multiplier& by);
std::uint64_t scaled_power_source(const Multiplier& by, std::uint64_t index);
// Every leading bit of the source, with free lower bits.
std::uint64_t scaled_length_count(const Multiplier& by);
std::uint64_t scaled_length_source(const Multiplier& by, std::uint64_t index);

// Products exactly half way between two integers.
std::uint64_t integer_tie_count(const Multiplier& by);
std::uint64_t integer_tie_source(const Multiplier& by, std::uint64_t index);
// The sources on both sides of a product of k/2, for all |k/2| that some offset brings into range.
std::uint64_t integer_target_count(const Multiplier& by);
std::uint64_t integer_target_source(const Multiplier& by, std::uint64_t index);
// The sources around the limits of s9, and of s8 and u8 less the offset.
std::uint64_t integer_limit_count(const Multiplier& by);
std::uint64_t integer_limit_source(const Multiplier& by, std::uint64_t index);
// The sources of double_roundings() with this scale.
std::uint64_t rounded_twice_count(const Multiplier& by);
std::uint64_t rounded_twice_source(const Multiplier& by, std::uint64_t index);

// Sources of any length whose products are half way between two f16 or as near as possible: exactly
// half way for some scales, nearer than an f32 can tell for long sources.
std::uint64_t half_tie_count(const Multiplier& by);
std::uint64_t half_tie_source(const Multiplier& by, std::uint64_t index);
// Products around the largest and the smallest f16, and where an overflow begins.
std::uint64_t half_limit_count(const Multiplier& by);
std::uint64_t half_limit_source(const Multiplier& by, std::uint64_t index);

}  // namespace vconform::generators
