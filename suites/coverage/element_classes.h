// The classes of one element of an instruction, by exact arithmetic: of its source, its word, the
// last rounding on the way to its result, and the result.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/number/element_input.h"
#include "spec/case/case.h"
#include "spec/case/instruction.h"
#include "spec/profiles/choices.h"
#include "suites/coverage/model.h"

namespace vconform::suites {

// An instruction as one of its elements sees it; addresses, masks and shapes do not matter.
// `step` must outlive the object.
struct Setting {
  const spec::Step* step;
  // The row and mode that convert: those of the instruction that a CastDeq stands for.
  spec::Cell cell;
  std::uint64_t ctrl = 0;
};
Setting setting_of(const spec::Step& step, std::uint64_t ctrl);

// CTRL before each step of a case.
std::vector<std::uint64_t> ctrl_before_steps(const spec::Case& test_case);

// In the dimensions of the word and of ReLU, which do not depend on the source.
Sample parameter_sample(const Setting& setting, const oracle::ElementInput& input);

// In the dimensions of GroupId::kValues. `choices` must have a reading of every rule that affects
// the element.
Sample element_sample(const Setting& setting, const oracle::ElementInput& input,
                      const spec::Choices& choices);

}  // namespace vconform::suites
