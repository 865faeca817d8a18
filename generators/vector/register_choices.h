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

// Whether results are f16 or bf16, which saturate, or keep inf and NaN, as CTRL[48] says.
bool has_half_result(const spec::Conversion& row);

// The common properties of the conversions under one setting of the registers.
struct RegisterNeeds {
  spec::FeatureSet allowed;
  // Whether a result is f16 or bf16, so that CTRL[48] matters.
  bool half_result = false;
  // Whether a result is an integer, so that CTRL[59] and CTRL[60] matter.
  bool integer_result = false;
  // Whether an operand is s4.
  bool pairs = false;
  // The most elements for counter mode: the least of what the conversions have room for.
  std::uint64_t max_count = 0;
};

// The needs of conversions that each use `region`; `cells` must not be empty.
RegisterNeeds register_needs(std::span<const spec::Cell> cells, spec::FeatureSet allowed,
                             const Region& region);

std::uint64_t draw_ctrl(ChoiceSource& choices, const RegisterNeeds& needs);

// A mask or, if `ctrl` selects counter mode, a count, with the edges of `row`.
spec::Mask draw_mask_register(ChoiceSource& choices, const RegisterNeeds& needs, std::uint64_t ctrl,
                              const spec::Conversion& row);

// A value with as many draws that activates at least one element of `row`.
spec::Mask draw_writing_mask_register(ChoiceSource& choices, const RegisterNeeds& needs,
                                      std::uint64_t ctrl, const spec::Conversion& row);

}  // namespace vconform::generators
