// What one element of copy_matrix_cc_to_{cbuf,gm} must become (copy_matrix_cc; asc-devkit:随路量化,
// Fixpipe): start, scale, ReLU, product, offset, result.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/number/expectation.h"
#include "oracle/predict/element.h"
#include "oracle/reading/readings.h"
#include "oracle/reading/trial.h"
#include "spec/case/instruction.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::oracle {

// What an instruction does with each of its elements.
struct FixpipeMode {
  const spec::Conversion* row;
  const spec::QuantCode* code;
  // QuantPRE is 0 in a row that computes something (fixpipe.quantpre-zero).
  bool quantpre_is_zero;
  spec::ReluPre relu;
  std::uint64_t ctrl;
};
// ReLUPRE must be in range.
FixpipeMode fixpipe_mode(const spec::CopyMatrix& step, std::uint64_t ctrl);

// An element multiplied by a quant word's M1, and one that an alpha may multiply.
inline bool multiplies(spec::Pipeline pipeline) {
  return pipeline == spec::Pipeline::kHalf || pipeline == spec::Pipeline::kB8 ||
         pipeline == spec::Pipeline::kB4;
}

// input.scale is the quant word, input.alpha the 32 bits of alpha. Where the result is an s8 or u8,
// bit 46 of the word says which: fixpipe_result_type.
Expectation fixpipe_element(const FixpipeMode& mode, const ElementInput& input, Readings& readings);
// Its steps, under readings that are known.
std::vector<DerivedStep> fixpipe_steps(const FixpipeMode& mode, const ElementInput& input,
                                       const spec::Choices& known);
spec::NumberType fixpipe_result_type(const FixpipeMode& mode, const ElementInput& input);

}  // namespace vconform::oracle
