#include "oracle/reading/exploration.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace vconform::oracle {

using spec::RuleId;

bool same_result(const Expectation& a, const Expectation& b) {
  return a.kind == b.kind && a.patterns == b.patterns;
}

Exploration::Exploration(const Arithmetic& arithmetic, const spec::Choices& known)
    : known_(known), known_rules_(rules_known_in(known)), waiting_{Combinations{}} {
  while (!waiting_.empty()) {
    const Combinations forced = std::move(waiting_.back());
    waiting_.pop_back();
    explore(arithmetic, forced);
  }
  std::sort(open_.begin(), open_.end(), [](const OpenRule& a, const OpenRule& b) {
    return std::pair(a.begun, a.rule) < std::pair(b.begun, b.rule);
  });
}

ReadingSet Exploration::readings_in(const Combinations& combinations, RuleId rule) {
  const auto found = std::find_if(combinations.begin(), combinations.end(),
                                  [&](const SomeReadings& one) { return one.rule == rule; });
  return found == combinations.end() ? ReadingSet{0} : found->readings;
}

RuleSet Exploration::rules_known_in(const spec::Choices& known) {
  RuleSet rules;
  for (const spec::RuleId rule : spec::kAllRules) {
    rules.set(rule, known.reading(rule).has_value());
  }
  return rules;
}

const Expectation& Exploration::result_under(const spec::Choices& choices) const {
  const auto found = std::find_if(leaves_.begin(), leaves_.end(), [&](const Leaf& leaf) {
    return std::all_of(leaf.combinations.begin(), leaf.combinations.end(),
                       [&](const SomeReadings& one) {
                         const auto pinned = choices.reading(one.rule);
                         return one.has(pinned ? *pinned : first_inferable(one.rule));
                       });
  });
  return found->result;
}

bool Exploration::is_open(RuleId rule) const {
  return std::any_of(open_.begin(), open_.end(),
                     [&](const OpenRule& open) { return open.rule == rule; });
}

std::vector<std::vector<spec::Choice>> Exploration::combinations() const {
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

// Runs the arithmetic under the first of the forced combinations and puts by those that differ
// from it at some step.
void Exploration::explore(const Arithmetic& arithmetic, const Combinations& forced) {
  spec::Choices readings = known_;
  RuleSet tried;
  for (const SomeReadings& one : forced) {
    readings.pin(one.first());
    tried.set(one.rule);
  }
  Derivation derivation(readings, Derivation::For::kRules, &known_rules_, &tried);
  Expectation result = arithmetic(derivation);
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
Exploration::Combinations Exploration::within(const Combinations& forced, Combinations narrower,
                                              const SomeReadings& last) {
  narrower.push_back(last);
  for (const SomeReadings& one : forced) {
    if (readings_in(narrower, one.rule) == 0) {
      narrower.push_back(one);
    }
  }
  return narrower;
}

void Exploration::note_open(const Derivation::Met& met) {
  const auto known = std::find_if(open_.begin(), open_.end(),
                                  [&](const OpenRule& open) { return open.rule == met.rule; });
  if (known == open_.end()) {
    open_.push_back({met.rule, met.begun});
  } else {
    known->begun = std::min(known->begun, met.begun);
  }
}

// Whether the rule tells some of the leaves apart.
bool Exploration::tells_apart(const LeafSet& leaves, RuleId rule) {
  const ReadingSet all = inferable_readings(rule);
  return std::any_of(leaves.begin(), leaves.end(), [&](const Leaf* leaf) {
    const ReadingSet readings = readings_in(leaf->combinations, rule);
    return readings != 0 && (readings & all) != all;
  });
}

// Adds the branches of some leaves by the open rules from `next` on, without those rules that
// make no difference there.
void Exploration::branch(const LeafSet& leaves, std::size_t next, Branches& all) const {
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

bool Exploration::same_branch(const Branch& a, const Branch& b) {
  return a.readings == b.readings && same_result(a.leaf->result, b.leaf->result);
}

Exploration::LeafSet Exploration::leaves_under(const LeafSet& leaves, spec::Choice choice) {
  LeafSet some;
  for (const Leaf* leaf : leaves) {
    const ReadingSet readings = readings_in(leaf->combinations, choice.rule);
    if (readings == 0 || SomeReadings{choice.rule, readings}.has(choice)) {
      some.push_back(leaf);
    }
  }
  return some;
}

}  // namespace vconform::oracle
