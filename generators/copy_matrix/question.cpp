#include "generators/copy_matrix/question.h"

#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "generators/vector/register_choices.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using spec::Feature;

spec::FeatureSet needs_of(const MatrixCall& call) {
  const bool half = has_half_result(call.row());
  const bool keeps = spec::ctrl_bit(call.registers.ctrl, spec::kCtrlKeepInfNan);
  return set_of(std::array<Need, 9>{{
      {Feature::kSaturate, half && !keeps},
      {Feature::kKeepInf, half && keeps},
      {Feature::kStrides, has_gaps(call.row(), call.shape)},
      {Feature::kReluNormal, call.words.relu == spec::ReluPre::kNormal},
      {Feature::kReluLeaky, call.words.relu == spec::ReluPre::kLeaky},
      {Feature::kReluPrelu, call.words.relu == spec::ReluPre::kPrelu},
      {Feature::kNd, call.shape.nz2nd},
      {Feature::kChannelSplit, call.shape.channel_split},
      {Feature::kVectorQuant, call.words.quant_vector || call.words.reads_alphas()},
  }});
}

}  // namespace

MatrixQuestion matrix_question(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  MatrixQuestion question;
  question.call.cell = cell;
  question.call.registers.mask = kFullMask;
  question.call.shape = contiguous_matrix(row, spec::channels_of_block(row, false), 1);
  question.call.words.word = plain_copy_word(row);
  question.source = {0, 1};
  question.old_destination = no_result(row);
  return question;
}

DiscriminatingCase matrix_case(const MatrixQuestion& question) {
  const MatrixCall& call = question.call;
  const std::vector<Piece> pieces = matrix_pieces(call);
  const Room room = plain_room(pieces, question.gap);
  DiscriminatingCase made;
  made.needs = needs_of(call);
  made.test_case.memories = room.memories;
  made.test_case.placements = placed(call.row(), call.words.word, pieces, room, question);
  append(made.test_case.placements, word_placements(call.row(), call.words, call.shape.columns(),
                                                    room.at(pieces, 2), room.at(pieces, 3)));
  made.test_case.steps = matrix_steps(call, room);
  if (question.quant_pre_zero) {
    std::get<spec::CopyMatrix>(made.test_case.steps.back()).quant_pre = 0;
  }
  return made;
}

}  // namespace vconform::generators
