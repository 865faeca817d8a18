// The result of one element of a DataCopy (data_copy_enhanced, 表8, deqValue, isRelu).
#pragma once

#include "oracle/number/element_input.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/derivation.h"
#include "spec/case/instruction.h"

namespace vconform::oracle {

// input.scale is deqValue or the element's factor; it is ignored without quantisation. For an s8 or
// u8 result, bit 46 of the word selects the type: see data_copy_result_type.
Expectation data_copy_element(Derivation& d, const spec::DataCopy& step, const ElementInput& input);
spec::NumberType data_copy_result_type(const spec::DataCopy& step, const ElementInput& input);

// Whether elements arrive unchanged: no rule about numbers affects them, whatever their format.
bool moves_bytes(const spec::DataCopy& step);

}  // namespace vconform::oracle
