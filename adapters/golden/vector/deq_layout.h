// Which half of a destination block a DEQ fills (vconv, h/l; asc-devkit:CastDequant, listing).
#pragma once

#include <optional>

#include "adapters/golden/vector/walk.h"

namespace vconform::adapters::golden {

// Nothing where results fill whole blocks.
std::optional<HalfBlock> half_block(const Behaviour& behaviour, const spec::Conversion& row);

}  // namespace vconform::adapters::golden
