// How a discriminating case of a copy is put together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "generators/copies/room.h"
#include "generators/vector/background.h"
#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// The instructions of a family that a rule concerns.
using Concerns = bool (*)(const spec::Conversion& row);
std::vector<spec::Cell> copy_cells_of(spec::Family family, Concerns concerns);

// A feature, and whether a case needs it.
struct Need {
  spec::Feature feature;
  bool needed;
};

template <std::size_t kNeeds>
spec::FeatureSet set_of(const std::array<Need, kNeeds>& needs) {
  spec::FeatureSet set;
  for (const Need& need : needs) {
    set.bits |= need.needed ? static_cast<std::uint32_t>(need.feature) : 0;
  }
  return set;
}

// What the operands hold: all source elements numbers of a range but for the first ones, which hold
// the witnesses; all of the old destination numbers of another.
struct QuestionNumbers {
  NumberRange source{};
  NumberRange old_destination{};
  std::vector<std::uint64_t> patterns;
};
// `pieces` are those of the destination and of the source, and whatever else is read.
std::vector<spec::Placement> placed(const spec::Conversion& row, std::uint64_t word,
                                    const std::vector<Piece>& pieces, const Room& room,
                                    const QuestionNumbers& numbers);

// The patterns of integers in the source of a row.
std::vector<std::uint64_t> source_patterns(const spec::Conversion& row,
                                           const std::vector<std::int64_t>& sources);

// That no witness of an integer result has; of other results what no number of the background has.
NumberRange no_result(const spec::Conversion& row);

}  // namespace vconform::generators
