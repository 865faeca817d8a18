// Which reading of each open rule holds, and the profiles: named sets of such choices.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rules/rule_table.h"

namespace vconform::spec {

// For each rule the index of the reading that holds, or nothing while the rule is open.
// Only rules with Openness::kChoice are ever pinned.
class Choices {
 public:
  Choices() { readings_.fill(kNoReading); }

  std::optional<int> reading(RuleId rule) const {
    return readings_[rule] == kNoReading ? std::nullopt : std::optional<int>(readings_[rule]);
  }
  void pin(RuleId rule, int reading) { readings_[rule] = static_cast<std::int8_t>(reading); }

  friend bool operator==(const Choices&, const Choices&) = default;

 private:
  std::array<std::int8_t, kRuleCount> readings_;
};

struct Profile {
  std::string_view name;
  std::string_view meaning;
  // Which column of the rule table it pins, and for which topics alone.
  int Rule::* pinned;
  std::optional<Topic> only = std::nullopt;
};

inline constexpr std::array<Profile, 3> kProfiles = {{
    {"a2", "Atlas A2/A3: the defaults of the rule table", &Rule::standard},
    {"pages", "the literal reading of the seed pages, where they have one", &Rule::pages},
    {"m200", "Atlas inference AI Core: the defaults for DataCopy, all else open", &Rule::standard,
     Topic::kDataCopy},
}};

// Throws InputError when no profile has the name.
const Profile& profile_named(std::string_view name);
Choices choices_of(const Profile& profile);

// Pins "rule=reading", as written in --choice and in case files. Throws InputError.
void pin_from_text(Choices& choices, std::string_view text);
// The same for several; naming two readings of one rule is an InputError too.
void pin_all(Choices& choices, const std::vector<std::string>& texts);
// "rule=reading".
std::string choice_text(RuleId rule, int reading);

}  // namespace vconform::spec
