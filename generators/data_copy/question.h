// The parts of a discriminating case of data_copy.
#pragma once

#include "generators/copies/question.h"
#include "generators/data_copy/cases.h"

namespace vconform::generators {

// The default is one block of sixteen elements, times 1.
struct BlockQuestion : QuestionNumbers {
  BlockCall call;
};
BlockQuestion block_question(const spec::Cell& cell);
// The same under CTRL and times a word, in a block of at least `elements`.
BlockQuestion long_block_question(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t word,
                                  std::uint64_t elements);
DiscriminatingCase block_case(const BlockQuestion& question);

// Sets deqValue, or all factors of all vectors.
void put_word(BlockCall& call, std::uint64_t word);

}  // namespace vconform::generators
