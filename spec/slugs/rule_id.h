// The rules as code cites them: slugs, and names of readings. What is known of each stands row by
// row in rules/vector_rules.h and rules/copy_rules.h, whose texts rule_rows.cpp alone reads.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

namespace vconform::spec {

// Those of one rule; empty behind the last one. A reading is added at the end: code may count on
// the numbers of the others.
using ReadingNames = std::array<std::string_view, 5>;

struct RuleName {
  std::string_view slug;
  // Empty unless the rule is a choice.
  ReadingNames readings = {};
};

// Those that several rules have.
inline constexpr ReadingNames kScaleBitsNames = {"truncate", "nearest", "f32"};
inline constexpr ReadingNames kProductNames = {"f32", "exact"};
inline constexpr ReadingNames kS9RoundingNames = {"r", "a", "z", "f", "c"};
inline constexpr ReadingNames kS9ClampNames = {"yes", "none"};
inline constexpr ReadingNames kOffsetSignNames = {"signed", "unsigned"};
inline constexpr ReadingNames kOffsetOrderNames = {"after-s9", "before-rounding"};
inline constexpr ReadingNames kDeqAddNames = {"no-wrap", "wrap9"};
inline constexpr ReadingNames kDeq16PrecisionNames = {"f32-chain", "exact", "f16-product",
                                                      "f16-scaled"};
inline constexpr ReadingNames kCtrl59Names = {"absent", "truncates", "needs-ctrl60"};
inline constexpr ReadingNames kHalfChainNames = {"chain", "exact"};
inline constexpr ReadingNames kShiftRoundingNames = {"floor", "nearest"};
inline constexpr ReadingNames kShiftToS16Names = {"saturates", "wraps"};

// clang-format off
inline constexpr auto kRuleNames = std::to_array<RuleName>({
    // 1 Rounding
    {"round.nearest-ties-to-even"},
    {"round.nearest-ties-away"},
    {"round.floor"},
    {"round.ceil"},
    {"round.toward-zero"},
    {"round.odd-is-von-neumann"},
    {"round.bare-name-is-r"},
    {"round.once-then-range"},
    // 2 The vconv table
    {"pair.f322f16-has-no-prototype"},
    {"pair.f322bf16-odd"},
    {"pair.f322s16-null"},
    {"pair.bf162f32a"},
    {"convert.exact-when-representable"},
    // 3 Special values
    {"special.nan-to-int-is-zero"},
    {"special.inf-to-int-saturates"},
    {"special.int-overflow-saturates"},
    {"ctrl.59", kCtrl59Names},
    {"ctrl.59-f162s16", kCtrl59Names},
    {"ctrl.48"},
    {"special.inf-stays-inf"},
    {"special.nan-stays-nan"},
    {"special.nan-zero-sign"},
    {"special.nan-payload"},
    {"overflow.nearest"},
    {"overflow.directed", {"ieee", "inf-after-rounding", "inf-beyond-max"}},
    {"overflow.odd", {"max", "inf-after-rounding", "inf-beyond-max"}},
    {"f32f32.minus-zero"},
    {"f32f32.zero-from-negative"},
    {"subnormal.results", {"gradual", "flushed"}},
    {"subnormal.inputs", {"value", "flushed"}},
    {"int-to-float.zero"},
    {"edge.s32-max"},
    // 4 Addressing
    {"walk.blocks"},
    {"walk.narrow-operand-has-fewer-blocks"},
    {"walk.repeat-stride-zero"},
    {"walk.src-block-stride-zero"},
    {"walk.dst-block-stride-zero"},
    {"walk.stride-width", {"16", "12"}},
    {"walk.stride-width-deq", {"8", "12"}},
    {"repeat.zero-is-nop"},
    {"mask.bitwise"},
    {"mask.contiguous"},
    {"mask.counter-mode"},
    {"mask.zero-is-nop"},
    {"mask.inactive-lanes", {"unchanged", "undefined"}},
    {"s4.nibble", {"low-first", "high-first"}},
    {"s4.mask-pairs"},
    {"args.out-of-range"},
    {"overlap.hazard"},
    {"walk.order", {"repeat", "block", "snapshot"}},
    {"write.nothing-else"},
    // 5 DEQ and VDEQ: s16 to s8 and u8
    {"deq.reserved-bits-ignored"},
    {"deq.scale-bits", kScaleBitsNames},
    {"deq.scale-nan-inf"},
    {"deq.product", kProductNames},
    {"deq.s9-rounding", kS9RoundingNames},
    {"deq.s9-clamp", kS9ClampNames},
    {"deq.offset-sign", kOffsetSignNames},
    {"deq.offset-order", kOffsetOrderNames},
    {"deq.add", kDeqAddNames},
    {"deq.result-saturates"},
    {"deq.sign-bit-decides"},
    {"deq.half", {"block", "swapped", "byte-of-lane", "four-blocks"}},
    {"deq.other-half", {"unchanged", "zeroed"}},
    {"vdeq.address"},
    {"vdeq.factor-index"},
    // 6 DEQ: s32 to f16
    {"deq16.scale-is-half"},
    {"deq16.precision", kDeq16PrecisionNames},
    {"deq16.zero-sign"},
    // The API form
    {"cast-deq.count"},
    {"cast-deq.half-block"},
    {"cast-deq.is-vec-deq"},
    {"cast-deq.is-set-mask"},
    {"cast-deq.s32-is-vec-deq", {"ignored", "undefined"}},
    {"cast.count-leaves", {"reset", "restored"}},
    {"cast.mask-form-ctrl56", {"kept", "cleared"}},
    // 7 FIXPIPE: layouts
    {"fixpipe.source-fractals"},
    {"fixpipe.padding-rows"},
    {"fixpipe.nz-layout"},
    {"fixpipe.channel-split"},
    {"fixpipe.nd-layout"},
    {"fixpipe.zero-size-is-nop"},
    {"fixpipe.parameters"},
    {"fixpipe.overlap"},
    {"fixpipe.narrow-layout", {"merged", "per-16"}},
    {"fixpipe.dst-stride-unit", {"32B", "element"}},
    {"fixpipe.last-block", {"valid-only", "whole-block"}},
    {"fixpipe.src-nd-unit", {"fractal", "c0"}},
    {"fixpipe.nd-count-without-nd", {"ignored", "nop"}},
    {"fixpipe.nd-para-reserved"},
    // 7 FIXPIPE: values
    {"fixpipe.quant-codes"},
    {"fixpipe.quantpre-zero", {"from-prototype", "raw32"}},
    {"fixpipe.quant-word"},
    {"fixpipe.reserved-bits-ignored"},
    {"fixpipe.mcb"},
    {"fixpipe.cast"},
    {"fixpipe.result-saturates"},
    {"fixpipe.sign-bit-decides"},
    {"fixpipe.parameter-special"},
    {"fixpipe.nan-source"},
    {"fixpipe.zero-sign"},
    {"fixpipe.deqf16", kHalfChainNames},
    {"fixpipe.ctrl48", {"applies", "always-saturates"}},
    {"shift.rounding", kShiftRoundingNames},
    {"shift.to-s16", kShiftToS16Names},
    {"fixpipe.scale-bits", kScaleBitsNames},
    {"fixpipe.product", kProductNames},
    {"fixpipe.s9-rounding", kS9RoundingNames},
    {"fixpipe.s9-clamp", kS9ClampNames},
    {"fixpipe.offset-sign", kOffsetSignNames},
    {"fixpipe.offset-order", kOffsetOrderNames},
    {"fixpipe.add", kDeqAddNames},
    // 7 FIXPIPE: ReLU
    {"relu.normal"},
    {"relu.leaky"},
    {"relu.prelu"},
    {"relu.integer-alpha"},
    {"relu.alpha", {"replaces", "scales"}},
    {"relu.alpha-format", {"f32", "1-8-10"}},
    {"relu.at", {"scale", "result"}},
    {"relu.special", {"nan", "zero"}},
    // 8 DataCopy
    {"copy.parameters"},
    {"copy.plain"},
    {"copy.units"},
    {"copy.cast"},
    {"copy.mcb"},
    {"copy.deq16-shift"},
    {"copy.result-saturates"},
    {"copy.sign-bit-decides"},
    {"copy.reserved-bits-ignored"},
    {"copy.pad-ignored"},
    {"copy.vector-element"},
    {"copy.vector-of-block"},
    {"copy.relu-flag"},
    {"copy.sid-store-mode"},
    {"copy.scale-special"},
    {"copy.nan"},
    {"copy.zero-sign"},
    {"copy.block-len-unit", {"page", "halved"}},
    {"copy.strides", {"gap", "start"}},
    {"copy.vdeq-advance", {"32", "128", "0"}},
    {"copy.sid-halves", {"first-is-0", "swapped"}},
    {"copy.scale-bits", {"f32", "truncate"}},
    {"copy.product", kProductNames},
    {"copy.s9-rounding", kS9RoundingNames},
    {"copy.s9-clamp", kS9ClampNames},
    {"copy.offset-sign", kOffsetSignNames},
    {"copy.offset-order", kOffsetOrderNames},
    {"copy.add", kDeqAddNames},
    {"copy.relu-order", {"final", "before-offset"}},
    {"copy.deqf16", kHalfChainNames},
    {"copy.mcb-deq16-half", {"shifts", "ignored"}},
    {"copy.half-overflow", {"saturates", "inf"}},
    {"copy.deq16-precision", kDeq16PrecisionNames},
    {"copy.shift-rounding", kShiftRoundingNames},
    {"copy.shift-to-s16", kShiftToS16Names},
    // Added later: the numbers of rules are part of saved corpora.
    {"fixpipe.nd-limit", {"msize", "nsize"}},
    {"fixpipe.quantpre-codes", {"header", "zero-only"}},
});
// clang-format on
inline constexpr std::size_t kRuleCount = kRuleNames.size();

// Position of a rule. Not stable between versions: reports write slugs.
using RuleId = std::uint8_t;

// Every rule, in the order of the table.
inline constexpr auto kAllRules = [] {
  std::array<RuleId, kRuleCount> all{};
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    all[i] = static_cast<RuleId>(i);
  }
  return all;
}();

