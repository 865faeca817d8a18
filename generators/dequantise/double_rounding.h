// Products of a source and a scale that round to another integer if they are rounded to an f32
// first (rule deq.product).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vconform::generators {

// The product source * mantissa * 2^exponent, rounded to an f32 (nearest, ties to even) and then
// likewise to an integer, differs from the product rounded once. So do the products with the other
// three pairs of signs.
struct DoubleRounding {
  // The magnitude of an s16.
  std::uint16_t source;
  // The significand of the scale as 1-8-10, hidden bit included: 1024 to 2047.
  std::uint16_t mantissa;
  std::int8_t exponent;

  friend bool operator==(const DoubleRounding&, const DoubleRounding&) = default;
};

// All such products whose two results are at most 256, so that an s9 shows the difference: the list
// in double_rounding_list.inc, which the program list_double_roundings printed.
std::span<const DoubleRounding> double_roundings();

// Searches every magnitude of s16, every mantissa and every exponent; takes about a second.
std::vector<DoubleRounding> find_double_roundings();

// The bits of the positive f32 mantissa * 2^exponent.
std::uint32_t scale_bits(const DoubleRounding& found);

}  // namespace vconform::generators
