#include "generators/number/interesting_values.h"

#include <array>
#include <vector>

#include "generators/number/value_families.h"

namespace vconform::generators {

namespace {

// The order is part of saved corpora: only append.
constexpr std::array<ValueFamily, 15> kFamilies = {{
    {"plain", plain_count, plain_pattern},
    {"ties", tie_count, tie_pattern},
    {"beside-ties", beside_tie_count, beside_tie_pattern},
    {"quarters", quarter_count, quarter_pattern},
    {"limits", limit_count, limit_pattern},
    {"witnesses", witness_count, witness_pattern},
    {"powers", power_count, power_pattern},
    {"specials", special_count, special_pattern},
    {"nans", nan_count, nan_pattern},
    {"tiny", tiny_count, tiny_pattern},
    {"near-range", near_range_count, near_range_pattern},
    {"double-rounding", double_rounding_count, double_rounding_pattern},
    {"free", free_count, free_pattern},
    {"sticky-bits", sticky_bit_count, sticky_bit_pattern},
    {"carries", carry_count, carry_pattern},
}};

using FamilyList = std::vector<const ValueFamily*>;

std::array<FamilyList, spec::kConversions.size()> all_lists() {
  std::array<FamilyList, spec::kConversions.size()> lists;
  for (const spec::Conversion& row : spec::kConversions) {
    for (const ValueFamily& family : kFamilies) {
      if (family.count(row) > 0) {
        lists[spec::position_of(row)].push_back(&family);
      }
    }
  }
  return lists;
}

}  // namespace

std::span<const ValueFamily> value_families() {
  return kFamilies;
}

std::span<const ValueFamily* const> families_of(const spec::Conversion& row) {
  static const auto kLists = all_lists();
  return kLists[spec::position_of(row)];
}

std::uint64_t interesting_pattern(ChoiceSource& choices, const spec::Conversion& row) {
  const ValueFamily& family = *choices.pick(families_of(row));
  const std::uint64_t index = choices.below(family.count(row));
  return family.pattern(row, index);
}

}  // namespace vconform::generators
