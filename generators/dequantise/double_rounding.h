// Products of a source and a scale that become another integer when they are an f32 first (rule
// deq.product).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vconform::generators {

// The product source * mantissa * 2^exponent, rounded to an f32 (nearest, ties to even) and then to
// an integer likewise, is not what one rounding gives. The other three pairs of signs do the same.
struct DoubleRounding {
  // A magnitude of s16.
  std::uint16_t source;
  // Of the scale as 1-8-10, the hidden bit included: 1024 to 2047.
  std::uint16_t mantissa;
  std::int8_t exponent;

  friend bool operator==(const DoubleRounding&, const DoubleRounding&) = default;
};

// All of them whose two results are at most 256, so that an s9 shows the difference: the list in
// double_rounding_list.inc, which the program list_double_roundings printed.
std::span<const DoubleRounding> double_roundings();

// The search: every magnitude of s16, every mantissa, every exponent. About a second.
std::vector<DoubleRounding> find_double_roundings();

// Bits of the f32 mantissa * 2^exponent, positive.
std::uint32_t scale_bits(const DoubleRounding& found);

}  // namespace vconform::generators
