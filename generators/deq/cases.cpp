#include "generators/deq/cases.h"

#include <cassert>

#include "generators/dequantise/assembled_case.h"

namespace vconform::generators {

spec::Case deq_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  assert(cell.conversion().family == spec::Family::kDeq);
  return dequantisation_case(choices, cell, bounds);
}

}  // namespace vconform::generators
