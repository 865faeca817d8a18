#include "suites/judging/probed_row.h"

#include <algorithm>
#include <utility>

#include "oracle/predict/predict.h"
#include "spec/rules/rules.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/permitted_worlds.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

constexpr spec::RuleId kOrder = spec::cite("walk.order");

std::vector<spec::Choices> candidates_of(const std::vector<spec::RuleId>& rules,
                                         const spec::Choices& pinned) {
  std::vector<spec::Choices> candidates = {pinned};
  for (const spec::RuleId rule : rules) {
    std::vector<spec::Choices> longer;
    for (const spec::Choices& candidate : candidates) {
      for (const spec::Choice& reading : spec::all_readings(rule)) {
        if (!spec::reading_of(reading).permissive) {
          longer.push_back(candidate);
          longer.back().pin(reading);
        }
      }
    }
    candidates = std::move(longer);
  }
  return candidates;
}

// The subject with the recorded outcome of a case, to be judged under many readings. What else is
// run to find out what is wrong with the case is run as ever.
Subject answering(const Subject& subject, const spec::Case& recorded,
                  const spec::Outcome& outcome) {
  Subject answered = subject;
  answered.inferred = {};
  answered.execute_in_place = {};
  answered.execute = [&recorded, outcome, run = subject.execute](const spec::Case& test_case,
                                                                 const spec::MemoryImage& before) {
    return &test_case == &recorded ? outcome : run(test_case, before);
  };
  return answered;
}

std::vector<bool> both(const std::vector<bool>& a, const std::vector<bool>& b) {
  std::vector<bool> result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    result[i] = a[i] && b[i];
  }
  return result;
}

bool any(const std::vector<bool>& flags) {
  return std::find(flags.begin(), flags.end(), true) != flags.end();
}

bool all(const std::vector<bool>& flags) {
  return std::find(flags.begin(), flags.end(), false) == flags.end();
}

}  // namespace

ProbedRow::ProbedRow(std::vector<spec::RuleId> rules, const Subject& subject)
    : rules_(std::move(rules)),
      subject_(subject),
      candidates_(candidates_of(rules_, subject.pinned)),
      left_(candidates_.size(), true),
      explained_(candidates_.size(), 0) {}

void ProbedRow::run(const std::vector<generators::DiscriminatingCase>& cases) {
  for (const generators::DiscriminatingCase& discriminating : cases) {
    if (!timed_out_ && can_run(subject_, discriminating)) {
      run_.push_back(with_permitted_codes(discriminating.test_case, subject_.pinned));
      see(run_.back());
    }
  }
}

void ProbedRow::see(const spec::Case& test_case) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  Sighting sighting{&test_case, subject_.execute(test_case, before), {}};
  const std::vector<bool> ranges = in_range(test_case, before);
  const bool is_about_range = any(ranges) && !all(ranges);
  const bool is_rejected = sighting.outcome.status == spec::OutcomeStatus::kRejected;
  const Ran ran{subject_, test_case, before, sighting.outcome};
  if ((is_rejected && !is_about_range) ||
      sighting.outcome.status == spec::OutcomeStatus::kUnsupported) {
    see_refusal(ran);
    return;
  }
  if (sighting.outcome.status == spec::OutcomeStatus::kNotReturned) {
    ++not_returned_;
    return;
  }
  timed_out_ = sighting.outcome.status == spec::OutcomeStatus::kTimedOut;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const bool explains = is_rejected ? !ranges[i] : explained_by(ran, candidates_[i]);
    sighting.explained_by.push_back(explains);
  }
  // Arguments that were taken are in range.
  if (!is_rejected && any(both(sighting.explained_by, ranges))) {
    sighting.explained_by = both(sighting.explained_by, ranges);
  }
  if (!any(sighting.explained_by)) {
    see_unexplained(ran, sighting);
    return;
  }
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    explained_[i] += sighting.explained_by[i] ? 1 : 0;
  }
  if (contradicts_) {
    return;
  }
  const std::vector<bool> still_left = both(left_, sighting.explained_by);
  contradicts_ = !any(still_left);
  if (!contradicts_) {
    left_ = still_left;
  } else if (is_about_range) {
    // Refused here and taken there: the reading that permits fewer refusals shows where.
    left_ = ranges;
  } else {
    left_.assign(candidates_.size(), true);
  }
  sightings_.push_back(std::move(sighting));
}

// The candidate left after a contradiction that explains the most cases: a fault in some rows
// must not become the reading by which all others are judged. Of several, one that no page
// contradicts.
std::size_t ProbedRow::best_left() const {
  const auto departs = [&](std::size_t candidate) {
    return std::ranges::any_of(rules_, [&](spec::RuleId rule) {
      return spec::reading_of(*candidates_[candidate].reading(rule)).ground ==
             spec::Ground::kDeparts;
    });
  };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (left_[i] && (!best || explained_[i] > explained_[*best] ||
                     (explained_[i] == explained_[*best] && departs(*best) && !departs(i)))) {
      best = i;
    }
  }
  return *best;
}

