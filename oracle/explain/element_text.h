// One element of a step in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/number/element_input.h"
#include "oracle/predict/element.h"
#include "oracle/predict/world.h"
#include "spec/case/instruction.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// The row and mode that convert; for a CastDeq, those of the instruction it stands for.
spec::Cell converting_cell(const spec::Step& step);
// The arithmetic that the step applies to an element.
ElementArithmetic arithmetic_of(const spec::Step& step, std::uint64_t ctrl,
                                const spec::Choices& choices);

// "repeat 1, block 0, lane 3", of a matrix "nd block 0, row 2, column 5", of a DataCopy "block 1,
// element 3", of an operation "row 1, column 3".
std::string position_text(const spec::Step& step, const PredictedElement& element);

// "M=0x3f800000 offset=0x000 sign=1", and " alpha=0x3f000000" if ReLU uses one; empty if neither
// affects the element.
std::string word_text_of(const spec::Step& step, const ElementInput& input);

// The source, then every step with its exact value, in several lines.
std::string steps_text(const spec::NumberFormat& from, std::uint64_t pattern,
                       const std::vector<DerivedStep>& steps);

// "   (exact 5/2, tie between 2 and 3)", the value that is rounded last; empty if none is.
std::string exact_text(const std::vector<DerivedStep>& steps);

}  // namespace vconform::oracle
