// The first step of a dequantisation at which wrong results differ from what is right: what can be
// said of a mistake that no hypothesis describes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "spec/profiles/choices.h"
#include "suites/diagnosis/evidence.h"

namespace vconform::suites {

struct WrongStep {
  // As `explain` names it.
  std::string step;
  // The slug of the rule that decides the step.
  std::string rule;

  friend bool operator==(const WrongStep&, const WrongStep&) = default;
};

// The steps of which each explains every wrong element of these cases, and no other step does: the
// backend does all steps before and after it right, and gives at this one a wrong value, of those
// that are plausible there (step_values.h), which depends on nothing but the exact value of the
// step. Right elements count: where a step meets the same value, it must give the same. Only if no
// step explains them, two that span several are tried: the offset added before rounding
// (`*.offset-order`), and the shift by MCB (`*.mcb`).
//
// Empty if no step explains them; if more than three do, so that nothing is said by naming them; if
// too few elements are wrong to tell; and for instructions without such a chain. `readings` are
// those that the backend follows; other rules are taken as golden follows them.
std::vector<WrongStep> first_wrong_steps(std::span<const Observed* const> wrong,
                                         std::span<const Observed* const> right,
                                         const spec::Choices& readings);

}  // namespace vconform::suites
