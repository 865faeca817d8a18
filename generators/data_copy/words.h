// The words that a DataCopy from CO1 to CO2 multiplies by, deqValue or the vectors at
// deqTensorAddr, and its ReLU.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "generators/choices/choice_source.h"
#include "generators/copies/words.h"
#include "spec/case/case.h"
#include "spec/case/instruction.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct BlockWords {
  // deqValue, or the first factor, from which all factors of the vectors count on.
  std::uint64_t word = 0;
  Differing differing = Differing::kScaleAndOffset;
  // Factors that do not follow that progression, numbered from deqTensorAddr on.
  std::map<std::uint64_t, std::uint64_t> planted;
  bool is_relu = false;
  // The contents of what is not read: deqValue beside a vector, deqTensorAddr without one, padding.
  std::uint64_t unread = 0;

  // Whether the factors are shifts that differ.
  bool shifts_differ(const spec::Conversion& row) const;
  std::uint64_t factor(const spec::Conversion& row, std::uint64_t number) const;
  // The word of element i of block j, under the profile's reading of copy.vdeq-advance.
  std::uint64_t word_of(const spec::Conversion& row, std::uint64_t j, std::uint64_t i) const;
};

// Whether a bit of deqValue asks for ReLU; in the words of a vector it is not read.
bool reads_relu_bit(const spec::Conversion& row);

// Always takes the same number of draws. Uses the feature kRelu if `allowed` has it.
BlockWords draw_block_words(ChoiceSource& choices, const spec::Conversion& row,
                            spec::FeatureSet allowed);

// Draws up to sixteen factors of the vectors of `blocks` blocks, kDrawsPerPart draws for each and
// one 0 to end; none without a vector.
void draw_other_factors(ChoiceSource& choices, const spec::Conversion& row, std::uint64_t blocks,
                        BlockWords& words);

// The bytes that the vectors of this many blocks take under any reading: 128 for each block; 0
// without a vector.
std::uint64_t vector_bytes(const spec::Conversion& row, std::uint64_t blocks);
std::vector<spec::Placement> vector_placements(const spec::Conversion& row, const BlockWords& words,
                                               std::uint64_t blocks, const spec::Address& at);

void put_words(const spec::Conversion& row, const BlockWords& words, std::uint64_t vector_address,
               spec::DataCopy& step);

}  // namespace vconform::generators
