// The computation of a copy on its elements, whichever family it belongs to.
#pragma once

#include "spec/number/word_fields.h"
#include "spec/rows/conversion.h"

namespace vconform::generators {

enum class CopyWork {
  kMoves,   // the element unchanged
  kCasts,   // floating point to a narrower one
  kToHalf,  // times M to an f16
  kShifts,  // s32 >> N to s16
  kToB8,    // times M to an s9, plus the offset, to s8 or u8
  kToB4,    // times M to an s5, plus the offset, to s4
};

// The row must belong to the family copy_matrix or data_copy.
CopyWork work_of(const spec::Conversion& row);

inline bool is_b8(const spec::Conversion& row) {
  return work_of(row) == CopyWork::kToB8;
}
inline bool is_b4(const spec::Conversion& row) {
  return work_of(row) == CopyWork::kToB4;
}

constexpr bool reads_word(CopyWork work) {
  return work != CopyWork::kMoves && work != CopyWork::kCasts;
}

// The kind of word that the row reads; requires reads_word(work_of(row)).
spec::Word copy_word_of(const spec::Conversion& row);

}  // namespace vconform::generators