constexpr std::size_t reading_count(RuleId rule) {
  std::size_t count = 0;
  while (count < std::tuple_size_v<ReadingNames> && !kRuleNames[rule].readings[count].empty()) {
    ++count;
  }
  return count;
}

// One reading of an open rule.
struct Choice {
  RuleId rule = 0;
  // Its position among the readings of the rule.
  int reading = 0;

  friend constexpr bool operator==(const Choice&, const Choice&) = default;
};

constexpr std::string_view name_of(Choice choice) {
  return kRuleNames[choice.rule].readings[static_cast<std::size_t>(choice.reading)];
}

// For code that cites a rule: an unknown slug does not compile.
consteval RuleId cite(std::string_view slug) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (kRuleNames[i].slug == slug) {
      return static_cast<RuleId>(i);
    }
  }
  throw "no rule has this slug";
}

// An unknown slug or reading does not compile.
consteval Choice choice(std::string_view slug, std::string_view reading) {
  const RuleId rule = cite(slug);
  for (std::size_t i = 0; i < reading_count(rule); ++i) {
    if (kRuleNames[rule].readings[i] == reading) {
      return {rule, static_cast<int>(i)};
    }
  }
  throw "the rule has no such reading";
}

// A reading that rules of several families have, for code that they share.
struct SharedReading {
  Choice of_one;

  // That of another of these rules.
  constexpr Choice of(RuleId rule) const {
    const Choice same{rule, of_one.reading};
    assert(name_of(same) == name_of(of_one));
    return same;
  }
  friend constexpr bool operator==(const Choice& choice, const SharedReading& shared) {
    return choice == shared.of(choice.rule);
  }
};

// The reading of this rule and of all that have its readings.
consteval SharedReading shared_reading(std::string_view slug, std::string_view reading) {
  return {choice(slug, reading)};
}

}  // namespace vconform::spec
