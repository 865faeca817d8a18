// The reading that holds for each open rule, and the profiles: named sets of such choices.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rows/products.h"
#include "spec/rules/rules.h"

namespace vconform::spec {

// For each rule the reading that holds, or nothing while the rule is open.
// Only rules with Openness::kChoice are ever pinned.
class Choices {
 public:
  Choices() { readings_.fill(kOpen); }

  std::optional<Choice> reading(RuleId rule) const {
    return readings_[rule] == kOpen ? std::nullopt : std::optional(Choice{rule, readings_[rule]});
  }
  // Whether this reading is the pinned one.
  bool follows(Choice choice) const { return readings_[choice.rule] == choice.reading; }
  void pin(Choice choice) { readings_[choice.rule] = static_cast<std::int8_t>(choice.reading); }
  // Those that are pinned, in the order of the rules.
  std::vector<Choice> all() const;
  void leave_open(RuleId rule) { readings_[rule] = kOpen; }

  friend bool operator==(const Choices&, const Choices&) = default;

 private:
  static constexpr std::int8_t kOpen = -1;

  std::array<std::int8_t, kRuleCount> readings_;
};

// The reading that is the rule's default.
std::optional<Choice> default_reading(RuleId rule);
// The one reading that stands on a page; of a rule whose only such reading is permissive the
// default.
std::optional<Choice> literal_reading(RuleId rule);

struct Profile {
  std::string_view name;
  std::string_view meaning;
  // The pinned readings, and the topic to which they are restricted.
  std::optional<Choice> (*pinned)(RuleId rule);
  std::optional<Topic> only = std::nullopt;
  // Whether rules that it does not pin are probed.
  bool probes = false;
  // Only rows of this product are required.
  std::optional<Product> product = std::nullopt;
};

inline constexpr std::array<Profile, 3> kProfiles = {{
    {"a2", "Atlas A2/A3: the defaults of the rule table", default_reading, std::nullopt, false,
     Product::kA2},
    {"pages", "what the pages say, where they say one thing; all else is probed", literal_reading,
     std::nullopt, true},
    {"m200", "Atlas inference AI Core: the defaults for DataCopy; all else is probed",
     default_reading, Topic::kDataCopy, true, Product::kInferenceAiCore},
}};

// Throws InputError when no profile has the name.
const Profile& profile_named(std::string_view name);
Choices choices_of(const Profile& profile);
// Whether the product of a profile has the row; a name that is no profile is of every product.
bool has_row(std::string_view profile, const Conversion& row);
// Every open rule pinned: to what a2 pins, or to what golden follows where that leaves it open.
Choices choices_of_golden();

// The choice "rule=reading", as written in --choice and in case files. Throws InputError.
Choice choice_named(std::string_view text);
void pin_from_text(Choices& choices, std::string_view text);
// The same for several; naming two readings of one rule is an InputError too.
void pin_all(Choices& choices, const std::vector<std::string>& texts);
// "rule=reading,rule=reading", or nothing. Throws InputError.
Choices choices_from_text(std::string_view text);
// "rule=reading".
std::string choice_text(Choice choice);

}  // namespace vconform::spec
