// The results of an element while rules are open: one for each combination of readings on which it
// depends.
#pragma once

#include <functional>
#include <vector>

#include "oracle/number/expectation.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// One such combination, and the result under it.
struct Alternative {
  std::vector<spec::Choice> readings;
  Expectation expectation;
};

// Never empty. Any combination of readings of all rules agrees with exactly one alternative: there
// is a single one, without readings, if the result depends on no open rule.
using Alternatives = std::vector<Alternative>;

// The pinned readings and those of an alternative.
spec::Choices with(spec::Choices pinned, const std::vector<spec::Choice>& readings);
// Whether the readings of an alternative may hold beside the pinned ones.
bool agrees(const Alternative& alternative, const spec::Choices& pinned);

// The results of two elements together: one for each combination of readings on which either
// depends.
Alternatives combined(
    const Alternatives& a, const Alternatives& b,
    const std::function<Expectation(const Expectation&, const Expectation&)>& combine);

}  // namespace vconform::oracle
