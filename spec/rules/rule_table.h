// The rows behind spec/rules/rules.h, in the order of the pages.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <string_view>

#include "spec/rules/copy_rules.h"
#include "spec/rules/vector_rules.h"

namespace vconform::spec {

constexpr auto make_rules() {
  std::array<Rule, kVectorRules.size() + kCopyRules.size()> rules{};
  std::size_t next = 0;
  for (const Rule& rule : kVectorRules) {
    rules[next++] = rule;
  }
  for (const Rule& rule : kCopyRules) {
    rules[next++] = rule;
  }
  return rules;
}
inline constexpr auto kRules = make_rules();
inline constexpr std::size_t kRuleCount = kRules.size();

// For code that cites a rule: an unknown slug does not compile.
consteval RuleId cite(std::string_view slug) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (kRules[i].slug == slug) {
      return static_cast<RuleId>(i);
    }
  }
  throw "no rule has this slug";
}

// An unknown slug or reading does not compile.
consteval Choice choice(std::string_view slug, std::string_view reading) {
  const RuleId rule = cite(slug);
  for (std::size_t i = 0; i < kRules[rule].readings.size(); ++i) {
    if (kRules[rule].readings[i].name == reading) {
      return {rule, static_cast<int>(i)};
    }
  }
  throw "the rule has no such reading";
}

// A reading that rules of several families have, for code that they share.
struct SharedReading {
  std::string_view name;
  int reading;

  // That of one of these rules.
  constexpr Choice of(RuleId rule) const {
    assert(kRules[rule].readings[static_cast<std::size_t>(reading)].name == name);
    return {rule, reading};
  }
  friend constexpr bool operator==(const Choice& choice, const SharedReading& shared) {
    return choice == shared.of(choice.rule);
  }
};

// The reading of this rule and of all that have its readings.
consteval SharedReading shared_reading(std::string_view slug, std::string_view reading) {
  return {reading, choice(slug, reading).reading};
}

}  // namespace vconform::spec
