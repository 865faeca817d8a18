// The walk over UB of any step of the vector families.
#pragma once

#include <optional>

#include "adapters/golden/vector/walk.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::intrinsics {

// Nullopt for copies. A CastDeq is walked as the instruction that it stands for.
std::optional<golden::VectorWalk> walk_of(const golden::Behaviour& behaviour,
                                          const spec::Cell& cell, const vconform_step& step,
                                          spec::Registers registers);

}  // namespace vconform::adapters::intrinsics
