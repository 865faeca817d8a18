#include "generators/vconv/magnitudes.h"

namespace vconform::generators {

std::vector<MagnitudeCase> vconv_magnitudes(const spec::Cell& cell, std::uint64_t ctrl,
                                            Pairs pairs) {
  std::vector<MagnitudeCase> cases;
  for (const VectorArguments& arguments : vector_magnitudes(cell.conversion(), pairs)) {
    cases.push_back({discriminating_case(cell, registers_of(arguments, ctrl), arguments.plan),
                     arguments.is_extra});
  }
  return cases;
}

}  // namespace vconform::generators
