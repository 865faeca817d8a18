#include "suites/judging/wrong_results/told_by_reading.h"

#include <algorithm>
#include <optional>
#include <string>

#include "oracle/explain/explain.h"
#include "spec/rules/rules.h"
#include "suites/judging/permitted_worlds.h"

namespace vconform::suites {

namespace {

// Whether a wrong element alone shows that the choices, which differ in a rule, do not explain the
// case: much faster to find out than by predicting the case.
bool is_ruled_out(const Ran& ran, const oracle::Judgement& judgement, spec::RuleId rule,
                  const spec::Choices& choices) {
  if (spec::rule_of(rule).about != spec::About::kNumbers ||
      spec::instruction_count(ran.test_case) != 1 ||
      judgement.world.cited.test(spec::cite("overlap.hazard"))) {
    return false;
  }
  return std::ranges::any_of(judgement.broken, [&](const oracle::BrokenRule& broken) {
    const std::optional<oracle::Difference>& first = broken.first;
    return first && first->element && first->element->source_pattern &&
           !first->expectation.cited.test(spec::cite("fixpipe.overlap")) &&
           !oracle::may_hold_under(choices, ran.test_case, *first);
  });
}

// Whether the case is not judged by the reading, and a backend may be found to follow it: any other
// than the pinned one, and of an open rule one that a page contradicts.
bool is_other(const spec::Choices& pinned, spec::Choice choice) {
  const spec::Reading& reading = spec::reading_of(choice);
  return pinned.reading(choice.rule) ? !pinned.follows(choice) && !reading.permissive
                                     : reading.ground == spec::Ground::kDeparts;
}

// A reading that explains the case, and by which it is not judged. Each is tried by itself: many
// open rules together take long, and an open order promises nothing.
std::optional<spec::Choice> other_reading(const Ran& ran, const oracle::Judgement& judgement,
                                          spec::RuleId rule) {
  spec::Choices choices = ran.subject.pinned;
  for (const spec::Choice& other : spec::all_readings(rule)) {
    choices.pin(other);
    if (is_other(ran.subject.pinned, other) && !is_ruled_out(ran, judgement, rule, choices) &&
        explained_by(ran, choices)) {
      return other;
    }
  }
  return std::nullopt;
}

// The finding, attributed to the rule whose other reading explains the case.
Finding under_other_reading(Finding finding, const Subject& subject, spec::Choice other) {
  finding.rule = other.rule;
  finding.cited.set(other.rule);
  const std::optional<spec::Choice> pinned = subject.pinned.reading(other.rule);
  finding.details += "  reading  this case follows " + spec::choice_text(other) + ", " +
                     (pinned ? "not " + spec::choice_text(*pinned) : "which a page contradicts") +
                     "\n";
  return finding;
}

}  // namespace

std::optional<Finding> told_by_reading(const Ran& ran, const oracle::Judgement& judgement,
                                       bool is_value, const std::vector<Finding>& findings) {
  if (findings.empty() || ran.outcome.status != spec::OutcomeStatus::kCompleted) {
    return std::nullopt;
  }
  for (const spec::RuleId rule : spec::kAllRules) {
    const bool is_inferred = ran.subject.inferred.reading(rule).has_value();
    const bool is_open = !ran.subject.pinned.reading(rule);
    if (!(is_inferred || is_open) || !findings.front().cited.test(rule) ||
        (is_value && spec::rule_of(rule).about == spec::About::kPlaces)) {
      continue;
    }
    if (const std::optional<spec::Choice> other = other_reading(ran, judgement, rule)) {
      Finding told = under_other_reading(findings.front(), ran.subject, *other);
      if (is_inferred) {
        told.verdict = oracle::name_of(oracle::Verdict::kInconsistent);
      }
      return told;
    }
  }
  const spec::RuleId order = spec::cite("walk.order");
  if (judgement.world.cited.test(order)) {
    if (const std::optional<spec::Choice> other = other_reading(ran, judgement, order)) {
      return under_other_reading(findings.front(), ran.subject, *other);
    }
  }
  return std::nullopt;
}

}  // namespace vconform::suites
