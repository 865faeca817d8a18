#include "suites/judging/probe.h"

#include <algorithm>
#include <deque>

#include "oracle/predict/predict.h"
#include "spec/rules/rules.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

using generators::DiscriminatingCase;
using generators::Discriminator;

// Choices that were asked for or found out before, each with one reading per rule of a
// discriminator.
using Candidates = std::vector<spec::Choices>;

Candidates candidates_of(const std::vector<spec::RuleId>& rules, const spec::Choices& pinned) {
  Candidates candidates = {pinned};
  for (const spec::RuleId rule : rules) {
    Candidates longer;
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

// A case that was run, and the candidates that explain its outcome.
struct Sighting {
  const spec::Case* test_case;
  spec::Outcome outcome;
  std::vector<bool> explained_by;

  bool explained() const {
    return std::find(explained_by.begin(), explained_by.end(), true) != explained_by.end();
  }
};

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

// Probes the rules of one discriminator.
class Row {
 public:
  Row(std::vector<spec::RuleId> rules, const Subject& subject)
      : rules_(std::move(rules)),
        subject_(subject),
        candidates_(candidates_of(rules_, subject.pinned)),
        left_(candidates_.size(), true) {}

  void run(const std::vector<DiscriminatingCase>& cases);
  // Whether a case timed out; no further case was run after it.
  bool timed_out() const { return timed_out_; }
  bool has_seen() const { return !sightings_.empty(); }
  std::vector<ProbedRule> results() const;

 private:
  void see(const spec::Case& test_case);
  std::vector<bool> in_range(const spec::Case& test_case, const spec::MemoryImage& before) const;
  std::vector<spec::Choice> readings(spec::RuleId rule, const std::vector<bool>& candidates) const;
  const Sighting& opponent_of_last() const;
  std::vector<spec::Case> witnesses(spec::RuleId rule) const;
  std::string details(const Sighting& sighting, const spec::Choices& pinned) const;
  ProbedRule result(spec::RuleId rule) const;

  std::vector<spec::RuleId> rules_;
  const Subject& subject_;
  Candidates candidates_;
  // Candidates that explain every sighting so far.
  std::vector<bool> left_;
  // The cases that were run; sightings point to them.
  std::deque<spec::Case> run_;
  std::vector<Sighting> sightings_;
  // The first case that no candidate explains.
  std::optional<Sighting> unexplained_;
  // The last sighting is explained, but by none of the candidates that were left.
  bool contradicts_ = false;
  bool timed_out_ = false;
};

void Row::run(const std::vector<DiscriminatingCase>& cases) {
  for (const DiscriminatingCase& discriminating : cases) {
    if (!contradicts_ && !timed_out_ && can_run(subject_, discriminating)) {
      run_.push_back(with_permitted_codes(discriminating.test_case, subject_.pinned));
      see(run_.back());
    }
  }
}

void Row::see(const spec::Case& test_case) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  Sighting sighting{&test_case, subject_.execute(test_case, before), {}};
  const std::vector<bool> ranges = in_range(test_case, before);
  const bool is_about_range = any(ranges) && !all(ranges);
  const bool is_rejected = sighting.outcome.status == spec::OutcomeStatus::kRejected;
  // Otherwise a refused case shows nothing here; other properties judge whether it may be refused.
  if ((is_rejected && !is_about_range) ||
      sighting.outcome.status == spec::OutcomeStatus::kUnsupported ||
      sighting.outcome.status == spec::OutcomeStatus::kNotReturned) {
    return;
  }
  timed_out_ = sighting.outcome.status == spec::OutcomeStatus::kTimedOut;
  const Ran ran{subject_, test_case, before, sighting.outcome};
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const bool explains = is_rejected ? !ranges[i] : explained_by(ran, candidates_[i]);
    sighting.explained_by.push_back(explains);
  }
  // Arguments that were taken are in range.
  if (!is_rejected && any(both(sighting.explained_by, ranges))) {
    sighting.explained_by = both(sighting.explained_by, ranges);
  }
  if (!sighting.explained()) {
    unexplained_ = unexplained_ ? unexplained_ : sighting;
    return;
  }
  const std::vector<bool> still_left = both(left_, sighting.explained_by);
  contradicts_ = !any(still_left);
  if (!contradicts_) {
    left_ = still_left;
  } else if (is_about_range) {
    // Refused here and taken there: the reading that permits fewer refusals shows where.
    left_ = ranges;
  }
  sightings_.push_back(std::move(sighting));
}

// By candidate: whether it puts the arguments of the case into their range.
std::vector<bool> Row::in_range(const spec::Case& test_case,
                                const spec::MemoryImage& before) const {
  const bool may_differ = std::ranges::any_of(rules_, &spec::Rule::about_ranges, spec::rule_of);
  std::vector<bool> flags;
  for (const spec::Choices& candidate : candidates_) {
    flags.push_back(!may_differ ||
                    !oracle::predict(test_case, before, candidate).front().outside_reading);
  }
  return flags;
}

