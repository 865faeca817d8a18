// The chain from a number and a scale to a b8: DEQS162B8 (vconv, DEQ/VDEQ 功能说明), and with other
// rules FIXPIPE and DEQ8 of DataCopy (asc-devkit:随路量化).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/number/fixed.h"
#include "adapters/golden/number/unpacked.h"

namespace vconform::adapters::golden {

// A reading of a family's rule; spec::kNoReading if the rule has no reading of this name. Does not
// compile for an unknown rule.
consteval Choice reading_in(std::string_view family, std::string_view name,
                            std::string_view reading) {
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    const std::string_view slug = spec::kRules[id].slug;
    if (!slug.starts_with(family) || slug.substr(family.size()) != name) {
      continue;
    }
    const std::span<const spec::Reading> readings = spec::kRules[id].readings;
    for (std::size_t i = 0; i < readings.size(); ++i) {
      if (readings[i].name == reading) {
        return {static_cast<spec::RuleId>(id), static_cast<int>(i)};
      }
    }
    return {static_cast<spec::RuleId>(id), spec::kNoReading};
  }
  throw "the family has no such rule";
}

// The readings of a family's rules that the chain depends on, found at compile time, since a chain
// is made for each instruction.
struct DeqRules {
  Choice scale_nearest;
  Choice scale_whole;
  Choice product_is_f32;
  // In the order r, a, z, f, c.
  std::array<Choice, 5> s9_roundings;
  Choice s9_clamps;
  Choice offset_is_signed;
  Choice offset_before_rounding;
  Choice sum_wraps;
};

// `family` is "deq.", "fixpipe." or "copy.".
consteval DeqRules deq_rules(std::string_view family) {
  return {reading_in(family, "scale-bits", "nearest"),
          reading_in(family, "scale-bits", "f32"),
          reading_in(family, "product", "f32"),
          {reading_in(family, "s9-rounding", "r"), reading_in(family, "s9-rounding", "a"),
           reading_in(family, "s9-rounding", "z"), reading_in(family, "s9-rounding", "f"),
           reading_in(family, "s9-rounding", "c")},
          reading_in(family, "s9-clamp", "yes"),
          reading_in(family, "offset-sign", "signed"),
          reading_in(family, "offset-order", "before-rounding"),
          reading_in(family, "add", "wrap9")};
}

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
