// The parts of a discriminating case of a copy.
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

// The contents of the operands: source elements are numbers of a range, except the first ones,
// which hold the witnesses; the old destination holds numbers of another range. And their places.
struct QuestionNumbers {
  NumberRange source{};
  NumberRange old_destination{};
  std::vector<std::uint64_t> patterns;
  Gap gap;
};
// `pieces` are those of the destination, the source and any other memory that is read.
std::vector<spec::Placement> placed(const spec::Conversion& row, std::uint64_t word,
                                    const std::vector<Piece>& pieces, const Room& room,
                                    const QuestionNumbers& held);

// The patterns of integers in the source format of a row.
std::vector<std::uint64_t> source_patterns(const spec::Conversion& row,
                                           const std::vector<std::int64_t>& sources);

// Numbers that no witness of an integer result has; for other results, numbers that the background
// does not have.
NumberRange no_result(const spec::Conversion& row);

}  // namespace vconform::generators
