// The result of one element of a vector instruction, whatever its family.
#pragma once

#include <cstdint>

#include "oracle/number/element_input.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"
#include "spec/rows/conversions.h"

namespace vconform::oracle {

// `cell` is a row of the family vconv or deq.
Expectation convert_element(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                            Readings& readings);

}  // namespace vconform::oracle
