// The fixed factors under which every s16 is converted.
#pragma once

#include <array>
#include <cstdint>

#include "spec/number/quantization.h"

namespace vconform::generators {

inline constexpr std::uint64_t kGridReserved = spec::reserved_bits(spec::Word::kFactor);

// 1, 1/2, scales that take all of s16 to s8, u8 and s9, negative ones, some of double_roundings(),
// some with low bits that do not fit 1-8-10; offsets at the limits of an s9 and of the types; both
// signs; reserved bits. The two halves contain the same kinds.
inline constexpr std::array<std::uint64_t, spec::kVectorFactors> kFactorGrid = {
    // 1 and 1/2.
    spec::deq_factor(0x3f800000, 0, true),
    spec::deq_factor(0x3f000000, 1, true) | kGridReserved,
    // 2^-8: all of s16 to an s8, ties among them.
    spec::deq_factor(0x3b800000, 0, true),
    // -2^-7: all of s16 to an s9, except -32768, whose product is one beyond it.
    spec::deq_factor(0xbc000000, -1, false),
    // 12667 and 29607 are double roundings.
    spec::deq_factor(0x3bb66000, 0, true),
    spec::deq_factor(0x3c02e000, 0, false),
    // 0.1, and three quarters of a last bit beside 255 * 2^-16.
    spec::deq_factor(0x3dcccccd, -256, true),
    spec::deq_factor(0x3b7f1800, 127, true),

    // 3 * 2^-9 and 127 * 2^-15.
    spec::deq_factor(0x3bc00000, -128, true),
    spec::deq_factor(0x3b7e0000, 128, false) | kGridReserved,
    // -2^-8 and 2^-7, with the largest and the smallest offset.
    spec::deq_factor(0xbb800000, 255, false),
    spec::deq_factor(0x3c000000, -256, true),
    // 15991 and 27375 are double roundings.
    spec::deq_factor(0x3c172000, -20, true),
    spec::deq_factor(0x3b81e000, 0, true),
    // Half a last bit after an even one; the largest scale, which takes all but 0 beyond an s9.
    spec::deq_factor(0x3b829000, 1, true),
    spec::deq_factor(0x7f7fe000, 64, true),
};

}  // namespace vconform::generators
