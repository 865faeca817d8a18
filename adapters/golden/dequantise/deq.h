// The chain from a number and a scale to a b8: DEQS162B8 (vconv, DEQ/VDEQ 功能说明), and with other
// rules FIXPIPE and DEQ8 of DataCopy (asc-devkit:随路量化).
#pragma once

#include <cstdint>
#include <optional>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/number/fixed.h"
#include "adapters/golden/number/unpacked.h"

namespace vconform::adapters::golden {

// The rules of a family that the chain follows.
struct DeqRules {
  // Where M is not cut to 1-8-10.
  Choice scale_whole;
  std::optional<Choice> scale_nearest;
  spec::RuleId product;
  spec::RuleId s9_rounding;
  spec::RuleId s9_clamp;
  spec::RuleId offset_sign;
  spec::RuleId offset_order;
  spec::RuleId add;
};

inline constexpr DeqRules kDeqRules = {
    choice("deq.scale-bits", "f32"), choice("deq.scale-bits", "nearest"),
    spec::cite("deq.product"),       spec::cite("deq.s9-rounding"),
    spec::cite("deq.s9-clamp"),      spec::cite("deq.offset-sign"),
    spec::cite("deq.offset-order"),  spec::cite("deq.add")};
inline constexpr DeqRules kFixpipeRules = {
    choice("fixpipe.scale-bits", "f32"), choice("fixpipe.scale-bits", "nearest"),
    spec::cite("fixpipe.product"),       spec::cite("fixpipe.s9-rounding"),
    spec::cite("fixpipe.s9-clamp"),      spec::cite("fixpipe.offset-sign"),
    spec::cite("fixpipe.offset-order"),  spec::cite("fixpipe.add")};
inline constexpr DeqRules kCopyRules = {
    choice("copy.scale-bits", "f32"), std::nullopt,
    spec::cite("copy.product"),       spec::cite("copy.s9-rounding"),
    spec::cite("copy.s9-clamp"),      spec::cite("copy.offset-sign"),
    spec::cite("copy.offset-order"),  spec::cite("copy.add")};

// The steps of the chain under the readings that hold.
struct DeqChain {
  // Turns M, the bits of an f32, into the scale that is multiplied.
  std::uint32_t (*scale)(std::uint32_t m);
  bool product_is_f32 = true;
  // f32_to_s9_saturation.
  RoundFixed s9_rounding;
  std::int64_t s9_min = 0;
  std::int64_t s9_max = 0;
  // The bits of the offset, and of the s9, which is an s5 for b4.
  int offset_bits = 9;
  bool offset_is_signed = true;
  // deq.offset-order=before-rounding: saturation to s9 and sum_bits are then not used.
  bool offset_before_rounding = false;
  // The width of the sum of s9 and offset.
  int sum_bits = 64;
  // A product below 0 counts as 0.
  bool relu_before_offset = false;
  std::int64_t (*saturate)(std::int64_t sum, bool is_signed);
};

DeqChain deq_chain(const Behaviour& behaviour);

// The chain of a family; `offset_bits` is 9 for a b8 and less for a b4, and selects `saturate`.
DeqChain deq_chain(const Behaviour& behaviour, const DeqRules& rules, int offset_bits);

// The steps of the chain: M as it is multiplied, the product, and the sum of product and offset,
// whose bits are the low ones of `offset`.
Unpacked scale_of(const DeqChain& chain, std::uint32_t m);
Unpacked product_of(const DeqChain& chain, const Unpacked& number, const Unpacked& scale);
std::int64_t sum_of(const DeqChain& chain, const Unpacked& product, std::uint64_t offset);
// The sum, except that an infinity which no s9 limits stays beyond the limits of every result.
std::int64_t unbounded_sum_of(const DeqChain& chain, const Unpacked& product, std::uint64_t offset);

// M as 1-8-10, the rest cut off or rounded to nearest, ties to even; and all bits of M.
std::uint32_t scale_truncated(std::uint32_t m);
std::uint32_t scale_nearest(std::uint32_t m);
std::uint32_t scale_whole(std::uint32_t m);

// s8_saturation and u8_saturation.
std::int64_t saturate_b8(std::int64_t sum, bool is_signed);
// Saturates to an s4, whatever the sign bit is.
std::int64_t saturate_b4(std::int64_t sum, bool is_signed);

// The pattern of the result for the pattern of an s16. With a scale that is inf or NaN the result
// is unspecified.
std::uint64_t deq_b8(const DeqChain& chain, std::uint64_t source, std::uint64_t factor);

}  // namespace vconform::adapters::golden
