// The picture of a wrong element in the READMEs: its bits, and what a result keeps of its value.
#pragma once

#include <string>

#include "oracle/explain/wrong_element.h"

namespace vconform::suites {

// An SVG of an element of a vconv: source, exact value, expected and got, the digits that differ
// marked; then the caption. For light and dark pages. The element has a source that is a finite
// number, and one expected pattern.
std::string bit_picture(const oracle::WrongElement& element, const std::string& caption);

}  // namespace vconform::suites
