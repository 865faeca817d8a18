// The memory contents before an instruction: numbers that tell their position, and a few planted
// elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "generators/choices/choice_source.h"
#include "generators/vector/addressing.h"
#include "generators/vector/background.h"
#include "spec/case/case.h"

namespace vconform::generators {

inline constexpr std::size_t kMaxPlanted = 32;

// Fills `blocks` DataBlocks from block `first` of UB on.
spec::Placement fill_blocks(const spec::NumberFormat& format, std::uint64_t first,
                            std::uint64_t blocks, const NumberRange& numbers);

// Fills the destination's span, then the source's, which wins if they overlap, each from its first
// to its last block, gaps included.
std::vector<spec::Placement> background(const spec::Conversion& row, const AddressingPlan& plan);
// The background with other numbers in the source.
std::vector<spec::Placement> background(const spec::Conversion& row, const AddressingPlan& plan,
                                        const NumberRange& source);

// Returns the pattern for a lane in two draws.
using PatternOfLane = std::function<std::uint64_t(ChoiceSource& choices, std::uint64_t lane)>;

// Up to kMaxPlanted patterns in source lanes, kDrawsPerPart draws for each and one 0 to end; biased
// to the first and the last repeat, to block ends and to lanes where the mask changes.
std::vector<spec::Placement> planted_elements(ChoiceSource& choices, const spec::Conversion& row,
                                              const spec::Registers& registers,
                                              const AddressingPlan& plan,
                                              const PatternOfLane& pattern);
// The planted elements with patterns that are interesting for a row of the family vconv.
std::vector<spec::Placement> planted_elements(ChoiceSource& choices, const spec::Conversion& row,
                                              const spec::Registers& registers,
                                              const AddressingPlan& plan);

}  // namespace vconform::generators
