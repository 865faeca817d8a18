#include "oracle/reading/trial.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "spec/rules/rules.h"

namespace vconform::oracle {

namespace {

using spec::RuleId;

bool same_result(const Expectation& a, const Expectation& b) {
  return a.kind == b.kind && a.patterns == b.patterns;
}

// The result under some readings of the rules that were asked.
struct Leaf {
  spec::Choices readings;
  Expectation result;
};

// Every combination of open rules that the computation asks for.
class Exploration {
 public:
  Exploration(const Computation& compute, const spec::Choices& known) {
    Readings trial_readings(known);
    do {
      Trial trial(trial_readings);
      Expectation result = compute(trial);
      leaves_.push_back({trial_readings.decided(), std::move(result)});
      for (const Trial::Asked& asked : trial.asked()) {
        const RuleId rule = asked.choice.rule;
        if (asked.is_open && std::find(open_.begin(), open_.end(), rule) == open_.end()) {
          open_.push_back(rule);
        }
      }
    } while (trial_readings.next());
  }

  // The first rule that affects the result under some reading of the other open rules.
  std::optional<RuleId> first_that_matters() const {
    const auto found =
        std::find_if(open_.begin(), open_.end(), [this](RuleId rule) { return matters(rule); });
    return found == open_.end() ? std::nullopt : std::optional(*found);
  }

  void fix(spec::Choice choice) {
    std::erase(open_, choice.rule);
    std::erase_if(leaves_, [&](const Leaf& leaf) {
      return leaf.readings.reading(choice.rule).value_or(choice) != choice;
    });
  }

 private:
  bool matters(RuleId rule) const {
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (differ_in(leaves_[i], leaves_[j], rule)) {
          return true;
        }
      }
    }
    return false;
  }

  // Whether two leaves have different results and differ in the reading of this rule alone.
  bool differ_in(const Leaf& a, const Leaf& b, RuleId rule) const {
    const std::optional<spec::Choice> of_a = a.readings.reading(rule);
    const std::optional<spec::Choice> of_b = b.readings.reading(rule);
    if (!of_a || !of_b || of_a == of_b || same_result(a.result, b.result)) {
      return false;
    }
    return std::all_of(open_.begin(), open_.end(), [&](RuleId other) {
      const std::optional<spec::Choice> one = a.readings.reading(other);
      return other == rule || !one || !b.readings.reading(other) ||
             one == b.readings.reading(other);
    });
  }

  std::vector<RuleId> open_;
  std::vector<Leaf> leaves_;
};

bool differs_under(const Computation& compute, const spec::Choices& known,
                   const Expectation& result, spec::Choice choice) {
  spec::Choices other = known;
  other.pin(choice);
  Trial trial(other);
  return !same_result(compute(trial), result);
}

bool has_a_say(const Computation& compute, const spec::Choices& known, const Expectation& result,
               const Trial::Asked& asked) {
  if (asked.other && !asked.is_mixed) {
    return differs_under(compute, known, result, *asked.other);
  }
  for (const spec::Choice& other : spec::all_readings(asked.choice.rule)) {
    if (other != asked.choice && differs_under(compute, known, result, other)) {
      return true;
    }
  }
  return false;
}

}  // namespace

spec::Choice Trial::ask(RuleId rule) {
  for (const Asked& asked : asked()) {
    if (asked.choice.rule == rule) {
      return asked.choice;
    }
  }
  const std::optional<spec::Choice> known = known_->reading(rule);
  const spec::Choice choice = known              ? *known
                              : open_ != nullptr ? open_->ask(rule)
                                                 : spec::Choice{rule, 0};
  // A rule answered in an exploring trial counts as open too: another answer may follow.
  assert(count_ < kMostAsked);
  asked_[count_++] = {choice, std::nullopt, false, !known || open_ != nullptr};
  return choice;
}

void Trial::others_are(spec::Choice other) {
  for (Asked& asked : std::span(asked_.data(), count_)) {
    if (asked.choice.rule == other.rule) {
      asked.is_mixed = asked.is_mixed || (asked.other && *asked.other != other);
      asked.other = other;
    }
  }
}

Expectation settled(const Computation& compute, Readings& readings) {
  Trial first_trial(readings.decided());
  Expectation result = compute(first_trial);
  const auto is_open = [](const Trial::Asked& asked) { return asked.is_open; };
  Trial trial = first_trial;
  if (std::any_of(trial.asked().begin(), trial.asked().end(), is_open)) {
    Exploration exploration(compute, readings.decided());
    while (const std::optional<RuleId> rule = exploration.first_that_matters()) {
      exploration.fix(readings.ask(*rule));
    }
    trial = Trial(readings.decided());
    result = compute(trial);
  }
  std::optional<RuleId> first;
  for (const Trial::Asked& asked : trial.asked()) {
    if (has_a_say(compute, readings.decided(), result, asked)) {
      result.cited.set(asked.choice.rule);
      first = first.value_or(asked.choice.rule);
    }
  }
  result.rule = first.value_or(result.rule);
  return result;
}

}  // namespace vconform::oracle
