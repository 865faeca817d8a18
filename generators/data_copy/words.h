// What a DataCopy from CO1 to CO2 multiplies by: deqValue, or the vectors at deqTensorAddr; and its
// ReLU.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/case/instruction.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct BlockWords {
  // deqValue, or what all factors of the vectors step on from.
  std::uint64_t word = 0;
  // Factors, counted from deqTensorAddr on, that differ from that.
  std::map<std::uint64_t, std::uint64_t> planted;
  bool is_relu = false;
  // What is not read holds: deqValue beside a vector, deqTensorAddr beside none, padding.
  std::uint64_t unread = 0;

  std::uint64_t factor(const spec::Conversion& row, std::uint64_t number) const;
  // What element i of block j is multiplied by, in the profile's reading of copy.vdeq-advance.
  std::uint64_t word_of(const spec::Conversion& row, std::uint64_t j, std::uint64_t i) const;
};

// Of `allowed` kRelu. Always the same number of draws.
BlockWords draw_block_words(ChoiceSource& choices, const spec::Conversion& row,
                            spec::FeatureSet allowed);

// Of a vector, up to sixteen factors of `blocks` blocks that are drawn, kDrawsPerPart draws each
// and one 0 to end.
void draw_other_factors(ChoiceSource& choices, const spec::Conversion& row, std::uint64_t blocks,
                        BlockWords& words);

// Bytes that the vectors of so many blocks take in any reading: 128 a block. 0 without a vector.
std::uint64_t vector_bytes(const spec::Conversion& row, std::uint64_t blocks);
std::vector<spec::Placement> vector_placements(const spec::Conversion& row, const BlockWords& words,
                                               std::uint64_t blocks, const spec::Address& at);

void put_words(const spec::Conversion& row, const BlockWords& words, std::uint64_t vector_address,
               spec::DataCopy& step);

}  // namespace vconform::generators
