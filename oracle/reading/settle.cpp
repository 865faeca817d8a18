#include "oracle/reading/settle.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace vconform::oracle {

namespace {

using spec::RuleId;

// Some readings of a rule, a bit each.
using ReadingSet = std::uint8_t;
struct SomeReadings {
  RuleId rule;
  ReadingSet readings;

  spec::Choice first() const { return {rule, std::countr_zero(readings)}; }
};
using Combinations = std::vector<SomeReadings>;

ReadingSet readings_in(const Combinations& combinations, RuleId rule) {
  const auto found = std::find_if(combinations.begin(), combinations.end(),
                                  [&](const SomeReadings& one) { return one.rule == rule; });
  return found == combinations.end() ? ReadingSet{0} : found->readings;
}

// The readings that gave what `reading` gave.
ReadingSet class_of(const Derivation::Met& met, int reading) {
  ReadingSet same = 0;
  for (std::size_t i = 0; i < spec::reading_count(met.rule); ++i) {
    const bool is_same = met.classes[i] == met.classes[static_cast<std::size_t>(reading)];
    same |= static_cast<ReadingSet>((is_same ? 1u : 0u) << i);
  }
  return same;
}

ReadingSet inferable_readings(RuleId rule) {
  ReadingSet all = 0;
  for (const spec::Choice& choice : spec::all_readings(rule)) {
    all |=
        static_cast<ReadingSet>((spec::reading_of(choice).permissive ? 0u : 1u) << choice.reading);
  }
  return all;
}

bool same_result(const Expectation& a, const Expectation& b) {
  return a.kind == b.kind && a.patterns == b.patterns;
}

// The results under every combination of the open rules that the arithmetic meets. Combinations
// that differ only in readings between which no step differs are one leaf.
class Exploration {
 public:
  Exploration(const Arithmetic& arithmetic, const spec::Choices& known)
      : arithmetic_(arithmetic), known_(known), waiting_{Combinations{}} {
    while (!waiting_.empty()) {
      const Combinations forced = std::move(waiting_.back());
      waiting_.pop_back();
      explore(forced);
    }
    std::sort(open_.begin(), open_.end(), [](const OpenRule& a, const OpenRule& b) {
      return std::pair(a.begun, a.rule) < std::pair(b.begun, b.rule);
    });
  }

  // The first rule that affects the result under some reading of the other open rules.
  std::optional<RuleId> first_that_matters() const {
    const auto found = std::find_if(open_.begin(), open_.end(),
                                    [this](const OpenRule& open) { return matters(open.rule); });
    return found == open_.end() ? std::nullopt : std::optional(found->rule);
  }

  void fix(spec::Choice choice) {
    std::erase_if(open_, [&](const OpenRule& open) { return open.rule == choice.rule; });
    std::erase_if(leaves_, [&](const Leaf& leaf) {
      const ReadingSet readings = readings_in(leaf.combinations, choice.rule);
      return readings != 0 && (readings >> choice.reading & 1) == 0;
    });
  }

 private:
  struct OpenRule {
    RuleId rule;
    std::size_t begun;
  };
  struct Leaf {
    Combinations combinations;
    Expectation result;
  };

  // Runs the arithmetic under the first of the forced combinations and puts by those that differ
  // from it at some step.
  void explore(const Combinations& forced) {
    spec::Choices readings = known_;
    for (const SomeReadings& one : forced) {
      readings.pin(one.first());
    }
    Derivation derivation(readings, Derivation::For::kRules);
    Expectation result = arithmetic_(derivation);
    Combinations leaf;
    for (const Derivation::Met& met : derivation.met()) {
      if (known_.reading(met.rule)) {
        continue;
      }
      note_open(met);
      const ReadingSet of_forced = readings_in(forced, met.rule);
      const ReadingSet all = of_forced != 0 ? of_forced : inferable_readings(met.rule);
      const ReadingSet here = all & class_of(met, derivation.reading_of(met.rule).reading);
      ReadingSet rest = all & static_cast<ReadingSet>(~here);
      while (rest != 0) {
        const ReadingSet other = rest & class_of(met, std::countr_zero(rest));
        waiting_.push_back(within(forced, leaf, {met.rule, other}));
        rest &= static_cast<ReadingSet>(~other);
      }
      leaf.push_back({met.rule, here});
    }
    leaves_.push_back({std::move(leaf), std::move(result)});
  }

