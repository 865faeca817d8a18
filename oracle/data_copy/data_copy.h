// The result of one element of a DataCopy (data_copy_enhanced, 表8, deqValue, isRelu).
#pragma once

#include <vector>

#include "oracle/number/element_input.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"
#include "oracle/reading/trial.h"
#include "spec/case/instruction.h"

namespace vconform::oracle {

// input.scale is deqValue or the element's factor; it is ignored without quantisation. For an s8 or
// u8 result, bit 46 of the word selects the type: see data_copy_result_type.
Expectation data_copy_element(const spec::DataCopy& step, const ElementInput& input,
                              Readings& readings);
// The steps of data_copy_element, under readings that are known.
std::vector<DerivedStep> data_copy_steps(const spec::DataCopy& step, const ElementInput& input,
                                         const spec::Choices& known);
spec::NumberType data_copy_result_type(const spec::DataCopy& step, const ElementInput& input);

// Whether elements arrive unchanged: no rule about numbers affects them, whatever their format.
bool moves_bytes(const spec::DataCopy& step);

}  // namespace vconform::oracle
