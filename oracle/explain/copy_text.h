// Elements of FIXPIPE and DataCopy in words.
#pragma once

#include <cstdint>
#include <string>

#include "oracle/predict/world.h"
#include "spec/case/instruction.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// Whether a step is a CopyMatrix or a DataCopy.
bool is_copy(const spec::Step& step);

// "nd block 0, row 2, column 5" for a matrix, "block 1, element 3" for a DataCopy.
std::string copy_element_text(const spec::Step& step, const PredictedElement& element);

// "M1=0x3f800000 N=0x0 MCB=0 offset=0x000 sign=1", and " alpha=0x3f000000" if ReLU uses one; empty
// if neither affects the element.
std::string copy_word_text(const spec::Step& step, const PredictedElement& element);

// The source, then every step with its exact value, in several lines. Requires an element whose
// source is known.
std::string copy_derivation_text(const spec::Step& step, std::uint64_t ctrl,
                                 const PredictedElement& element, const spec::Choices& known);

// "   (exact 5/2)", the value that is rounded last; empty if nothing is rounded.
std::string copy_exact_text(const spec::Step& step, std::uint64_t ctrl,
                            const PredictedElement& element, const spec::Choices& known);

// The type of the destination, or the one that the word's sign bit selects.
spec::NumberType copy_result_type(const spec::Step& step, const PredictedElement& element);

}  // namespace vconform::oracle
