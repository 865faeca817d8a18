// Cases whose operands overlap so that the pages promise nothing about the destination: a backend
// must neither crash nor write elsewhere, and one that declares its order must follow it.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Whether an instruction has hazards that use only the features in `allowed`: a vector instruction
// needs kInPlace; for copies see has_copy_hazards.
bool has_hazards(const spec::Cell& cell, spec::FeatureSet allowed);

// A case like those of instruction_case that is a hazard and writes something: operands as in
// hazard_plans.h, or the vector of a VDEQ in the destination, or as in copy_hazards.h. Requires
// has_hazards(cell, bounds.allowed).
spec::Case hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// Those of vector instructions: of the family vconv, and of deq and cast_deq.
spec::Case vconv_hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);
spec::Case deq_hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
