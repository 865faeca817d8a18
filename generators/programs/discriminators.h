// The discriminators: cases that tell the readings of the open rules apart, to be run to learn
// which reading an implementation follows.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

struct Discriminator {
  // The slugs of the open rules that these cases decide together; mostly one.
  std::vector<std::string_view> rules;
  // The cases for every instruction that a rule concerns, the simplest first: those with several
  // witnesses before those with each witness alone, for implementations that mix readings.
  std::vector<DiscriminatingCase> (*cases)();
};

// Each rule with Openness::kChoice stands in exactly one row. The results of a row's cases do not
// depend on the rules of later rows: probe the rows in this order.
std::span<const Discriminator> discriminators();

}  // namespace vconform::generators
