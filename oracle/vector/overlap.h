// The overlaps of operands that the pages leave open (asc-devkit:通用说明和约束).
#pragma once

#include <optional>

#include "oracle/vector/vector_walk.h"
#include "spec/rules/rules.h"

namespace vconform::oracle {

// nullopt if the walk is legal, otherwise the rule that leaves the result open.
// A walk is legal if, with whole blocks and masks ignored, for every repeat r with source blocks
// S_r and destination blocks D_r: D_r and S_r are disjoint, or identical block by block with
// elements of equal width; no later repeat reads D_r; no other block of the destination lies on
// D_r; no factor of a VDEQ does.
// `memory_size` is in bytes; VectorWalk::end_of both operands lies within it, and they start on
// block boundaries.
std::optional<spec::RuleId> hazard_of(const VectorWalk& walk, std::uint64_t memory_size);

// The same of blocks with an active lane alone: whether an overlap can show in a result.
bool active_blocks_overlap(const VectorWalk& walk, std::uint64_t memory_size);

}  // namespace vconform::oracle
