#include "generators/programs/instruction_cases.h"
#include "generators/cast_deq/cases.h"
#include "generators/deq/cases.h"

#include "generators/copy_matrix/cases.h"
#include "generators/data_copy/cases.h"
#include "generators/vconv/cases.h"

namespace vconform::generators {

spec::Case instruction_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  switch (cell.conversion().family) {
    case spec::Family::kVconv:
      return vconv_case(choices, cell, bounds);
    case spec::Family::kDeq:
      return deq_case(choices, cell, bounds);
    case spec::Family::kCastDeq:
      return cast_deq_case(choices, cell, bounds);
    case spec::Family::kCopyMatrix:
      return copy_matrix_case(choices, cell, bounds);
    case spec::Family::kDataCopy:
      break;
  }
  return data_copy_case(choices, cell, bounds);
}

}  // namespace vconform::generators
