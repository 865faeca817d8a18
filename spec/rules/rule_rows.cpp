#include "spec/rules/rules.h"

#include <algorithm>
#include <array>

#include "spec/rules/copy_rules.h"
#include "spec/rules/vector_rules.h"

namespace vconform::spec {

namespace {

constexpr std::span<const Family> families_of(Topic topic) {
  switch (topic) {
    case Topic::kDequantisation:
      return kDequantisations;
    case Topic::kFixpipe:
      return std::span(kAllFamilies).subspan<3, 1>();
    case Topic::kDataCopy:
      return std::span(kAllFamilies).subspan<4, 1>();
    default:
      return std::span(kAllFamilies).first<1>();
  }
}

constexpr auto make_rules() {
  std::array<Rule, kVectorRules.size() + kCopyRules.size()> rules{};
  std::copy(kVectorRules.begin(), kVectorRules.end(), rules.begin());
  std::copy(kCopyRules.begin(), kCopyRules.end(), rules.begin() + kVectorRules.size());
  for (Rule& rule : rules) {
    if (rule.concerns.families.empty()) {
      rule.concerns.families = families_of(rule.topic);
    }
  }
  return rules;
}
constexpr auto kRules = make_rules();
constexpr bool has_names(const Rule& rule, RuleId id) {
  if (rule.slug != kRuleNames[id].slug || rule.readings.size() != reading_count(id)) {
    return false;
  }
  for (std::size_t i = 0; i < rule.readings.size(); ++i) {
    if (rule.readings[i].name != name_of(Choice{id, static_cast<int>(i)})) {
      return false;
    }
  }
  return true;
}

// The texts of the rules stand in the order of the names that code cites.
constexpr bool tables_agree() {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (!has_names(kRules[i], static_cast<RuleId>(i))) {
      return false;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (kRules[i].slug == kRules[j].slug) {
        return false;
      }
    }
  }
  return true;
}
static_assert(kRules.size() == kRuleCount && tables_agree());

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

std::string_view name_of(Ground ground) {
  switch (ground) {
    case Ground::kOpen:
      return "open";
    case Ground::kPage:
      return "page";
    case Ground::kDeparts:
      return "departs";
  }
  return "";
}

std::optional<Choice> reading_on_page(RuleId rule) {
  std::optional<Choice> found;
  for (const Choice& reading : all_readings(rule)) {
    const Reading& row = reading_of(reading);
    if (row.ground == Ground::kPage && !row.permissive) {
      if (found) {
        return std::nullopt;
      }
      found = reading;
    }
  }
  return found;
}

std::vector<Choice> all_readings(RuleId rule) {
  std::vector<Choice> readings;
  while (readings.size() < reading_count(rule)) {
    readings.push_back({rule, static_cast<int>(readings.size())});
  }
  return readings;
}

bool concerns(const Rule& rule, const Conversion& row) {
  const std::span<const Family> families = rule.concerns.families;
  return std::find(families.begin(), families.end(), row.family) != families.end() &&
         (rule.concerns.rows == nullptr || rule.concerns.rows(row));
}

std::optional<RuleId> rule_with_slug(std::string_view slug) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (kRuleNames[i].slug == slug) {
      return static_cast<RuleId>(i);
    }
  }
  return std::nullopt;
}

}  // namespace vconform::spec
