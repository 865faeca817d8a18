#include "generators/copy_matrix/cases.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "generators/copies/background.h"
#include "generators/copies/sources.h"
#include "generators/copies/work.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "generators/vector/payload.h"
#include "generators/vector/register_choices.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using spec::Feature;

spec::Registers draw_registers(ChoiceSource& choices, const spec::Conversion& row,
                               spec::FeatureSet allowed) {
  RegisterNeeds needs;
  needs.allowed = allowed;
  needs.half_result = has_half_result(row);
  spec::Registers registers;
  registers.ctrl = draw_ctrl(choices, needs);
  const spec::Mask mask = draw_mask(choices, {spec::kMaskBits, false});
  registers.mask = allowed.has(Feature::kMask) ? mask : kFullMask;
  return registers;
}

struct Element {
  std::uint64_t matrix;
  std::uint64_t m;
  std::uint64_t n;
};

std::vector<std::uint64_t> edges(std::uint64_t size) {
  std::vector<std::uint64_t> all = {0};
  for (const std::uint64_t edge : {size - 1, std::uint64_t{15}, std::uint64_t{16},
                                   std::uint64_t{31}, std::uint64_t{32}, std::uint64_t{8}}) {
    if (edge < size && std::find(all.begin(), all.end(), edge) == all.end()) {
      all.push_back(edge);
    }
  }
  return all;
}

// An element in one draw, mostly where rows, columns and fractals begin and end.
Element draw_element(ChoiceSource& choices, const MatrixShape& shape, bool at_edges) {
  if (at_edges) {
    const std::vector<std::uint64_t> rows = edges(shape.rows());
    const std::vector<std::uint64_t> columns = edges(shape.columns());
    const std::uint64_t which = choices.below(shape.matrices() * rows.size() * columns.size());
    const std::uint64_t rest = which / columns.size();
    return {rest / rows.size(), rows[rest % rows.size()], columns[which % columns.size()]};
  }
  const std::uint64_t which = choices.below(shape.matrices() * shape.rows() * shape.columns());
  const std::uint64_t rest = which / shape.columns();
  return {rest / shape.rows(), rest % shape.rows(), which % shape.columns()};
}

// Takes kDrawsPerPart draws for each element and one 0 to end.
std::vector<spec::Placement> planted(ChoiceSource& choices, const MatrixCall& call,
                                     const spec::Address& source) {
  constexpr std::uint64_t kEdgeKinds = 6;
  std::vector<spec::Placement> all;
  while (all.size() < kMaxPlanted) {
    const std::uint64_t kind = choices.below(kEdgeKinds + 3);
    if (kind == 0) {
      break;
    }
    const Element element = draw_element(choices, call.shape, kind <= kEdgeKinds);
    const std::uint64_t word = call.words.word_of(call.row(), element.n);
    const std::uint64_t pattern =
        interesting_copied(choices, call.row(), copy_scale(call.row(), word));
    const std::uint64_t index = source_index(call.shape, element.matrix, element.m, element.n);
    all.emplace_back(spec::PlaceElement{source, call.row().source, index, pattern});
  }
  return all;
}

}  // namespace

MatrixCall draw_matrix_call(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed,
                            const MatrixShape& shape) {
  MatrixCall call;
  call.cell = cell;
  call.shape = shape;
  call.registers = draw_registers(choices, call.row(), allowed);
  call.words = draw_matrix_words(choices, call.row(), shape.columns(), allowed);
  return call;
}

std::vector<Piece> matrix_pieces(const MatrixCall& call) {
  const spec::MemoryId to = spec::memory_of(call.row().path.to);
  const std::uint64_t columns = call.shape.columns();
  return {
      {to, destination_bytes(call.row(), call.shape), spec::memory_of(to).alignment,
       destination_parts(call.row(), call.shape)},
      {spec::MemoryId::kL0c, source_bytes(call.shape),
       spec::memory_of(spec::MemoryId::kL0c).alignment, source_parts(call.shape)},
      {spec::MemoryId::kFixpipe, quant_vector_bytes(call.words, columns), spec::kFpcQuantUnit},
      {spec::MemoryId::kFixpipe, alpha_vector_bytes(call.words, columns), spec::kFpcReluUnit},
  };
}

std::vector<spec::Step> matrix_steps(const MatrixCall& call, const Room& room) {
  const std::vector<Piece> pieces = matrix_pieces(call);
  spec::CopyMatrix copy;
  copy.cell = call.cell;
  copy.dst = room.at(pieces, 0);
  copy.src = room.at(pieces, 1);
  put_shape(call.shape, copy);
  copy.quant_pre = quant_pre(call.row(), call.words);
  copy.relu_pre = static_cast<std::uint8_t>(call.words.relu);
  std::vector<spec::Step> steps = {
      spec::SetCtrl{call.registers.ctrl}, spec::SetMask{call.registers.mask},
      spec::SetFixpipe{
          spec::FixpipeRegister::kNdPara,
          nd_para(call.shape) | (call.words.unread & spec::reserved_bits(spec::Word::kNdPara))}};
  for (const spec::Step& step : word_steps(call.words, room.offsets[2], room.offsets[3])) {
    steps.push_back(step);
  }
  steps.emplace_back(copy);
  return steps;
}

spec::Case assembled_matrix_case(ChoiceSource& choices, MatrixCall call, const Room& room) {
  const std::vector<Piece> pieces = matrix_pieces(call);
  const spec::Conversion& row = call.row();
  const CopyScale scale = copy_scale(row, call.words.word);
  spec::Case test_case;
  test_case.memories = room.memories;
  const std::uint64_t results = pieces[0].bytes * 8 / static_cast<std::uint64_t>(row.to().bits);
  test_case.placements = {old_results(row, call.words.word, room.at(pieces, 0), results)};
  append(test_case.placements,
         copy_background(choices, row, scale, room.at(pieces, 1), pieces[1].bytes / 4));
  draw_column_words(choices, row, call.shape.columns(), call.words);
  append(test_case.placements, planted(choices, call, room.at(pieces, 1)));
  append(test_case.placements, word_placements(row, call.words, call.shape.columns(),
                                               room.at(pieces, 2), room.at(pieces, 3)));
  test_case.steps = matrix_steps(call, room);
  return test_case;
}

spec::Case copy_matrix_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  assert(cell.conversion().family == spec::Family::kCopyMatrix);
  const MatrixShape shape = draw_matrix_shape(choices, cell.conversion(), bounds);
  const MatrixCall call = draw_matrix_call(choices, cell, bounds.allowed, shape);
  const Room room = draw_room(choices, call.row().products, matrix_pieces(call));
  return assembled_matrix_case(choices, call, room);
}

}  // namespace vconform::generators
