#include "suites/judging/wrong_results/excluded_readings.h"

#include <algorithm>

#include "oracle/reading/alternatives.h"
#include "spec/rules/rules.h"
#include "suites/judging/permitted_worlds.h"

namespace vconform::suites {

namespace {

std::vector<spec::Choice> possible_readings(const Subject& subject, spec::RuleId rule) {
  std::vector<spec::Choice> readings = spec::all_readings(rule);
  std::erase_if(readings, [&](const spec::Choice& reading) {
    return spec::reading_of(reading).ground == spec::Ground::kDeparts ||
           std::ranges::find(subject.excluded_before, reading) != subject.excluded_before.end();
  });
  return readings;
}

}  // namespace

std::vector<spec::RuleId> open_rules(const std::vector<oracle::World>& worlds,
                                     const spec::Choices& pinned) {
  oracle::RuleSet open;
  for (const oracle::World& world : worlds) {
    for (const spec::Choice& choice : world.choices.all()) {
      open.set(choice.rule);
    }
    for (const auto& [number, alternatives] : world.open) {
      for (const oracle::Alternative& alternative : alternatives) {
        for (const spec::Choice& choice : alternative.readings) {
          open.set(choice.rule);
        }
      }
    }
  }
  std::vector<spec::RuleId> rules;
  for (const spec::RuleId rule : spec::kAllRules) {
    if (open.test(rule) && !pinned.reading(rule) && rule != spec::cite("walk.order")) {
      rules.push_back(rule);
    }
  }
  return rules;
}

// Predicting a case is slow while many rules are open. Mostly the first reading of each that is
// still possible explains it together with those of the others, or does with one other instead.
std::vector<ExcludedReading> excluded_readings(const Ran& ran,
                                               const std::vector<spec::RuleId>& rules) {
  const spec::Choices& pinned = ran.subject.pinned;
  spec::Choices first = pinned;
  std::vector<spec::Choice> asked;
  for (const spec::RuleId rule : rules) {
    for (const spec::Choice& reading : possible_readings(ran.subject, rule)) {
      asked.push_back(reading);
      if (!first.reading(rule)) {
        first.pin(reading);
      }
    }
  }
  const bool first_explain = !asked.empty() && explained_by(ran, first);
  std::vector<ExcludedReading> excluded;
  for (const spec::Choice& reading : asked) {
    const bool is_explained =
        (first_explain &&
         (first.follows(reading) || explained_by(ran, oracle::with(first, {reading})))) ||
        explained_by(ran, oracle::with(pinned, {reading}));
    if (!is_explained) {
      excluded.push_back({reading, ran.test_case});
    }
  }
  return excluded;
}

}  // namespace vconform::suites
