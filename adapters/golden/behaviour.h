// What the golden backend does, step by step: each field is one step that a variation may replace.
// A mutant replaces one; a golden for another reading of an open rule pins one choice.
#pragma once

#include <cstdint>
#include <span>

#include "adapters/golden/rounding_table.h"
#include "adapters/golden/unpacked.h"
#include "adapters/vconform_adapter.h"
#include "spec/choices.h"
#include "spec/number_format.h"
#include "spec/registers.h"
#include "spec/rule_table.h"

namespace vconform::adapters::golden {

// One reading of an open rule.
struct Choice {
  spec::RuleId rule;
  int reading;
};

// An unknown slug or reading does not compile.
consteval Choice choice(std::string_view slug, std::string_view reading) {
  const spec::RuleId rule = spec::cite(slug);
  const std::span<const spec::Reading> readings = spec::kRules[rule].readings;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (readings[i].name == reading) {
      return {rule, static_cast<int>(i)};
    }
  }
  throw "the rule has no such reading";
}

struct Behaviour {
  // Which reading of each open rule of sections 3 and 4 it follows; all are pinned.
  spec::Choices choices;

  // Arithmetic.
  Unpacked (*unpack)(const spec::NumberFormat& from, std::uint64_t pattern);
  RoundingTable round;
  // The pattern of an integer result for a NaN.
  std::uint64_t (*integer_of_nan)(const spec::NumberFormat& to);
  // The same for an integer outside the range; `low_bits` are those of its two's complement.
  std::uint64_t (*integer_overflow)(const spec::NumberFormat& to, bool negative,
                                    std::uint64_t low_bits);
  // Whether subnormal results of the format become 0.
  bool (*flushes_results)(const Behaviour& behaviour, const spec::NumberFormat& to);
  // Whether f32 to f32 gives -0 when the result is 0.
  bool (*integral_zero_is_negative)(bool source_negative);
  // The bits of CTRL that it sees.
  std::uint64_t ctrl_bits;

  // Addressing.
  std::uint64_t (*lanes_per_repeat)(const spec::NumberFormat& from, const spec::NumberFormat& to);
  std::uint16_t (*dst_repeat_stride)(const vconform_vconv& vconv);
  // Normal mode: whether the mask activates a lane of a repeat of `lanes`.
  bool (*lane_active)(const spec::Mask& mask, std::uint64_t lane, std::uint64_t lanes);
  // Called once an instruction has written; `end` is the byte after its last active lane.
  void (*after_writing)(std::span<std::uint8_t> memory, std::uint64_t end);

  bool follows(Choice wanted) const { return choices.reading(wanted.rule) == wanted.reading; }
};

// The readings of profile a2; where that pins nothing, overflow.directed=ieee, overflow.odd=max.
Behaviour golden_behaviour();

// The limit of an integer format on the side of the sign, as a pattern.
std::uint64_t integer_limit(const spec::NumberFormat& to, bool negative);

}  // namespace vconform::adapters::golden
