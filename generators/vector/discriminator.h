// Cases that tell the readings of open rules apart, as a row of the table that programs/ puts
// together.
#pragma once

#include <functional>
#include <vector>

#include "generators/vector/discriminating_case.h"
#include "spec/slugs/rule_id.h"

namespace vconform::generators {

struct Discriminator {
  // In the order in which to probe: what a row's cases leave in memory does not depend on the rules
  // of later rows. Families that share a rule have a row each with one place, which become one.
  int place;
  // The open rules that these cases decide together; one in most cases.
  std::vector<spec::RuleId> rules;
  // For every instruction that a rule concerns, the simplest first: cases with several witnesses
  // before those that hold each witness alone, for implementations that mix readings.
  std::function<std::vector<DiscriminatingCase>()> cases;
};

}  // namespace vconform::generators
