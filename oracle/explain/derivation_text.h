// The derivation of one element in words, under one combination of readings.
#pragma once

#include <string>

#include "oracle/predict/element.h"
#include "oracle/reading/readings.h"
#include "spec/rows/conversions.h"

namespace vconform::oracle {

// Every step with its exact value, then the result and its rules, in several lines.
std::string derivation_text(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                            Readings& readings);

// "   (exact 5/2, tie between 2 and 3)", the value that is rounded; empty if nothing is rounded.
std::string neighbours_text(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                            Readings& readings);

}  // namespace vconform::oracle