std::vector<spec::Choice> Row::readings(spec::RuleId rule,
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
const Sighting& Row::opponent_of_last() const {
  for (const Sighting& sighting : sightings_) {
    if (!any(both(sighting.explained_by, sightings_.back().explained_by))) {
      return sighting;
    }
  }
  return sightings_[sightings_.size() - 2];
}

// The first sighting that leaves a single reading of the rule by itself; if there is none, all
// sightings that excluded a reading.
std::vector<spec::Case> Row::witnesses(spec::RuleId rule) const {
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

std::string Row::details(const Sighting& sighting, const spec::Choices& pinned) const {
  Subject answered = answering(subject_, *sighting.test_case, sighting.outcome);
  answered.pinned = pinned;
  const CheckResult result = matches_oracle(answered, *sighting.test_case);
  return result.findings.empty() ? "" : result.findings.front().details;
}

ProbedRule Row::result(spec::RuleId rule) const {
  ProbedRule probed;
  probed.rule = rule;
  const std::vector<spec::Choice> left = readings(rule, left_);
  const bool seen = !sightings_.empty();
  // Even if cases contradict each other, a reading is needed to judge by: the others then show the
  // contradiction.
  const bool is_told = seen && (left.size() == 1 || contradicts_);
  probed.reading = is_told ? std::optional(left.front()) : std::nullopt;
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
  return probed;
}

std::vector<ProbedRule> Row::results() const {
  std::vector<ProbedRule> results;
  for (const spec::RuleId rule : rules_) {
    results.push_back(result(rule));
  }
  return results;
}

// The rules of a discriminator that are not pinned.
std::vector<spec::RuleId> open_rules(const Discriminator& discriminator,
                                     const spec::Choices& pinned) {
  std::vector<spec::RuleId> open;
  for (const spec::RuleId rule : discriminator.rules) {
    if (!pinned.reading(rule)) {
      open.push_back(rule);
    }
  }
  return open;
}

// Probes one rule by the cases of all rules of its topic.
ProbedRule with_cases_of_related(spec::RuleId rule, const Subject& subject) {
  Row row({rule}, subject);
  for (std::size_t place = 0; place < generators::discriminators().size(); ++place) {
    const spec::RuleId first = generators::discriminators()[place].rules.front();
    if (spec::rule_of(first).topic == spec::rule_of(rule).topic) {
      row.run(built_row(place).cases);
    }
  }
  return row.results().front();
}

// Whether a discriminator has a rule that concerns one of these instructions; true without any.
bool concerns_any(const Discriminator& discriminator, std::span<const spec::Cell> cells) {
  return cells.empty() || std::ranges::any_of(discriminator.rules, [&](spec::RuleId rule) {
           return std::ranges::any_of(cells, [&](const spec::Cell& cell) {
             return spec::concerns(spec::rule_of(rule), cell.conversion());
           });
         });
}

// After time-outs in this many rows there may be thousands: the remaining rules stay open.
constexpr int kMostTimeouts = 3;

}  // namespace

std::string_view name_of(ProbeResult result) {
  switch (result) {
    case ProbeResult::kFollows:
      return "follows";
    case ProbeResult::kNotObservable:
      return "not observable here";
    case ProbeResult::kNoKnownReading:
      return "none of the known readings";
    case ProbeResult::kInconsistent:
      return "INCONSISTENT";
  }
  return "";
}

std::vector<ProbedRule> probe(const Subject& subject, std::span<const spec::Cell> cells) {
  Subject knowing = subject;
  knowing.inferred = {};
  // The pages promise no order of overlapping operands: it is pinned only on request.
  const auto pin = [&](const ProbedRule& one) {
    if (one.reading && one.rule != spec::cite("walk.order")) {
      knowing.pinned.pin(*one.reading);
    }
  };
  std::vector<ProbedRule> probed;
  std::vector<std::size_t> untold;
  int timeouts = 0;
  for (std::size_t place = 0; place < generators::discriminators().size(); ++place) {
    const Discriminator& discriminator = generators::discriminators()[place];
    const std::vector<spec::RuleId> rules = open_rules(discriminator, knowing.pinned);
    if (rules.empty() || !concerns_any(discriminator, cells)) {
      continue;
    }
    Row row(rules, knowing);
    if (timeouts < kMostTimeouts) {
      row.run(built_row(place).cases);
    }
    timeouts += row.timed_out() ? 1 : 0;
    for (const ProbedRule& one : row.results()) {
      if (row.has_seen() && one.result == ProbeResult::kNotObservable) {
        untold.push_back(probed.size());
      }
      probed.push_back(one);
      pin(one);
    }
  }
  // A rule may be told by the cases of another one, once its readings are known.
  for (bool is_new = timeouts == 0; is_new;) {
    is_new = std::erase_if(untold, [&](std::size_t index) {
               ProbedRule again = with_cases_of_related(probed[index].rule, knowing);
               const bool is_told = again.result == ProbeResult::kFollows;
               if (is_told) {
                 probed[index] = std::move(again);
                 pin(probed[index]);
               }
               return is_told;
             }) > 0;
  }
  return probed;
}

spec::Choices readings_of(std::span<const ProbedRule> probed) {
  spec::Choices choices;
  for (const ProbedRule& one : probed) {
    if (one.reading) {
      choices.pin(*one.reading);
    }
  }
  return choices;
}

spec::Choices readings_of_unexplained(std::span<const ProbedRule> probed) {
  spec::Choices choices;
  for (const ProbedRule& one : probed) {
    if (const auto reading =
            one.result == ProbeResult::kNoKnownReading ? stands_for(one.left) : std::nullopt) {
      choices.pin(*reading);
    }
  }
  return choices;
}

std::optional<spec::Choice> stands_for(std::span<const spec::Choice> left) {
  for (const spec::Ground ground : {spec::Ground::kPage, spec::Ground::kOpen}) {
    const auto found = std::ranges::find_if(left, [&](const spec::Choice& choice) {
      return spec::reading_of(choice).ground == ground;
    });
    if (found != left.end()) {
      return *found;
    }
  }
  return std::nullopt;
}

}  // namespace vconform::suites
