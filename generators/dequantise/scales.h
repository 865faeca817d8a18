// The words that a dequantisation multiplies by: one in DEQSCALE, or a vector of them in UB.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/choice_source.h"
#include "generators/vector/vector_place.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

struct DeqScales {
  // Lane i uses words[i % size]: one word, or sixteen factors.
  std::vector<std::uint64_t> words;
  // Fills a vector before the words that differ from it are placed.
  std::uint64_t base = 0;
  // The place of a vector, and the bits around its address.
  VectorChoice vector;
  std::uint64_t reserved = 0;
  bool is_tensor = false;

  bool is_vector() const { return words.size() > 1; }
  std::uint64_t word_of(std::uint64_t lane) const { return words[lane % words.size()]; }
};

// For a row of the family deq: one word, sixteen times for a vector, and, for every row, the
// vector's place and the bits around its address. Always takes the same number of draws.
// `by_tensor`: uses only the tensor form of set_deq_scale.
DeqScales draw_deq_scales(ChoiceSource& choices, const spec::Conversion& row, bool by_tensor);

// Draws up to sixteen factors of a vector that differ from the rest, kDrawsPerPart draws for each
// and one 0 to end; none without a vector.
void draw_other_factors(ChoiceSource& choices, const spec::Conversion& row, DeqScales& scales);

// `vector_block` is the first block of the vector, ignored without one.
spec::SetDeqScale scale_step(const DeqScales& scales, std::uint64_t vector_block);
std::vector<spec::Placement> vector_placements(const DeqScales& scales, std::uint64_t vector_block);

}  // namespace vconform::generators
