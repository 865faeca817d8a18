// What a copy_matrix multiplies by: a quant word in the register or one for each column in the
// Fixpipe buffer, and alphas likewise.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct MatrixWords {
  // Of column 0, and of all columns where there is no vector.
  std::uint64_t word = 0;
  bool quant_vector = false;
  // Those that differ from their place in the row of words.
  std::map<std::uint64_t, std::uint64_t> planted;
  spec::ReluPre relu = spec::ReluPre::kNone;
  // That of leaky ReLU, and of column 0.
  std::uint32_t alpha = 0;
  // What registers hold that are not read, and the bits beside alpha.
  std::uint64_t unread = 0;

  std::uint64_t word_of(const spec::Conversion& row, std::uint64_t column) const;
  bool reads_alphas() const { return relu == spec::ReluPre::kPrelu; }
};

// Of `allowed` kVectorQuant and kRelu. Always the same number of draws.
MatrixWords draw_matrix_words(ChoiceSource& choices, const spec::Conversion& row,
                              std::uint64_t columns, spec::FeatureSet allowed);

// Up to sixteen words that are drawn, kDrawsPerPart draws each and one 0 to end. Without a vector
// they are dropped, so that the draws behind them keep their meaning.
void draw_column_words(ChoiceSource& choices, const spec::Conversion& row, std::uint64_t columns,
                       MatrixWords& words);

// The code that the row needs.
std::uint64_t quant_pre(const spec::Conversion& row, const MatrixWords& words);

// Bytes of the vectors for this many columns, those of the last block included; 0 where none is
// read.
std::uint64_t quant_vector_bytes(const MatrixWords& words, std::uint64_t columns);
std::uint64_t alpha_vector_bytes(const MatrixWords& words, std::uint64_t columns);

// The vectors, from `quant` and `alphas`.
std::vector<spec::Placement> word_placements(const spec::Conversion& row, const MatrixWords& words,
                                             std::uint64_t columns, const spec::Address& quant,
                                             const spec::Address& alphas);

// set_lrelu_alpha, set_quant_pre, set_fpc.
std::vector<spec::Step> word_steps(const MatrixWords& words, std::uint64_t quant_address,
                                   std::uint64_t alpha_address);

}  // namespace vconform::generators
