#include "generators/programs/copied_source.h"

#include "generators/copy_matrix/question.h"
#include "generators/data_copy/question.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

spec::Case copy_of(const spec::CopyMatrix& like, const CopiedSource& source) {
  const spec::QuantCode& code = spec::quant_code_of(like.cell.conversion());
  MatrixQuestion question = matrix_question(like.cell);
  MatrixWords& words = question.call.words;
  question.call.registers.ctrl = source.ctrl;
  question.patterns = {source.pattern};
  question.quant_pre_zero = like.quant_pre == 0;
  words.word = source.word;
  words.quant_vector = code.reads_quant_word() && like.quant_pre == code.vector;
  words.relu = static_cast<spec::ReluPre>(like.relu_pre);
  words.alpha = source.alpha;
  return matrix_case(question).test_case;
}

spec::Case copy_of(const spec::DataCopy& like, const CopiedSource& source) {
  BlockQuestion question = block_question(like.cell);
  question.call.ctrl = source.ctrl;
  question.call.shape.mode = like.block_mode;
  question.call.words.is_relu = like.is_relu;
  question.patterns = {source.pattern};
  put_word(question.call, source.word);
  return block_case(question).test_case;
}

}  // namespace

spec::Case copy_of(const spec::Step& like, const CopiedSource& source) {
  const auto* matrix = std::get_if<spec::CopyMatrix>(&like);
  return matrix != nullptr ? copy_of(*matrix, source)
                           : copy_of(std::get<spec::DataCopy>(like), source);
}

}  // namespace vconform::generators
