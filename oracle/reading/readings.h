// The reading of each open rule while a case is predicted. Rules that are not pinned are decided
// one after another, as the prediction asks for them; next() moves to the next combination.
#pragma once

#include <vector>

#include "oracle/number/expectation.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// The first reading of a rule that is not permissive.
spec::Choice first_inferable(spec::RuleId rule);

class Readings {
 public:
  // `cited_before`: see alternatives_of.
  explicit Readings(const spec::Choices& pinned, const RuleSet& cited_before = {})
      : decided_(pinned), cited_before_(cited_before) {}

  // The reading of a choice: the pinned one, or the one of the current combination.
  spec::Choice ask(spec::RuleId rule);
  // Asks the rule: whether this is its reading.
  bool follows(spec::Choice choice) { return ask(choice.rule) == choice; }

  // Moves on to the next combination of the rules asked so far; false if there is none left. The
  // prediction must then be made anew: other combinations may ask for other rules.
  bool next();

  // Pinned and decided readings together.
  const spec::Choices& decided() const { return decided_; }
  const RuleSet& cited_before() const { return cited_before_; }

 private:
  spec::Choices decided_;
  RuleSet cited_before_;
  std::vector<spec::RuleId> open_;  // rules decided here, in the order of asking
};

}  // namespace vconform::oracle
