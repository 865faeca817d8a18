// Operands that by construction overlap so that the pages promise nothing (rules overlap.hazard and
// walk.dst-block-stride-zero).
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "generators/vector/addressing.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// At least one repeat; the operands lie in the region, strides are at most 255. One of:
//   a destination block of a repeat is a source block of it, and the operands are not identical
//     block by block;
//   the next repeat reads a destination block (kRepeat);
//   destination repeats overlap each other (kRepeat, kStrides);
//   all destination blocks of a repeat are one, its block stride being 0 (kStrides).
// In counter mode the count must satisfy draw_addressing and must not be 0.
AddressingPlan draw_hazard(ChoiceSource& choices, const spec::Conversion& row,
                           const spec::Registers& registers, spec::FeatureSet allowed,
                           const Region& region);

}  // namespace vconform::generators
