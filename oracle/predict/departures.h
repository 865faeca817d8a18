// Readings that a page contradicts. An open rule is one that the pages leave open: such a reading
// holds only where it is pinned.
#pragma once

#include <vector>

#include "oracle/predict/world.h"
#include "oracle/reading/alternatives.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// Removes what holds only under a departing reading of a rule that is not pinned. Something is
// left, since every rule has a reading that no page contradicts.
void leave_out_departures(Alternatives& alternatives, const spec::Choices& pinned);
void leave_out_departures(std::vector<World>& worlds, const spec::Choices& pinned);

}  // namespace vconform::oracle
