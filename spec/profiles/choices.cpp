#include "spec/profiles/choices.h"

#include <algorithm>

#include "spec/rows/conversion.h"
#include "spec/text/error.h"
#include "spec/text/quoted.h"

namespace vconform::spec {

namespace {

std::optional<Choice> reading_named(RuleId rule, std::string_view name) {
  for (const Choice& reading : all_readings(rule)) {
    if (name_of(reading) == name) {
      return reading;
    }
  }
  return std::nullopt;
}

void pin_if_any(Choices& choices, const std::optional<Choice>& reading) {
  if (reading) {
    choices.pin(*reading);
  }
}

}  // namespace

std::optional<Choice> default_reading(RuleId rule) {
  return reading_named(rule, rule_of(rule).defaults.standard);
}

std::optional<Choice> literal_reading(RuleId rule) {
  const std::span<const Reading> readings = rule_of(rule).readings;
  const bool permits_anything = std::any_of(
      readings.begin(), readings.end(),
      [](const Reading& reading) { return reading.permissive && reading.ground == Ground::kPage; });
  return permits_anything ? default_reading(rule) : reading_on_page(rule);
}

std::vector<Choice> Choices::all() const {
  std::vector<Choice> pinned;
  for (const RuleId rule : kAllRules) {
    if (const std::optional<Choice> choice = reading(rule)) {
      pinned.push_back(*choice);
    }
  }
  return pinned;
}

bool has_row(std::string_view profile, const Conversion& row) {
  return row.products.empty() ||
         std::none_of(kProfiles.begin(), kProfiles.end(), [&](const Profile& one) {
           return one.name == profile && one.product && !row.products.has(*one.product);
         });
}

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
  for (const RuleId rule : kAllRules) {
    if (!profile.only || profile.only == rule_of(rule).topic) {
      pin_if_any(choices, profile.pinned(rule));
    }
  }
  return choices;
}

Choices choices_of_golden() {
  Choices choices;
  for (const RuleId rule : kAllRules) {
    pin_if_any(choices, default_reading(rule));
    pin_if_any(choices, reading_named(rule, rule_of(rule).defaults.golden));
  }
  return choices;
}

Choice choice_named(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw InputError("choice " + quoted(text) + " is not of the form rule=reading");
  }
  const std::string_view slug = text.substr(0, equals);
  const std::string_view name = text.substr(equals + 1);
  const std::optional<RuleId> id = rule_with_slug(slug);
  if (!id || reading_count(*id) == 0) {
    throw InputError("no open rule " + quoted(slug) + ": the command 'list' names them");
  }
  std::string known;
  for (const Choice& reading : all_readings(*id)) {
    if (name_of(reading) == name) {
      return reading;
    }
    known += (known.empty() ? "" : ", ") + std::string(name_of(reading));
  }
  throw InputError("rule " + std::string(slug) + " has no reading " + quoted(name) +
                   ": use one of " + known);
}

void pin_from_text(Choices& choices, std::string_view text) {
  choices.pin(choice_named(text));
}

Choices choices_from_text(std::string_view text) {
  Choices choices;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    pin_from_text(choices, text.substr(0, comma));
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return choices;
}

void pin_all(Choices& choices, const std::vector<std::string>& texts) {
  Choices asked;
  for (const std::string& text : texts) {
    const Choice choice = choice_named(text);
    const std::optional<Choice> before = asked.reading(choice.rule);
    if (before && *before != choice) {
      throw InputError("two readings are asked for: " + choice_text(*before) + " and " + text);
    }
    asked.pin(choice);
    choices.pin(choice);
  }
}

std::string choice_text(Choice choice) {
  return std::string(kRuleNames[choice.rule].slug) + "=" + std::string(name_of(choice));
}

}  // namespace vconform::spec
