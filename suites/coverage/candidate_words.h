// Elements of dequantisations and copies, which have a word beside their source: representatives of
// every class of source, scale, offset, shift, ReLU and alpha together.
#pragma once

#include <cstdint>
#include <functional>

#include "oracle/number/element_input.h"
#include "spec/case/instruction.h"

namespace vconform::suites {

using VisitElement =
    std::function<void(const spec::Step& step, std::uint64_t ctrl, const oracle::ElementInput&)>;

// Calls `visit` for each of them; the row has values (GroupId::kValues) and is not of the family
// vconv.
void visit_word_elements(const spec::Cell& cell, const VisitElement& visit);

}  // namespace vconform::suites
