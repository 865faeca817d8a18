// The words that copies multiply and shift by: the quant words of FIXPIPE, and deqValue or the
// elements of its vector.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "generators/number/exact_pattern.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// What a word means to an element, with the low bits of M as the profiles read them.
struct CopyScale {
  // Odd significand, or 0 where the scale is 0, inf or NaN.
  Dyadic scale;
  int offset = 0;
  // Bits that the element loses first; 0 where nothing is shifted.
  int shift = 0;
};
CopyScale copy_scale(const spec::Conversion& row, std::uint64_t word);

// Times 1, shifted by 1 where the row shifts; for b8 results the sign of the row's destination.
// 0 for a row that reads no word.
std::uint64_t plain_copy_word(const spec::Conversion& row);

// Three draws; all 0 give plain_copy_word(row). The limits of each field, low bits of M that 1-8-10
// has no place for, and reserved bits, all mostly 0. Of copy_matrix the scale is 0 or a normal
// number; of data_copy any. The relu bit of a deqValue is clear.
std::uint64_t draw_copy_word(ChoiceSource& choices, const spec::Conversion& row);

// `word` with the MCB bit of `like`, where the row's word has one.
std::uint64_t with_mcb_of(const spec::Conversion& row, std::uint64_t word, std::uint64_t like);

}  // namespace vconform::generators
