#include "spec/rules/rules.h"

#include "spec/rules/rule_table.h"

namespace vconform::spec {

namespace {

// Here and not in the header, whose every reader would compare them all.
constexpr bool slugs_are_unique() {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (kRules[i].slug == kRules[j].slug) {
        return false;
      }
    }
  }
  return true;
}
static_assert(slugs_are_unique());

}  // namespace

std::span<const Rule> rules() {
  return kRules;
}

const Rule& rule_of(RuleId id) {
  return kRules.at(id);
}

const Reading& reading_of(Choice choice) {
  return rule_of(choice.rule).readings[static_cast<std::size_t>(choice.reading)];
}

std::vector<Choice> all_readings(RuleId rule) {
  std::vector<Choice> readings;
  while (readings.size() < rule_of(rule).readings.size()) {
    readings.push_back({rule, static_cast<int>(readings.size())});
  }
  return readings;
}

std::optional<RuleId> rule_with_slug(std::string_view slug) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (kRules[i].slug == slug) {
      return static_cast<RuleId>(i);
    }
  }
  return std::nullopt;
}

}  // namespace vconform::spec
