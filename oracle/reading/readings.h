// The reading of each open rule while a case is predicted. Rules that are not pinned are decided
// one after another, as the prediction asks for them; next() moves to the next combination.
#pragma once

#include <utility>
#include <vector>

#include "oracle/number/element_input.h"
#include "oracle/number/expectation.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// The first reading of a rule that is not permissive.
spec::Choice first_inferable(spec::RuleId rule);

class Readings {
 public:
  // `cited_before`, which does not hold for the inputs of `in_full`: see alternatives_of.
  explicit Readings(const spec::Choices& pinned, const RuleSet& cited_before = {},
                    ElementInputs in_full = {})
      : decided_(pinned), cited_before_(cited_before), in_full_(std::move(in_full)) {}

  // The reading of a choice: the pinned one, or the one of the current combination.
  spec::Choice ask(spec::RuleId rule);
  // Asks the rule: whether this is its reading.
  bool follows(spec::Choice choice) { return ask(choice.rule) == choice; }

  // Moves on to the next combination of the rules asked so far; false if there is none left. The
  // prediction must then be made anew: other combinations may ask for other rules.
  bool next();

  // Pinned and decided readings together.
  const spec::Choices& decided() const { return decided_; }
  RuleSet cited_before(const ElementInput& input) const {
    return in_full_.contains(input) ? RuleSet() : cited_before_;
  }

 private:
  spec::Choices decided_;
  RuleSet cited_before_;
  ElementInputs in_full_;
  std::vector<spec::RuleId> open_;  // rules decided here, in the order of asking
};

}  // namespace vconform::oracle
