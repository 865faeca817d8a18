#include "spec/profiles/choices.h"

#include "spec/text/error.h"
#include "spec/text/quoted.h"

namespace vconform::spec {

const Profile& profile_named(std::string_view name) {
  std::string known;
  for (const Profile& profile : kProfiles) {
    if (profile.name == name) {
      return profile;
    }
    known += (known.empty() ? "" : ", ") + std::string(profile.name);
  }
  throw InputError("unknown profile " + quoted(name) + ": use one of " + known);
}

Choices choices_of(const Profile& profile) {
  Choices choices;
  for (std::size_t id = 0; id < kRuleCount; ++id) {
    const int reading = kRules[id].*profile.pinned;
    if (reading != kNoReading && (!profile.only || profile.only == kRules[id].topic)) {
      choices.pin(static_cast<RuleId>(id), reading);
    }
  }
  return choices;
}

void pin_from_text(Choices& choices, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw InputError("choice " + quoted(text) + " is not of the form rule=reading");
  }
  const std::string_view slug = text.substr(0, equals);
  const std::string_view name = text.substr(equals + 1);
  const std::optional<RuleId> id = rule_with_slug(slug);
  if (!id || rule_of(*id).openness != Openness::kChoice) {
    throw InputError("no open rule " + quoted(slug) + ": the command 'list' names them");
  }
  std::string known;
  const std::span<const Reading> readings = rule_of(*id).readings;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (readings[i].name == name) {
      choices.pin(*id, static_cast<int>(i));
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(readings[i].name);
  }
  throw InputError("rule " + std::string(slug) + " has no reading " + quoted(name) +
                   ": use one of " + known);
}

void pin_all(Choices& choices, const std::vector<std::string>& texts) {
  Choices asked;
  for (const std::string& text : texts) {
    const Choices before = asked;
    pin_from_text(asked, text);
    const RuleId rule = *rule_with_slug(text.substr(0, text.find('=')));
    if (before.reading(rule) && before.reading(rule) != asked.reading(rule)) {
      throw InputError("two readings are asked for: " + choice_text(rule, *before.reading(rule)) +
                       " and " + text);
    }
    pin_from_text(choices, text);
  }
}

std::string choice_text(RuleId rule, int reading) {
  const Rule& row = rule_of(rule);
  return std::string(row.slug) + "=" +
         std::string(row.readings[static_cast<std::size_t>(reading)].name);
}

}  // namespace vconform::spec
