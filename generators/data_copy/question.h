// How a discriminating case of data_copy is put together.
#pragma once

#include "generators/copies/question.h"
#include "generators/data_copy/cases.h"

namespace vconform::generators {

// One block of sixteen elements, times 1.
struct BlockQuestion {
  BlockCall call;
  NumberRange source{};
  std::vector<std::uint64_t> patterns;
  NumberRange old_destination{};
};
BlockQuestion block_question(const spec::Cell& cell);
DiscriminatingCase block_case(const BlockQuestion& question);

// All factors of all vectors, or deqValue.
void put_word(BlockCall& call, std::uint64_t word);

}  // namespace vconform::generators
