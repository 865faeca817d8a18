// Cases that tell the readings of the open rules apart: what to run to learn which reading an
// implementation follows.
#pragma once

#include <span>
#include <vector>

#include "generators/vector/discriminating_case.h"
#include "spec/slugs/rule_id.h"

namespace vconform::generators {

struct Discriminator {
  // The open rules that these cases decide together; one in most cases.
  std::vector<spec::RuleId> rules;
  // For every instruction that a rule concerns, the simplest first: cases with several witnesses
  // before those that hold each witness alone, for implementations that mix readings.
  std::vector<DiscriminatingCase> (*cases)();
};

// Each rule with Openness::kChoice stands in exactly one row. What a row's cases leave in memory
// does not depend on the rules of later rows: probe the rows in this order.
std::span<const Discriminator> discriminators();

}  // namespace vconform::generators
