// Readings of rules that recur from family to family: the chain of a dequantisation. Where the page
// of one family says more than the others', the readings of that family stand with its rules.
#pragma once

#include <array>

#include "spec/rules/rules.h"

namespace vconform::spec {

inline constexpr std::array kScaleBitsReadings = {
    Reading{"truncate", "the low 13 bits of M count as 0"},
    Reading{"nearest", "M is rounded to 1-8-10, to nearest, ties to even"},
    Reading{"f32", "all bits of M count"},
};
inline constexpr std::array kProductReadings = {
    Reading{"f32", "the product is rounded to an f32, to nearest, ties to even"},
    Reading{"exact", "the product is not rounded before it becomes an s9"},
};
inline constexpr std::array kS9RoundingReadings = {
    Reading{"r", "to nearest, ties to even"},
    Reading{"a", "to nearest, ties away from zero"},
    Reading{"z", "toward zero"},
    Reading{"f", "floor"},
    Reading{"c", "ceil"},
};
inline constexpr std::array kS9ClampReadings = {
    Reading{"yes", "the rounded product saturates to [-256, 255] before the offset is added"},
    Reading{"none", "only the result saturates"},
};
inline constexpr std::array kOffsetSignReadings = {
    Reading{"signed", "two's complement, -256 to 255"},
    Reading{"unsigned", "0 to 511"},
};
inline constexpr std::array kOffsetOrderReadings = {
    Reading{"after-s9", "the offset is added to the rounded product"},
    Reading{"before-rounding", "the exact sum of product and offset is rounded"},
};
inline constexpr std::array kDeqAddReadings = {
    Reading{"no-wrap", "the sum has as many bits as it needs"},
    Reading{"wrap9", "of the sum the low 9 bits are kept, an s9"},
};
inline constexpr std::array kDeq16PrecisionReadings = {
    Reading{"f32-chain", "s32 to f32, times M in f32, to f16, each rounded as r"},
    Reading{"exact", "one rounding, of the exact product"},
    Reading{"f16-product",
            "s32 to f16, times M in f16, each rounded as r and overflowing by CTRL[48]"},
    Reading{"f16-scaled", "an f16 after each of / 2^17, times M and times 2^17, as CTRL[48] says"},
};

}  // namespace vconform::spec