  // The part of `forced` where these rules have these readings: no combination waits twice.
  static Combinations within(const Combinations& forced, Combinations narrower,
                             const SomeReadings& last) {
    narrower.push_back(last);
    for (const SomeReadings& one : forced) {
      if (readings_in(narrower, one.rule) == 0) {
        narrower.push_back(one);
      }
    }
    return narrower;
  }

  void note_open(const Derivation::Met& met) {
    const auto known = std::find_if(open_.begin(), open_.end(),
                                    [&](const OpenRule& open) { return open.rule == met.rule; });
    if (known == open_.end()) {
      open_.push_back({met.rule, met.begun});
    } else {
      known->begun = std::min(known->begun, met.begun);
    }
  }

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

  // Whether two leaves have different results and differ in the readings of this rule alone.
  bool differ_in(const Leaf& a, const Leaf& b, RuleId rule) const {
    const ReadingSet of_a = readings_in(a.combinations, rule);
    const ReadingSet of_b = readings_in(b.combinations, rule);
    if (of_a == 0 || of_b == 0 || (of_a & of_b) != 0 || same_result(a.result, b.result)) {
      return false;
    }
    return std::all_of(open_.begin(), open_.end(), [&](const OpenRule& other) {
      const ReadingSet one = readings_in(a.combinations, other.rule);
      const ReadingSet two = readings_in(b.combinations, other.rule);
      return other.rule == rule || one == 0 || two == 0 || (one & two) != 0;
    });
  }

  const Arithmetic& arithmetic_;
  const spec::Choices known_;
  std::vector<OpenRule> open_;
  std::vector<Leaf> leaves_;
  std::vector<Combinations> waiting_;
};

// Whether another reading of the rule gives another result, the other rules unchanged.
bool affects(const Arithmetic& arithmetic, const spec::Choices& known, const Expectation& result,
             const Derivation::Met& met, int reading) {
  ReadingSet rest = static_cast<ReadingSet>(~class_of(met, reading)) &
                    static_cast<ReadingSet>((1u << spec::reading_count(met.rule)) - 1);
  while (rest != 0) {
    const spec::Choice other{met.rule, std::countr_zero(rest)};
    spec::Choices changed = known;
    changed.pin(other);
    Derivation derivation(changed, Derivation::For::kResult);
    if (!same_result(arithmetic(derivation), result)) {
      return true;
    }
    rest &= static_cast<ReadingSet>(~class_of(met, other.reading));
  }
  return false;
}

}  // namespace

Derived settle(const Arithmetic& arithmetic, Readings& readings, Derivation::For purpose) {
  const spec::Choices& known = readings.decided();
  std::optional<Derivation> derivation(std::in_place, known, purpose);
  Expectation result = arithmetic(*derivation);
  if (std::any_of(derivation->met().begin(), derivation->met().end(),
                  [&](const Derivation::Met& met) { return !known.reading(met.rule); })) {
    Exploration exploration(arithmetic, known);
    while (const std::optional<RuleId> rule = exploration.first_that_matters()) {
      exploration.fix(readings.ask(*rule));
    }
    derivation.emplace(known, purpose);
    result = arithmetic(*derivation);
  }
  std::optional<RuleId> first;
  for (const Derivation::Met& met : derivation->met()) {
    if (affects(arithmetic, known, result, met, derivation->reading_of(met.rule).reading)) {
      result.cited.set(met.rule);
      first = first.value_or(met.rule);
    }
  }
  if (first && !derivation->keeps_rule()) {
    result.rule = *first;
  }
  result.cited.set(result.rule);
  return {std::move(result), derivation->take_steps()};
}

}  // namespace vconform::oracle
