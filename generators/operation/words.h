// The parameters of an operation that quantises: words that its elements are multiplied by, one for
// all columns or one for each, and alphas of ReLU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// Times 1, with the sign of the destination.
std::uint64_t plain_operation_word(const spec::Cell& cell);

// Words that an operation always meets: scales whose ties are exact, with low bits that the unit
// drops, negative, small and 0; offsets at their limits; shifts. The first is the plain one. All
// have the sign of the destination, and no reserved or ReLU bit.
const std::vector<std::uint64_t>& operation_words(const spec::Cell& cell);

// The number of the word in operation_words that column `col` has, of a case with this number.
std::size_t word_number(const spec::Cell& cell, std::uint64_t number, std::uint64_t col);

// Gives an operation that quantises the words and alphas of a case with this number: without
// columns of its own, the word of column 0. Others stay as they are.
void set_listed_words(spec::Case& test_case, std::uint64_t number);

// Gives it one word and one alpha in every column.
void set_uniform_words(spec::Case& test_case, std::uint64_t word, std::uint32_t alpha);

// Gives an operation that quantises the listed words of a drawn number; then, in half of all cases,
// a drawn word for all columns, or for up to eight of them.
void draw_words(ChoiceSource& choices, spec::Case& test_case);

}  // namespace vconform::generators