// A refusal tells no reading, unless it is about ranges. While the rules are open more may be
// refused than under any of their readings: a hazard without an order.
void ProbedRow::see_refusal(const Ran& ran) {
  if (!refused_ && !explained_by(ran, subject_.pinned)) {
    refused_ = ran.test_case;
  }
}

// Overlapping operands may leave what no order leaves, while the backend declares none.
void ProbedRow::see_unexplained(const Ran& ran, const Sighting& sighting) {
  const bool is_permitted =
      std::ranges::find(rules_, kOrder) != rules_.end() && explained_by(ran, subject_.pinned);
  if (!unexplained_ || (unexplained_is_permitted_ && !is_permitted)) {
    unexplained_ = sighting;
    unexplained_is_permitted_ = is_permitted;
  }
}

// By candidate: whether it puts the arguments of the case into their range.
std::vector<bool> ProbedRow::in_range(const spec::Case& test_case,
                                      const spec::MemoryImage& before) const {
  const bool may_differ = std::ranges::any_of(rules_, &spec::Rule::about_ranges, spec::rule_of);
  std::vector<bool> flags;
  for (const spec::Choices& candidate : candidates_) {
    flags.push_back(!may_differ ||
                    !oracle::predict(test_case, before, candidate).front().outside_reading);
  }
  return flags;
}

std::vector<spec::Choice> ProbedRow::readings(spec::RuleId rule,
                                              const std::vector<bool>& candidates) const {
  std::vector<spec::Choice> found;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const spec::Choice reading = *candidates_[i].reading(rule);
    if (candidates[i] && std::find(found.begin(), found.end(), reading) == found.end()) {
      found.push_back(reading);
    }
  }
  return found;
}

// The first sighting that no candidate explains together with the last one; if more than two cases
// are needed for that, the one before the last.
const ProbedRow::Sighting& ProbedRow::opponent_of_last() const {
  for (const Sighting& sighting : sightings_) {
    if (!any(both(sighting.explained_by, sightings_.back().explained_by))) {
      return sighting;
    }
  }
  return sightings_[sightings_.size() - 2];
}

// The first sighting that leaves a single reading of the rule by itself; if there is none, all
// sightings that excluded a reading.
std::vector<spec::Case> ProbedRow::witnesses(spec::RuleId rule) const {
  std::vector<spec::Case> narrowing;
  std::vector<bool> left(candidates_.size(), true);
  for (const Sighting& sighting : sightings_) {
    if (readings(rule, sighting.explained_by).size() == 1) {
      return {*sighting.test_case};
    }
    const std::vector<bool> fewer = both(left, sighting.explained_by);
    if (readings(rule, fewer).size() < readings(rule, left).size()) {
      narrowing.push_back(*sighting.test_case);
    }
    left = fewer;
  }
  return narrowing;
}

std::string ProbedRow::details(const Sighting& sighting, const spec::Choices& pinned) const {
  Subject answered = answering(subject_, *sighting.test_case, sighting.outcome);
  answered.pinned = pinned;
  const CheckResult result = matches_oracle(answered, *sighting.test_case);
  return result.findings.empty() ? "" : result.findings.front().details;
}

ProbedRule ProbedRow::result(spec::RuleId rule) const {
  ProbedRule probed;
  probed.rule = rule;
  probed.refused = refused_;
  const std::vector<spec::Choice> left = readings(rule, left_);
  const bool seen = !sightings_.empty();
  // Even if cases contradict each other, a reading is needed to judge by: the others then show the
  // contradiction.
  if (contradicts_) {
    probed.reading = candidates_[best_left()].reading(rule);
  } else if (seen && left.size() == 1) {
    probed.reading = left.front();
  }
  spec::Choices judged_by = subject_.pinned;
  if (probed.reading) {
    judged_by.pin(*probed.reading);
  }
  if (contradicts_) {
    probed.result = ProbeResult::kInconsistent;
    probed.cases = {*opponent_of_last().test_case, *sightings_.back().test_case};
    probed.details = details(sightings_.back(), judged_by);
  } else if (unexplained_) {
    probed.result = ProbeResult::kNoKnownReading;
    probed.cases = {*unexplained_->test_case};
    if (!probed.reading) {
      probed.left = left;
    }
    probed.details = details(*unexplained_, judged_by);
  } else if (probed.reading) {
    probed.result = ProbeResult::kFollows;
    probed.cases = witnesses(rule);
  } else {
    probed.left = left;
  }
  probed.is_permitted = (contradicts_ || unexplained_) && (!contradicts_ || rule == kOrder) &&
                        (!unexplained_ || unexplained_is_permitted_);
  return probed;
}

std::vector<ProbedRule> ProbedRow::results() const {
  std::vector<ProbedRule> results;
  for (const spec::RuleId rule : rules_) {
    results.push_back(result(rule));
  }
  return results;
}

}  // namespace vconform::suites
