// The parts of this room that differ from family to family: a row of functions each (families.cpp),
// where those of the other headers that look a family up stand too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/choices/draws.h"
#include "generators/vector/magnitudes.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Numbered cases of an instruction under a CTRL in normal mode.
struct CaseList {
  std::size_t (*count)(const spec::Conversion& row, spec::FeatureSet claimed);
  // Requires index < count.
  spec::Case (*at)(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                   spec::FeatureSet claimed);
};

struct FamilyGenerators {
  using Draw = spec::Case (*)(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

  // instruction_cases.h
  Draw legal;
  // hazards.h
  bool (*has_hazards)(const spec::Conversion& row, spec::FeatureSet allowed);
  Draw hazard;
  // illegal/out_of_range.h
  Draw out_of_range;
  // illegal/illegal_arguments.h: draws for out_of_range; null for vector instructions, whose
  // illegal arguments are those of every operand, mask and count.
  std::vector<Draws> (*illegal_draws)(const spec::Conversion& row, spec::FeatureSet claimed);
  // exhaustive.h and listed_values.h
  CaseList exhaustive;
  CaseList listed;
  // magnitudes.h
  std::vector<MagnitudeCase> (*magnitudes)(const spec::Cell& cell, std::uint64_t ctrl, Pairs pairs);
};

const FamilyGenerators& generators_of(const spec::Conversion& row);

}  // namespace vconform::generators
