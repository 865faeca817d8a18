// What a copy does to its elements, whichever family it is of.
#pragma once

#include "spec/number/word_fields.h"
#include "spec/rows/conversion.h"

namespace vconform::generators {

enum class CopyWork {
  kMoves,   // the element as it is
  kCasts,   // floating point to a narrower one
  kToHalf,  // times M to an f16
  kShifts,  // s32 >> N to s16
  kToB8,    // times M to an s9, plus the offset, to s8 or u8
  kToB4,    // times M to an s5, plus the offset, to s4
};

// Of a row of the families copy_matrix and data_copy.
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

// The fields of its word; reads_word(work_of(row)).
spec::Word copy_word_of(const spec::Conversion& row);

}  // namespace vconform::generators
