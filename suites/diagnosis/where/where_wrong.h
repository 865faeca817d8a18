// Where the wrong elements of an instruction lie among all that were looked at.
#pragma once

#include <vector>

#include "suites/diagnosis/evidence.h"
#include "suites/diagnosis/where/grid.h"

namespace vconform::suites {

// The elements of the instruction in its wrong and its right cases: by exponent or digits of the
// source and its sign or, of a dequantisation, the exponent of its scale; and by lane of a block
// and repeat, row or block. A grid without wrong elements is left out, and the second one unless
// the backend places its results itself.
std::vector<Grid> where_wrong(const Evidence& evidence, const spec::Cell& cell, bool has_places);

}  // namespace vconform::suites
