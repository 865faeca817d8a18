// The result of one element of copy_matrix_cc_to_{cbuf,gm} (copy_matrix_cc; asc-devkit:随路量化,
// Fixpipe), in the steps start, scale, ReLU, product, offset, result.
#pragma once

#include <cstdint>

#include "oracle/number/element_input.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/derivation.h"
#include "spec/case/instruction.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::oracle {

// The parameters that all elements of one instruction share.
struct FixpipeMode {
  const spec::Conversion* row;
  const spec::QuantCode* code;
  // QuantPRE is 0 in a row that computes something, and other codes count too
  // (fixpipe.quantpre-zero, fixpipe.quantpre-codes).
  bool quantpre_is_zero;
  spec::ReluPre relu;
  std::uint64_t ctrl;
};
// The mode of an instruction under CTRL; ReLUPRE must be in range.
FixpipeMode fixpipe_mode(const spec::CopyMatrix& step, std::uint64_t ctrl,
                         const spec::Choices& known = {});

// Whether the pipeline multiplies by a quant word's M1.
inline bool multiplies(spec::Pipeline pipeline) {
  return pipeline == spec::Pipeline::kHalf || pipeline == spec::Pipeline::kB8 ||
         pipeline == spec::Pipeline::kB4;
}

// input.scale is the quant word, input.alpha the 32 bits of alpha. For an s8 or u8 result, bit 46
// of the word selects the type: see fixpipe_result_type.
Expectation fixpipe_element(Derivation& d, const FixpipeMode& mode, const ElementInput& input);
spec::NumberType fixpipe_result_type(const FixpipeMode& mode, const ElementInput& input);

}  // namespace vconform::oracle
