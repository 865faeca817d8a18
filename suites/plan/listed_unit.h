// Units whose cases do not depend on the seed.
#pragma once

#include <cstdint>

#include "suites/judging/unit.h"

namespace vconform::suites {

// As run_unit() for a unit of any kind but kGenerated. A failing case is cut down to one source.
UnitResult run_listed_unit(const Unit& unit, Subject subject, std::uint64_t seed, Until until);

}  // namespace vconform::suites
