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
  bool has(spec::Choice choice) const { return (readings >> choice.reading & 1) != 0; }
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

  // The result under one reading of each rule that the arithmetic meets. A rule without one has
  // its first reading that may be inferred.
  const Expectation& result_under(const spec::Choices& choices) const {
    const auto found = std::find_if(leaves_.begin(), leaves_.end(), [&](const Leaf& leaf) {
      return std::all_of(leaf.combinations.begin(), leaf.combinations.end(),
                         [&](const SomeReadings& one) {
                           const auto pinned = choices.reading(one.rule);
                           return one.has(pinned ? *pinned : first_inferable(one.rule));
                         });
    });
    return found->result;
  }

  bool is_open(RuleId rule) const {
    return std::any_of(open_.begin(), open_.end(),
                       [&](const OpenRule& open) { return open.rule == rule; });
  }

  // The combinations of readings on which the result depends: those of the first rule that affects
  // it, with those of the next one that does so then.
  std::vector<std::vector<spec::Choice>> combinations() const {
    LeafSet all;
    for (const Leaf& leaf : leaves_) {
      all.push_back(&leaf);
    }
    Branches branches;
    branch(all, 0, branches);
    std::vector<std::vector<spec::Choice>> readings;
    for (Branch& one : branches) {
      readings.emplace_back(one.readings.rbegin(), one.readings.rend());
    }
    return readings;
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
  using LeafSet = std::vector<const Leaf*>;
  struct Branch {
    std::vector<spec::Choice> readings;  // the last rule first
    const Leaf* leaf;
  };
  using Branches = std::vector<Branch>;

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

  // Whether the rule tells some of the leaves apart.
  static bool tells_apart(const LeafSet& leaves, RuleId rule) {
    const ReadingSet all = inferable_readings(rule);
    return std::any_of(leaves.begin(), leaves.end(), [&](const Leaf* leaf) {
      const ReadingSet readings = readings_in(leaf->combinations, rule);
      return readings != 0 && (readings & all) != all;
    });
  }

  // Adds the branches of some leaves by the open rules from `next` on, without those rules that
  // make no difference there.
  void branch(const LeafSet& leaves, std::size_t next, Branches& all) const {
    if (std::all_of(leaves.begin(), leaves.end(), [&](const Leaf* leaf) {
          return same_result(leaf->result, leaves.front()->result);
        })) {
      all.push_back({{}, leaves.front()});
      return;
    }
    while (!tells_apart(leaves, open_.at(next).rule)) {
      ++next;
    }
    const RuleId rule = open_.at(next).rule;
    struct Child {
      spec::Choice reading;
      std::size_t begin;
      std::size_t end;
    };
    std::vector<Child> children;
    for (unsigned rest = inferable_readings(rule); rest != 0; rest &= rest - 1) {
      const spec::Choice reading{rule, std::countr_zero(rest)};
      const std::size_t begin = all.size();
      branch(leaves_under(leaves, reading), next + 1, all);
      children.push_back({reading, begin, all.size()});
    }
    const auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
    const Child& first = children.front();
    if (std::all_of(children.begin(), children.end(), [&](const Child& child) {
          return std::equal(at(first.begin), at(first.end), at(child.begin), at(child.end),
                            same_branch);
        })) {
      all.erase(at(first.end), all.end());
      return;
    }
    for (const Child& child : children) {
      for (std::size_t i = child.begin; i < child.end; ++i) {
        all[i].readings.push_back(child.reading);
      }
    }
  }

  static bool same_branch(const Branch& a, const Branch& b) {
    return a.readings == b.readings && same_result(a.leaf->result, b.leaf->result);
  }

  static LeafSet leaves_under(const LeafSet& leaves, spec::Choice choice) {
    LeafSet some;
    for (const Leaf* leaf : leaves) {
      const ReadingSet readings = readings_in(leaf->combinations, choice.rule);
      if (readings == 0 || SomeReadings{choice.rule, readings}.has(choice)) {
        some.push_back(leaf);
      }
    }
    return some;
  }

  const Arithmetic& arithmetic_;
  spec::Choices known_;
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

// `exploration`, if there is one, has the results of the rules that are not known.
Expectation with_rules(Expectation result, const Arithmetic& arithmetic, const spec::Choices& known,
                       const Derivation& derivation, const Exploration* exploration) {
  const auto other_result = [&](const Derivation::Met& met) {
    if (exploration == nullptr || !exploration->is_open(met.rule)) {
      return affects(arithmetic, known, result, met, derivation.reading_of(met.rule).reading);
    }
    const std::vector<spec::Choice> readings = spec::all_readings(met.rule);
    return std::any_of(readings.begin(), readings.end(), [&](const spec::Choice& choice) {
      return !spec::reading_of(choice).permissive &&
             !same_result(exploration->result_under(with(known, {choice})), result);
    });
  };
  std::optional<RuleId> first;
  for (const Derivation::Met& met : derivation.met()) {
    if (other_result(met)) {
      result.cited.set(met.rule);
      first = first.value_or(met.rule);
    }
  }
  if (first && !derivation.keeps_rule()) {
    result.rule = *first;
  }
  result.cited.set(result.rule);
  return result;
}

}  // namespace

Derived settle(const Arithmetic& arithmetic, const spec::Choices& known, Derivation::For purpose) {
  Derivation derivation(known, purpose);
  Expectation result = arithmetic(derivation);
  return {with_rules(std::move(result), arithmetic, known, derivation, nullptr),
          derivation.take_steps()};
}

Alternatives alternatives_of(const Arithmetic& arithmetic, const spec::Choices& known) {
  Derivation derivation(known, Derivation::For::kRules);
  Expectation result = arithmetic(derivation);
  if (std::all_of(derivation.met().begin(), derivation.met().end(),
                  [&](const Derivation::Met& met) { return known.reading(met.rule); })) {
    return {{{}, with_rules(std::move(result), arithmetic, known, derivation, nullptr)}};
  }
  const Exploration exploration(arithmetic, known);
  Alternatives all;
  for (std::vector<spec::Choice>& readings : exploration.combinations()) {
    const spec::Choices pinned = with(known, readings);
    Derivation one(pinned, Derivation::For::kRules);
    Expectation under = arithmetic(one);
    under = with_rules(std::move(under), arithmetic, pinned, one, &exploration);
    all.push_back({std::move(readings), std::move(under)});
  }
  return all;
}

}  // namespace vconform::oracle
