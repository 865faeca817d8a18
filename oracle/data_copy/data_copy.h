// What one element of a DataCopy must become (data_copy_enhanced, 表8, deqValue, isRelu).
#pragma once

#include <vector>

#include "oracle/number/expectation.h"
#include "oracle/predict/element.h"
#include "oracle/reading/readings.h"
#include "oracle/reading/trial.h"
#include "spec/case/instruction.h"

namespace vconform::oracle {

// input.scale is deqValue or the element's factor; without quantisation it has no say. Where the
// result is an s8 or u8, bit 46 of the word says which: data_copy_result_type.
Expectation data_copy_element(const spec::DataCopy& step, const ElementInput& input,
                              Readings& readings);
// Its steps, under readings that are known.
std::vector<DerivedStep> data_copy_steps(const spec::DataCopy& step, const ElementInput& input,
                                         const spec::Choices& known);
spec::NumberType data_copy_result_type(const spec::DataCopy& step, const ElementInput& input);

// Elements arrive as they are: whatever their number format, no rule about numbers has a say.
bool moves_bytes(const spec::DataCopy& step);

}  // namespace vconform::oracle
