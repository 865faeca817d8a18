// The words that a copy_matrix multiplies by: a quant word in the register or one for each column
// in the Fixpipe buffer, and alphas likewise.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "generators/choices/choice_source.h"
#include "generators/copies/words.h"
#include "spec/case/case.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct MatrixWords {
  // The word of column 0; without a vector, of all columns.
  std::uint64_t word = 0;
  bool quant_vector = false;
  Differing differing = Differing::kScaleAndOffset;
  // The words of columns that do not follow the progression from column 0.
  std::map<std::uint64_t, std::uint64_t> planted;
  spec::ReluPre relu = spec::ReluPre::kNone;
  // The alpha of leaky ReLU, and of column 0.
  std::uint32_t alpha = 0;
  // Those of columns that do not follow the progression from column 0.
  std::map<std::uint64_t, std::uint32_t> planted_alphas;
  bool alphas_differ = true;
  // The contents of registers that are not read, and of the bits beside alpha.
  std::uint64_t unread = 0;

  std::uint64_t word_of(const spec::Conversion& row, std::uint64_t column) const;
  // Whether the words are shifts that differ.
  bool shifts_differ(const spec::Conversion& row) const;
  bool reads_alphas() const { return relu == spec::ReluPre::kPrelu; }
};

// Always takes the same number of draws. Uses the features kVectorQuant and kRelu if `allowed` has
// them.
MatrixWords draw_matrix_words(ChoiceSource& choices, const spec::Conversion& row,
                              std::uint64_t columns, spec::FeatureSet allowed);

// Draws the alphas and then the words of up to sixteen columns, kDrawsPerPart draws for each and
// one 0 to end. Without a vector they are dropped, so that later draws keep their meaning.
void draw_column_words(ChoiceSource& choices, const spec::Conversion& row, std::uint64_t columns,
                       MatrixWords& words);

// Alphas of every kind: both signs, 0, with low bits that do not fit 1-8-10, the limits of the
// normal numbers.
std::span<const std::uint32_t> listed_alphas();
// Those in some of the columns.
void plant_alphas(std::uint64_t columns, MatrixWords& words);

// The code of QuantPRE that the row needs.
std::uint64_t quant_pre(const spec::Conversion& row, const MatrixWords& words);

// The bytes of the vectors for this many columns, all columns of the last block included; 0 if the
// vector is not read.
std::uint64_t quant_vector_bytes(const MatrixWords& words, std::uint64_t columns);
std::uint64_t alpha_vector_bytes(const MatrixWords& words, std::uint64_t columns);

// The vectors, placed at `quant` and `alphas`.
std::vector<spec::Placement> word_placements(const spec::Conversion& row, const MatrixWords& words,
                                             std::uint64_t columns, const spec::Address& quant,
                                             const spec::Address& alphas);

// The steps set_lrelu_alpha, set_quant_pre and set_fpc.
std::vector<spec::Step> word_steps(const MatrixWords& words, std::uint64_t quant_address,
                                   std::uint64_t alpha_address);

}  // namespace vconform::generators
