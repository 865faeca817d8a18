// A failing case cut down to one source.
#pragma once

#include <optional>

#include "suites/judging/unit.h"

namespace vconform::suites {

// The simplest case of the unit's instruction with one planted source, as a deviation that no case
// is counted for yet; nullopt if it does not show the finding.
std::optional<Deviation> isolated(const Unit& unit, const Subject& subject,
                                  const spec::Case& failed, const Finding& finding);

}  // namespace vconform::suites
