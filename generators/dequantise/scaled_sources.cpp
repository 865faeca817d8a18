#include "generators/dequantise/scaled_sources.h"

#include <array>

#include "generators/dequantise/scaled_families.h"

namespace vconform::generators {

namespace {

// The order is part of saved corpora: only append.
constexpr std::array<ScaledFamily, 8> kToInteger = {{
    {"plain", scaled_plain_count, scaled_plain_source},
    {"ties", integer_tie_count, integer_tie_source},
    {"targets", integer_target_count, integer_target_source},
    {"limits", integer_limit_count, integer_limit_source},
    {"double-rounding", rounded_twice_count, rounded_twice_source},
    {"powers", scaled_power_count, scaled_power_source},
    {"lengths", scaled_length_count, scaled_length_source},
    {"ties", integer_tie_count, integer_tie_source},
}};

constexpr std::array<ScaledFamily, 6> kToHalf = {{
    {"plain", scaled_plain_count, scaled_plain_source},
    {"ties", half_tie_count, half_tie_source},
    {"limits", half_limit_count, half_limit_source},
    {"powers", scaled_power_count, scaled_power_source},
    {"lengths", scaled_length_count, scaled_length_source},
    {"ties", half_tie_count, half_tie_source},
}};

}  // namespace

std::span<const ScaledFamily> scaled_families(const spec::Conversion& row) {
  if (row.source == spec::NumberType::kS16) {
    return kToInteger;
  }
  return kToHalf;
}

std::uint64_t interesting_source(ChoiceSource& choices, const Multiplier& by) {
  const std::span<const ScaledFamily> families = scaled_families(by.row);
  const ScaledFamily& drawn = families[static_cast<std::size_t>(choices.below(families.size()))];
  const ScaledFamily& family = drawn.count(by) > 0 ? drawn : families.front();
  const std::uint64_t index = choices.below(family.count(by));
  return family.pattern(by, index);
}

}  // namespace vconform::generators
