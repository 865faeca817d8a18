// The rows behind spec/rules/rules.h, in the order of the pages.
#pragma once

#include <array>
#include <cstddef>

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

}  // namespace vconform::spec
