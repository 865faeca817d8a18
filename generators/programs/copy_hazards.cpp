#include "generators/programs/copy_hazards.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "generators/copy_matrix/cases.h"
#include "generators/data_copy/cases.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::Feature;

bool is_within_ub(const spec::Conversion& row) {
  return spec::memory_of(row.path.from) == spec::MemoryId::kUb &&
         spec::memory_of(row.path.to) == spec::MemoryId::kUb;
}

// A dstStride of less than a block: one row, one less than a block, half a block.
MatrixShape overlapping_blocks(ChoiceSource& choices, const spec::Conversion& row) {
  constexpr std::array<std::uint64_t, 4> kRows = {16, 2, 17, 5};
  const std::uint64_t blocks = 2 + choices.below(3);
  const std::uint64_t m = choices.pick(kRows);
  MatrixShape shape = contiguous_matrix(row, blocks * spec::channels_of_block(row, false), m);
  const std::uint64_t exact = shape.dst_stride;
  const std::array<std::uint64_t, 3> strides = {1, exact - 1, exact / 2};
  shape.dst_stride = choices.pick(strides);
  return shape;
}

// A dst_D of less than a row, or a dst_nd_stride of less than a matrix.
MatrixShape overlapping_nd(ChoiceSource& choices, const spec::Conversion& row, bool matrices) {
  constexpr std::array<std::uint64_t, 4> kColumns = {16, 17, 33, 4};
  constexpr std::array<std::uint64_t, 3> kRows = {16, 2, 3};
  const bool b4 = row.to().bits < 8;
  const std::uint64_t drawn = choices.pick(kColumns);
  const std::uint64_t n = b4 ? 64 : drawn;
  const std::uint64_t m = choices.pick(kRows);
  const std::uint64_t which = choices.below(3);
  MatrixShape shape = contiguous_nd(row, n, m, matrices ? 3 : 1);
  const std::uint64_t one = b4 ? 2 : 1;
  if (matrices) {
    const std::array<std::uint64_t, 3> strides = {0, n, n * m - one};
    shape.dst_nd_stride = strides[which];
  } else {
    const std::array<std::uint64_t, 3> strides = {one, n - one, n / 2};
    shape.dst_stride = strides[which];
  }
  return shape;
}

// A room in which the second operand begins `distance` bytes before or after the first.
Room overlapping_room(const std::vector<Piece>& pieces, std::size_t first, std::size_t second,
                      std::uint64_t distance, bool before) {
  Room room = plain_room(pieces);
  const std::uint64_t base = before ? distance : 0;
  room.offsets[first] = base;
  room.offsets[second] = before ? 0 : distance;
  const std::uint64_t end = std::max(room.offsets[first] + pieces[first].bytes,
                                     room.offsets[second] + pieces[second].bytes);
  for (spec::CaseMemory& memory : room.memories) {
    if (memory.id == spec::MemoryId::kUb) {
      memory.size = (end + 2 * spec::kBlockBytes) / spec::kBlockBytes * spec::kBlockBytes;
    }
  }
  return room;
}

}  // namespace

bool has_copy_hazards(const spec::Conversion& row, spec::FeatureSet allowed) {
  if (!allowed.has(Feature::kInPlace)) {
    return false;
  }
  if (row.family == spec::Family::kCopyMatrix) {
    return allowed.has(Feature::kStrides);
  }
  return is_within_ub(row) || spec::is_vector(row.deq_scale);
}

spec::Case matrix_hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  const spec::FeatureSet allowed = bounds.allowed;
  const spec::Conversion& row = cell.conversion();
  const std::uint64_t kind = allowed.has(Feature::kNd) ? choices.below(3) : 0;
  const MatrixShape shape =
      kind == 0 ? overlapping_blocks(choices, row) : overlapping_nd(choices, row, kind == 2);
  const MatrixCall call = draw_matrix_call(choices, cell, allowed, shape);
  const Room room = draw_room(choices, call.row().products, matrix_pieces(call));
  return assembled_matrix_case(choices, call, room);
}

spec::Case block_hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  const spec::FeatureSet allowed = bounds.allowed;
  assert(has_copy_hazards(cell.conversion(), allowed));
  const BlockCall call = draw_block_call(choices, cell, allowed);
  const std::vector<Piece> pieces = block_pieces(call);
  const bool vector = spec::is_vector(call.row().deq_scale);
  // The first block meets the first source block, or the first vector.
  const std::uint64_t block = destination_block_bytes(call.row(), call.shape);
  const std::uint64_t units = (block + spec::kBlockBytes - 1) / spec::kBlockBytes;
  const std::uint64_t other =
      vector ? spec::deq_vector_bytes(call.row().deq_scale) / spec::kBlockBytes : units;
  const bool before = choices.below(2) != 0;
  const std::uint64_t distance = choices.below(before ? other : units);
  const Room room =
      overlapping_room(pieces, 0, vector ? 2 : 1, distance * spec::kBlockBytes, before);
  return assembled_block_case(choices, call, room);
}

}  // namespace vconform::generators
