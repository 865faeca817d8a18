// The words that copies multiply and shift by: the quant words of FIXPIPE, and deqValue or the
// elements of its vector.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "generators/number/exact_pattern.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// The meaning of a word for an element, with the low bits of M as the profiles read them.
struct CopyScale {
  // The significand is odd, or 0 if the scale is 0, inf or NaN.
  Dyadic scale;
  int offset = 0;
  // The number of low bits that the element loses first; 0 without a shift.
  int shift = 0;
};
CopyScale copy_scale(const spec::Conversion& row, std::uint64_t word);

// Times 1, and shifted by 1 if the row shifts; for b8 results with the sign of the row's
// destination. 0 for a row that reads no word.
std::uint64_t plain_copy_word(const spec::Conversion& row);

// A word in three draws, all 0 giving plain_copy_word(row): the limits of each field, low bits of M
// that do not fit 1-8-10, and reserved bits, all mostly 0. For copy_matrix the scale is mostly 0 or
// a normal number; for data_copy it may be any. The relu bit of a deqValue is clear.
std::uint64_t draw_copy_word(ChoiceSource& choices, const spec::Conversion& row);

// The word with this scale, a pattern of 1-8-10 or of a half; the other fields follow from
// `number`.
std::uint64_t copy_word_around(const spec::Conversion& row, std::uint64_t scale,
                               std::uint64_t number);

// `word` with the MCB bit of `like`, if the row's word has one.
std::uint64_t with_mcb_of(const spec::Conversion& row, std::uint64_t word, std::uint64_t like);

// The fields in which neighbouring words of a vector differ. If nothing differs, a part of the
// vector may hold equal words, and another one does not.
enum class Differing : std::uint8_t { kScaleAndOffset, kNothing, kOffset, kScale };
// Mostly both; by its lowest three bits.
Differing differing_by(std::uint64_t number);

// The difference from one word to the next: three of the scale's last bits, and 5 in the offset,
// from which bits carry into the sign.
inline constexpr std::uint64_t kScaleStep = 3 << 13;
std::uint64_t step_of(Differing differing);

}  // namespace vconform::generators
