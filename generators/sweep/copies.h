// The programs of a sweep of copies: an operand of consecutive values in L0C, moved to another
// memory in one of several layouts.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "generators/copies/room.h"
#include "generators/copy_matrix/cases.h"
#include "generators/data_copy/cases.h"
#include "generators/sweep/copied_words.h"
#include "generators/sweep/domain.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct SweptCopy {
  std::variant<MatrixCall, BlockCall> call;
  // The operands, the destination first.
  std::vector<Piece> pieces;
  Room room;

  spec::Address at(std::size_t piece) const { return room.at(pieces, piece); }
};

// A copy of the values from `first` on. Copies that are not varied are contiguous and have the same
// places for many chunks; varied ones have gaps, ND layouts, several blocks or vectors, as far as
// the claimed features permit.
SweptCopy swept_copy(const SweepDomain& domain, spec::FeatureSet claimed, std::uint64_t first,
                     bool is_varied);

// The steps, and the contents of the memories that do not depend on the values: the words.
std::vector<spec::Step> steps_of(const SweptCopy& copy);
std::vector<spec::Placement> words_of(const SweptCopy& copy);

}  // namespace vconform::generators
