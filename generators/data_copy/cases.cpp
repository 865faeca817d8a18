#include "generators/data_copy/cases.h"

#include <cassert>

#include "generators/copies/background.h"
#include "generators/copies/sources.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/payload.h"
#include "generators/vector/register_choices.h"

namespace vconform::generators {

namespace {

// Takes kDrawsPerPart draws for each element and one 0 to end; most elements are the first or the
// last ones of a block.
std::vector<spec::Placement> planted(ChoiceSource& choices, const BlockCall& call,
                                     const spec::Address& source) {
  constexpr std::uint64_t kEdgeKinds = 4;
  constexpr std::uint64_t kEdgeElements = 16;
  const std::uint64_t elements = block_elements(call.row(), call.shape);
  std::vector<spec::Placement> all;
  while (all.size() < kMaxPlanted) {
    const std::uint64_t kind = choices.below(kEdgeKinds + 3);
    if (kind == 0) {
      break;
    }
    const std::uint64_t most =
        kind <= kEdgeKinds && elements > kEdgeElements ? kEdgeElements : elements;
    const std::uint64_t which = choices.below(call.shape.blocks() * most);
    const std::uint64_t block = which / most;
    const std::uint64_t element = kind % 2 == 0 ? elements - 1 - which % most : which % most;
    const std::uint64_t word = call.words.word_of(call.row(), block, element);
    const std::uint64_t pattern =
        interesting_copied(choices, call.row(), copy_scale(call.row(), word));
    all.emplace_back(spec::PlaceElement{
        source, call.row().source, source_index(call.row(), call.shape, block, element), pattern});
  }
  return all;
}

}  // namespace

BlockCall draw_block_call(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  BlockCall call;
  call.cell = cell;
  RegisterNeeds needs;
  needs.allowed = bounds.allowed;
  call.ctrl = draw_ctrl(choices, needs);
  call.shape = draw_block_shape(choices, call.row(), bounds);
  call.words = draw_block_words(choices, call.row(), bounds.allowed);
  return call;
}

std::vector<Piece> block_pieces(const BlockCall& call) {
  const spec::Memory& to = spec::memory_of(spec::memory_of(call.row().path.to));
  const spec::Memory& from = spec::memory_of(spec::memory_of(call.row().path.from));
  std::vector<Piece> pieces = {
      {to.id, destination_bytes(call.row(), call.shape), to.alignment,
       destination_parts(call.row(), call.shape)},
      {from.id, source_bytes(call.row(), call.shape), from.alignment,
       source_parts(call.row(), call.shape)},
  };
  if (spec::is_vector(call.row().deq_scale)) {
    pieces.push_back({spec::MemoryId::kUb, vector_bytes(call.row(), call.shape.blocks()),
                      spec::kDeqTensorAlignment});
  }
  return pieces;
}

spec::DataCopy block_step(const BlockCall& call, const Room& room) {
  const std::vector<Piece> pieces = block_pieces(call);
  spec::DataCopy copy;
  copy.cell = call.cell;
  copy.dst = room.at(pieces, 0);
  copy.src = room.at(pieces, 1);
  put_shape(call.shape, copy);
  put_words(call.row(), call.words, room.offsets.size() > 2 ? room.offsets[2] : 0, copy);
  return copy;
}

spec::Case assembled_block_case(ChoiceSource& choices, BlockCall call, const Room& room) {
  const std::vector<Piece> pieces = block_pieces(call);
  const spec::Conversion& row = call.row();
  const std::uint64_t word = call.words.word_of(row, 0, 0);
  const auto from_bits = static_cast<std::uint64_t>(row.from().bits);
  const auto to_bits = static_cast<std::uint64_t>(row.to().bits);
  spec::Case test_case;
  test_case.memories = room.memories;
  test_case.placements = {
      old_results(row, word, room.at(pieces, 0), pieces[0].bytes * 8 / to_bits)};
  append(test_case.placements,
         copy_background(choices, row, copy_scale(row, word), room.at(pieces, 1),
                         pieces[1].bytes * 8 / from_bits));
  draw_other_factors(choices, row, call.shape.blocks(), call.words);
  append(test_case.placements, planted(choices, call, room.at(pieces, 1)));
  if (pieces.size() > 2) {
    append(test_case.placements,
           vector_placements(row, call.words, call.shape.blocks(), room.at(pieces, 2)));
  }
  test_case.steps = {spec::SetCtrl{call.ctrl}, block_step(call, room)};
  return test_case;
}

spec::Case data_copy_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  assert(cell.conversion().family == spec::Family::kDataCopy);
  const BlockCall call = draw_block_call(choices, cell, bounds);
  const Room room = draw_room(choices, call.row().products, block_pieces(call));
  return assembled_block_case(choices, call, room);
}

}  // namespace vconform::generators
