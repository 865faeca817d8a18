// The one place where it is found out which open rules the result of an element depends on.
#pragma once

#include <vector>

#include "oracle/number/expectation.h"
#include "oracle/reading/alternatives.h"
#include "oracle/reading/arithmetic.h"
#include "oracle/reading/derivation.h"

namespace vconform::oracle {

// The result of one element, and the steps on the way to it.
struct Derived {
  Expectation expectation;
  std::vector<DerivedStep> steps;  // empty unless they were asked for
};

// The result under the known readings; an open rule has its first reading that may be inferred.
// Each rule with another reading that gives another result, the other rules unchanged, is cited;
// the first of them, in the order of the steps, decides, otherwise the rule that the arithmetic
// named. `purpose` says whether the steps are wanted too.
Derived settle(const Arithmetic& arithmetic, const spec::Choices& known,
               Derivation::For purpose = Derivation::For::kRules);

// The results under every combination of those open rules on which the result depends. The first is
// that of settle; but where no rule is open, it cites of the rules in `cited_before`, which take
// most of the time, perhaps none, and then names another one.
Alternatives alternatives_of(const Arithmetic& arithmetic, const spec::Choices& known,
                             const RuleSet& cited_before = {});

}  // namespace vconform::oracle
