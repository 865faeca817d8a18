#include "generators/programs/copy_questions.h"

#include <array>

#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "generators/vector/register_choices.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using spec::Feature;

struct Need {
  Feature feature;
  bool needed;
};

template <std::size_t kNeeds>
spec::FeatureSet set_of(const std::array<Need, kNeeds>& needs) {
  spec::FeatureSet set;
  for (const Need& need : needs) {
    set.bits |= need.needed ? static_cast<std::uint32_t>(need.feature) : 0;
  }
  return set;
}

spec::FeatureSet needs_of(const MatrixCall& call) {
  const bool half = has_half_result(call.row());
  const bool keeps = spec::ctrl_bit(call.registers.ctrl, spec::kCtrlKeepInfNan);
  return set_of(std::array<Need, 7>{{
      {Feature::kSaturate, half && !keeps},
      {Feature::kKeepInf, half && keeps},
      {Feature::kStrides, has_gaps(call.row(), call.shape)},
      {Feature::kRelu, call.words.relu != spec::ReluPre::kNone},
      {Feature::kNd, call.shape.nz2nd},
      {Feature::kChannelSplit, call.shape.channel_split},
      {Feature::kVectorQuant, call.words.quant_vector || call.words.reads_alphas()},
  }});
}

spec::FeatureSet needs_of(const BlockCall& call) {
  const bool reads_bit = call.row().deq_scale == spec::DeqScale::kDeq8 ||
                         call.row().deq_scale == spec::DeqScale::kDeq16;
  const bool relu_bit = reads_bit && spec::kDeqValueRelu.of(call.words.word) != 0;
  return set_of(std::array<Need, 3>{{
      {Feature::kRepeat, call.shape.count != 1},
      {Feature::kStrides, call.shape.src_gap != 0 || call.shape.dst_gap != 0},
      {Feature::kRelu, (call.words.is_relu && !call.row().relu) || relu_bit},
  }});
}

// Numbers, as many bits up as they are shifted down.
spec::Placement numbers(const spec::Conversion& row, std::uint64_t word, const spec::Address& at,
                        std::uint64_t count, const NumberRange& range) {
  const int shift = copy_scale(row, word).shift;
  if (shift == 0) {
    return spec::PlaceNumbers{at, row.source, count, range.low, range.modulus};
  }
  const std::uint64_t first = static_cast<std::uint64_t>(range.low) << shift;
  const std::uint64_t step = range.modulus == 1 ? 0 : std::uint64_t{1} << shift;
  return spec::PlacePatterns{at, row.source, count, first & row.from().pattern_mask(), step};
}

// Source and destination full of numbers, then the witnesses in the first elements.
std::vector<spec::Placement> placed(const spec::Conversion& row, std::uint64_t word,
                                    const std::vector<Piece>& pieces, const Room& room,
                                    const NumberRange& source, const NumberRange& old,
                                    const std::vector<std::uint64_t>& patterns) {
  const auto elements = [](const Piece& piece, const spec::NumberFormat& format) {
    return piece.bytes * 8 / static_cast<std::uint64_t>(format.bits);
  };
  std::vector<spec::Placement> all = {
      spec::PlaceNumbers{room.at(pieces, 0), row.destination, elements(pieces[0], row.to()),
                         old.low, old.modulus},
      numbers(row, word, room.at(pieces, 1), elements(pieces[1], row.from()), source)};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    all.emplace_back(spec::PlaceElement{room.at(pieces, 1), row.source, i, patterns[i]});
  }
  return all;
}

}  // namespace

std::vector<spec::Cell> copy_cells_of(spec::Family family, Concerns concerns) {
  std::vector<spec::Cell> cells;
  for (const spec::Conversion& row : spec::kCopyRows) {
    if (row.family == family && concerns(row)) {
      cells.push_back({row.number, spec::Rounding::kNull});
    }
  }
  return cells;
}

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
  const Room room = plain_room(pieces);
  DiscriminatingCase made;
  made.needs = needs_of(call);
  made.test_case.memories = room.memories;
  made.test_case.placements = placed(call.row(), call.words.word, pieces, room, question.source,
                                     question.old_destination, question.patterns);
  append(made.test_case.placements, word_placements(call.row(), call.words, call.shape.columns(),
                                                    room.at(pieces, 2), room.at(pieces, 3)));
  made.test_case.steps = matrix_steps(call, room);
  if (question.quant_pre_zero) {
    std::get<spec::CopyMatrix>(made.test_case.steps.back()).quant_pre = 0;
  }
  return made;
}

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

DiscriminatingCase block_case(const BlockQuestion& question) {
  const BlockCall& call = question.call;
  const std::vector<Piece> pieces = block_pieces(call);
  const Room room = plain_room(pieces);
  DiscriminatingCase made;
  made.needs = needs_of(call);
  made.test_case.memories = room.memories;
  made.test_case.placements = placed(call.row(), call.words.word, pieces, room, question.source,
                                     question.old_destination, question.patterns);
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

std::vector<std::uint64_t> source_patterns(const spec::Conversion& row,
                                           const std::vector<std::int64_t>& sources) {
  std::vector<std::uint64_t> patterns;
  for (const std::int64_t source : sources) {
    patterns.push_back(spec::pattern_of_integer(row.from(), source));
  }
  return patterns;
}

NumberRange no_result(const spec::Conversion& row) {
  switch (work_of(row)) {
    case CopyWork::kShifts:
    case CopyWork::kToB8:
      return {0x55, 1};
    case CopyWork::kToB4:
      return {6, 1};
    default:
      return destination_numbers(row);
  }
}

}  // namespace vconform::generators
