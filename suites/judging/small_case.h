// The simplest cases of an instruction with one source.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/number/element_input.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::suites {

// Cases that show what an element of a failed case shows, if its value is wrong wherever it stands:
// the simplest case of the instruction under this CTRL, in normal mode, with the source and the
// parameters of the element; of an operation the failed one with one source everywhere, the
// smallest first. The last step of `failed` is the instruction.
std::vector<spec::Case> small_cases(const spec::Cell& cell, std::uint64_t ctrl,
                                    const spec::Case& failed, const oracle::ElementInput& input);

}  // namespace vconform::suites
