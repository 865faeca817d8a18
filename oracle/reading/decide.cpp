#include "oracle/reading/decide.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace vconform::oracle {

namespace {

int readings_of(spec::RuleId rule) {
  return static_cast<int>(spec::reading_count(rule));
}

class Decider {
 public:
  Decider(std::span<const spec::RuleId> rules, Readings& readings, const Outcome& outcome,
          const Relevance& relevance)
      : rules_(rules), readings_(readings), outcome_(outcome), relevance_(relevance) {
    assert(rules.size() <= kMostRules);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      chosen_[i] = {rules[i], 0};
      if (const std::optional<spec::Choice> reading = readings.decided().reading(rules[i])) {
        chosen_[i] = *reading;
      } else if (relevance.ever(i)) {
        open_.push_back(i);
      }
    }
  }

  Decision decision() {
    while (const std::optional<std::size_t> i = first_open_that_matters()) {
      chosen_[*i] = readings_.ask(rules_[*i]);
      std::erase(open_, *i);
    }
    Decision decision{chosen_, {}, std::nullopt};
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      if (relevance_.ever(i) && differs_here(i)) {
        decision.had_a_say.set(rules_[i]);
        decision.first = decision.first.value_or(rules_[i]);
      }
    }
    return decision;
  }

 private:
  // The first open rule that affects the result under some reading of the other open rules.
  std::optional<std::size_t> first_open_that_matters() {
    const std::vector<std::uint64_t> outcomes = outcomes_of_open_rules();
    std::size_t step = outcomes.size();
    for (const std::size_t i : open_) {
      // Combinations that differ only in rule i lie `step` apart.
      const std::size_t group = step;
      step /= static_cast<std::size_t>(readings_of(rules_[i]));
      for (std::size_t at = 0; at < outcomes.size(); ++at) {
        if (at % group >= step && outcomes[at] != outcomes[at - step]) {
          return i;
        }
      }
    }
    return std::nullopt;
  }

  // The outcomes of all combinations, the last open rule varying fastest.
  std::vector<std::uint64_t> outcomes_of_open_rules() {
    std::size_t combinations = open_.empty() ? 0 : 1;
    for (const std::size_t i : open_) {
      combinations *= static_cast<std::size_t>(readings_of(rules_[i]));
    }
    std::vector<std::uint64_t> outcomes(combinations);
    ReadingOfEach reading_of = chosen_;
    for (std::size_t at = 0; at < combinations; ++at) {
      std::size_t rest = at;
      for (auto i = open_.rbegin(); i != open_.rend(); ++i) {
        const auto count = static_cast<std::size_t>(readings_of(rules_[*i]));
        reading_of[*i].reading = static_cast<int>(rest % count);
        rest /= count;
      }
      outcomes[at] = outcome_(reading_of);
    }
    return outcomes;
  }

  bool differs_here(std::size_t rule) {
    const std::optional<bool> known = relevance_.here(rule, chosen_);
    return known ? *known : another_reading_differs(rule);
  }

  bool another_reading_differs(std::size_t rule) {
    const std::uint64_t result = outcome_(chosen_);
    ReadingOfEach reading_of = chosen_;
    for (int reading = 0; reading < readings_of(rules_[rule]); ++reading) {
      reading_of[rule].reading = reading;
      if (reading != chosen_[rule].reading && outcome_(reading_of) != result) {
        return true;
      }
    }
    return false;
  }

  std::span<const spec::RuleId> rules_;
  Readings& readings_;
  const Outcome& outcome_;
  const Relevance& relevance_;
  ReadingOfEach chosen_{};
  std::vector<std::size_t> open_;
};

}  // namespace

Decision decide(std::span<const spec::RuleId> rules, Readings& readings, const Outcome& outcome,
                const Relevance& relevance) {
  return Decider(rules, readings, outcome, relevance).decision();
}

}  // namespace vconform::oracle
