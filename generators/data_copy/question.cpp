#include "generators/data_copy/question.h"

#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "generators/vector/register_choices.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using spec::Feature;

spec::FeatureSet needs_of(const BlockCall& call) {
  const bool relu_bit = reads_relu_bit(call.row()) && spec::kDeqValueRelu.of(call.words.word) != 0;
  return set_of(std::array<Need, 3>{{
      {Feature::kRepeat, call.shape.count != 1},
      {Feature::kStrides, call.shape.src_gap != 0 || call.shape.dst_gap != 0},
      {Feature::kRelu, (call.words.is_relu && !call.row().relu) || relu_bit},
  }});
}

}  // namespace

BlockQuestion block_question(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  BlockQuestion question;
  question.call.cell = cell;
  question.call.shape.mode = spec::BlockMode::kVector;
  question.call.words.is_relu = row.relu;
  put_word(question.call, plain_copy_word(row));
  question.source = {0, 1};
  question.old_destination = no_result(row);
  return question;
}

BlockQuestion long_block_question(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t word,
                                  std::uint64_t elements) {
  BlockQuestion question = block_question(cell);
  const std::uint64_t unit = block_elements(cell.conversion(), question.call.shape);
  question.call.ctrl = ctrl;
  question.call.shape.length = (elements + unit - 1) / unit;
  put_word(question.call, word);
  return question;
}

DiscriminatingCase block_case(const BlockQuestion& question) {
  const BlockCall& call = question.call;
  const std::vector<Piece> pieces = block_pieces(call);
  const Room room = plain_room(pieces, question.gap);
  DiscriminatingCase made;
  made.needs = needs_of(call);
  made.test_case.memories = room.memories;
  made.test_case.placements = placed(call.row(), call.words.word, pieces, room, question);
  if (pieces.size() > 2) {
    append(made.test_case.placements,
           vector_placements(call.row(), call.words, call.shape.blocks(), room.at(pieces, 2)));
  }
  made.test_case.steps = {spec::SetCtrl{call.ctrl}, block_step(call, room)};
  return made;
}

void put_word(BlockCall& call, std::uint64_t word) {
  call.words.word = word;
  if (!spec::is_vector(call.row().deq_scale)) {
    return;
  }
  const std::uint64_t factors =
      vector_bytes(call.row(), call.shape.blocks()) / spec::deq_element_bytes(call.row().deq_scale);
  for (std::uint64_t i = 0; i < factors; ++i) {
    call.words.planted[i] = word;
  }
}

}  // namespace vconform::generators
