// Golden under other readings: for every reading of every open rule a backend golden:RULE=READING,
// which is golden with that one choice pinned, and golden:pages.
#pragma once

#include <span>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters::golden {

// Every reading of every rule with Openness::kChoice, in the order of the rule table.
std::span<const Choice> pinned_choices();

// The table of pinned_choices()[index]; it lives as long as the program. Its name is
// "golden:RULE=READING". It declares the order and width of strides that it follows, and the
// permissive choice that it makes.
const vconform_adapter* pinned_adapter(std::size_t index);

// "golden:pages": golden with all choices that the profile pages pins.
const vconform_adapter* pages_adapter();

}  // namespace vconform::adapters::golden
