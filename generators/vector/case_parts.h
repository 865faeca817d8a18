// The parts that cases of every generator have in common.
#pragma once

#include <vector>

#include "generators/choices/bounds.h"
#include "generators/vector/addressing.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// A case with a UB of this many blocks, by default of the a2 size, and nothing else.
spec::Case empty_case(std::uint64_t ub_blocks = kUbBlocks);

spec::Vconv instruction(const spec::Cell& cell, const AddressingPlan& plan);

void append(std::vector<spec::Placement>& all, const std::vector<spec::Placement>& more);

}  // namespace vconform::generators
