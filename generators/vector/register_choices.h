// Values for CTRL and the mask register that suit the conversions to come.
#pragma once

#include <cstdint>
#include <span>

#include "generators/choices/choice_source.h"
#include "generators/vector/masks.h"
#include "generators/vector/span.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// f16 and bf16 results saturate, or keep inf and NaN, as CTRL[48] says.
bool has_half_result(const spec::Conversion& row);

// What the conversions under one setting of the registers have in common.
struct RegisterNeeds {
  spec::FeatureSet allowed;
  // A result is f16 or bf16, so that CTRL[48] counts.
  bool half_result = false;
  // An operand is s4.
  bool pairs = false;
  // Elements that counter mode may ask for: the fewest of what each conversion has room for.
  std::uint64_t max_count = 0;
};

// For conversions that have `region` each; `cells` is not empty.
RegisterNeeds register_needs(std::span<const spec::Cell> cells, spec::FeatureSet allowed,
                             const Region& region);

std::uint64_t draw_ctrl(ChoiceSource& choices, const RegisterNeeds& needs);

// A mask or, where `ctrl` says counter mode, a count, with the edges of `row`.
spec::Mask draw_mask_register(ChoiceSource& choices, const RegisterNeeds& needs, std::uint64_t ctrl,
                              const spec::Conversion& row);

// The same draws, but never a mask or a count that activates no element of `row`.
spec::Mask draw_writing_mask_register(ChoiceSource& choices, const RegisterNeeds& needs,
                                      std::uint64_t ctrl, const spec::Conversion& row);

}  // namespace vconform::generators
