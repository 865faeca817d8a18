// The results of one element's arithmetic while rules are open.
#pragma once

#include <cstddef>
#include <vector>

#include "oracle/number/expectation.h"
#include "oracle/reading/arithmetic.h"
#include "oracle/reading/derivation.h"
#include "oracle/reading/reading_set.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// Whether the same results are permitted.
bool same_result(const Expectation& a, const Expectation& b);

// The results under every combination of the open rules that the arithmetic meets. Combinations
// that differ only in readings between which no step differs are one leaf.
class Exploration {
 public:
  // `arithmetic` is not kept.
  Exploration(const Arithmetic& arithmetic, const spec::Choices& known);

  // The result under one reading of each rule that the arithmetic meets. A rule without one has
  // its first reading that may be inferred.
  const Expectation& result_under(const spec::Choices& choices) const;

  bool is_open(spec::RuleId rule) const;

  // The combinations of readings on which the result depends: those of the first rule that affects
  // it, with those of the next one that does so then.
  std::vector<std::vector<spec::Choice>> combinations() const;

 private:
  using Combinations = std::vector<SomeReadings>;
  struct OpenRule {
    spec::RuleId rule;
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

  static RuleSet rules_known_in(const spec::Choices& known);
  static ReadingSet readings_in(const Combinations& combinations, spec::RuleId rule);
  static Combinations within(const Combinations& forced, Combinations narrower,
                             const SomeReadings& last);
  static bool tells_apart(const LeafSet& leaves, spec::RuleId rule);
  static bool same_branch(const Branch& a, const Branch& b);
  static LeafSet leaves_under(const LeafSet& leaves, spec::Choice choice);

  void explore(const Arithmetic& arithmetic, const Combinations& forced);
  void note_open(const Derivation::Met& met);
  void branch(const LeafSet& leaves, std::size_t next, Branches& all) const;

  spec::Choices known_;
  // Their other readings do not matter here.
  RuleSet known_rules_;
  std::vector<OpenRule> open_;
  std::vector<Leaf> leaves_;
  std::vector<Combinations> waiting_;
};

}  // namespace vconform::oracle
