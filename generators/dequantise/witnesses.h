// Sources and factors whose results tell the readings of a dequantisation's rules apart, for s16 to
// s8 and u8 and for every other chain with the same rules. The low bits of a factor are also those
// of a quant word and of deqValue.
#pragma once

#include <cstdint>
#include <vector>

namespace vconform::generators {

// M of 1, 2 and 1/2.
inline constexpr std::uint32_t kScaleOne = 0x3f800000;
inline constexpr std::uint32_t kScaleTwo = 0x40000000;
inline constexpr std::uint32_t kScaleHalf = 0x3f000000;

// Sources for one factor.
struct Witnesses {
  std::uint64_t factor;
  std::vector<std::int64_t> sources;
};

// The witnesses of the rule deq.*, fixpipe.* or copy.* of that name.
std::vector<Witnesses> s9_rounding_witnesses();
std::vector<Witnesses> offset_order_witnesses();
std::vector<Witnesses> s9_clamp_witnesses();
std::vector<Witnesses> add_witnesses();
std::vector<Witnesses> offset_sign_witnesses();
std::vector<Witnesses> scale_bits_witnesses();
std::vector<Witnesses> product_witnesses();
// The witnesses of rule *.deq16-precision, for s32 by halves to f16.
std::vector<Witnesses> deq16_precision_witnesses();

// The witnesses for b4 results, which pass an s5; those of the other functions hold for b4 too.
std::vector<Witnesses> s5_clamp_witnesses();
std::vector<Witnesses> s5_add_witnesses();
std::vector<Witnesses> s5_offset_sign_witnesses();
std::vector<Witnesses> s5_scale_bits_witnesses();
std::vector<Witnesses> s5_product_witnesses();

}  // namespace vconform::generators
