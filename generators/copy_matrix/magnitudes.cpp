#include "generators/copy_matrix/magnitudes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <span>
#include <utility>

#include "generators/choices/magnitudes.h"
#include "generators/choices/pairwise.h"
#include "generators/copy_matrix/magnitude_cases.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using spec::MemoryId;

constexpr std::uint64_t kMostStride = 0xffffffff;
// Every column of fractals then holds the same.
constexpr std::uint64_t kOneColumnOfFractals = 0;
// A stride is used once and, at powers of two, multiplied.
constexpr std::array<std::uint64_t, 2> kUses = {1, 4};
constexpr std::span<const std::uint64_t> uses_of(bool is_extra) {
  return std::span(kUses).first(is_extra ? 1 : kUses.size());
}

class Magnitudes : private MatrixCases {
 public:
  using MatrixCases::MatrixCases;

  std::vector<MagnitudeCase> all(Pairs pairs) {
    const bool splits = row().source == spec::NumberType::kF32 && row().destination == row().source;
    add_sizes(false);
    if (splits) {
      add_sizes(true);
    }
    add_tails();
    add_tiles();
    add_vectors();
    add_rows_of_vectors();
    add_nz_strides(false);
    if (splits) {
      add_nz_strides(true);
    }
    add_nd();
    if (pairs == Pairs::kAll) {
      add_pairs();
    }
    add_places();
    return cases();
  }

 private:
  // NSize with one row, MSize with the fewest columns.
  void add_sizes(bool split) {
    const std::uint64_t least = multiple(split);
    for (const auto& [n, is_extra] : magnitudes(spec::kMaxNSize / least)) {
      for (const bool nd : {false, true}) {
        MatrixShape shape = matrix(n * least, 1, split);
        shape.src_stride = source_bytes(shape) <= l0c() ? shape.src_stride : kOneColumnOfFractals;
        if (!nd) {
          add(shape, is_extra);
        } else if (!split) {
          add(as_nd(shape), is_extra);
        }
      }
      if (n * least >= kManyColumns && !is_extra) {
        add_rows(n * least, 2, split, false);
        add_rows(n * least, spec::kFractalRows + 1, split, true);
      }
    }
    for (const auto& [m, is_extra] : magnitudes(l0c() / (spec::kC0 * 4))) {
      MatrixShape shape = matrix(least, m, split);
      shape.src_stride = least > spec::kC0 ? kOneColumnOfFractals : shape.src_stride;
      add(shape, is_extra);
      if (!split) {
        add(as_nd(shape), is_extra);
      }
    }
  }

  // One whole fractal and each part of another one, in columns and in rows; two and each part of a
  // third in columns, where a loop over two at a time has a rest.
  void add_tails() {
    const std::uint64_t least = multiple(false);
    for (std::uint64_t size = spec::kC0 + 1; size < 2 * spec::kC0; ++size) {
      const MatrixShape rows = matrix(least, size);
      add(rows, false);
      add(as_nd(rows), false);
      for (const std::uint64_t whole : {std::uint64_t{0}, spec::kC0}) {
        if (size % least == 0) {
          const MatrixShape columns = matrix(whole + size, 2);
          add(columns, false);
          add(as_nd(columns), false);
        }
      }
    }
  }

  // Many columns and many rows: more than one tile of 16, 32, 64 or 128 either way.
  void add_tiles() {
    constexpr std::uint64_t kSide = 144;
    const std::uint64_t least = multiple(false);
    const MatrixShape tiles = matrix((kSide + least - 1) / least * least, kSide);
    add(tiles, false);
    add(as_nd(tiles), false);
  }

  // Many columns in several rows.
  void add_rows(std::uint64_t columns, std::uint64_t rows, bool split, bool is_extra) {
    MatrixShape shape = matrix(columns, rows, split);
    shape.src_stride = kOneColumnOfFractals;
    add(shape, is_extra);
  }

  // As many quant words, and as many alphas, each unlike those of columns a power of two away.
  void add_vectors() {
    const std::uint64_t least = multiple(false);
    for (const auto& [n, is_extra] : magnitudes(spec::kMaxNSize / least)) {
      MatrixShape shape = matrix(n * least, 1);
      shape.src_stride = kOneColumnOfFractals;
      if (n * least < kManyColumns) {
        continue;
      }
      add_vectors_of(shape, is_extra);
      MatrixShape nd = as_nd(shape);
      // Each matrix begins with the first word.
      nd.nd_count = n * least <= 2 * kManyColumns ? 2 : 1;
      if (stays_apart(nd)) {
        add_vectors_of(nd, is_extra);
      }
    }
  }

  // A few quant words for many rows.
  void add_rows_of_vectors() {
    if (!reads_quant_word()) {
      return;
    }
    const std::uint64_t columns = std::max(multiple(false), 2 * spec::kC0);
    for (const std::uint64_t rows : values_for_pairs(kMostRowsOfVectors, spec::kC0)) {
      MatrixShape shape = matrix(columns, rows);
      shape.src_stride = kOneColumnOfFractals;
      if (fits(shape)) {
        add(of_quant_words(shape), false);
      }
    }
  }

  // Several columns of fractals or blocks, so that the stride is used; then one, so that it is not.
  void add_nz_strides(bool split) {
    const std::uint64_t least = multiple(split);
    const std::uint64_t channels = spec::channels_of_block(row(), split);
    for (const auto& [stride, is_extra] : magnitudes(kMaxSrcStride / spec::kSrcStrideMultiple)) {
      for (const std::uint64_t uses : uses_of(is_extra)) {
        MatrixShape shape = matrix((uses * spec::kC0 / least + 1) * least, 1, split);
        shape.src_stride = stride * spec::kSrcStrideMultiple;
        add(shape, is_extra);
        if (!split) {
          add(as_nd(shape), is_extra);
        }
      }
      if (least == 1) {
        MatrixShape shape = matrix(1, 1);
        shape.src_stride = stride * spec::kSrcStrideMultiple;
        add(shape, is_extra);
      }
    }
    for (const auto& [stride, is_extra] : magnitudes(kMostStride)) {
      for (const std::uint64_t uses : uses_of(is_extra)) {
        MatrixShape shape = matrix((uses + 1) * channels, 1, split);
        shape.src_stride = spec::kFractalRows;
        if (stride >= shape.dst_stride) {
          shape.dst_stride = stride;
          add(shape, is_extra);
        }
      }
      // One block in either layout of narrow results.
      MatrixShape shape = matrix(std::max(least, std::min(channels, spec::kC0)), 1, split);
      shape.src_stride = spec::kFractalRows;
      if (stride >= shape.dst_stride) {
        shape.dst_stride = stride;
        add(shape, is_extra);
      }
    }
  }

  void add_nd() {
    const std::uint64_t n = multiple(false);
    const std::uint64_t even = row().to().bits < 8 ? 2 : 1;
    const auto is_legal = [&](std::uint64_t stride) { return stride >= n && stride % even == 0; };
    for (const auto& [stride, is_extra] : magnitudes(kMostStride)) {
      for (const std::uint64_t uses : uses_of(is_extra)) {
        MatrixShape rows = as_nd(matrix(n, uses + 1));
        rows.src_stride = kOneColumnOfFractals;
        rows.dst_stride = stride;
        if (is_legal(stride)) {
          add(rows, is_extra);
        }
      }
    }
    for (const auto& [stride, is_extra] : magnitudes(kMostNdField)) {
      for (const std::uint64_t uses : uses_of(is_extra)) {
        MatrixShape matrices = as_nd(matrix(n, 1));
        matrices.src_stride = kOneColumnOfFractals;
        matrices.nd_count = uses + 1;
        matrices.dst_nd_stride = stride;
        if (is_legal(stride)) {
          add(matrices, is_extra);
        }
      }
    }
    for (const auto& [stride, is_extra] : magnitudes(spec::kMaxSrcNdStride)) {
      MatrixShape shape = as_nd(matrix(n, 1));
      shape.src_stride = kOneColumnOfFractals;
      shape.src_nd_stride = std::max<std::uint64_t>(stride, 1);
      add(shape, is_extra);
      for (const std::uint64_t uses : uses_of(is_extra)) {
        shape.nd_count = uses + 1;
        add(shape, is_extra);
      }
    }
    for (const auto& [count, is_extra] : magnitudes(l0c() / spec::kFractalBytes)) {
      MatrixShape shape = as_nd(matrix(n, 1));
      shape.src_stride = kOneColumnOfFractals;
      shape.nd_count = count;
      add(shape, is_extra);
    }
  }

  // Sizes and strides of NZ, then those of ND, each two of them at powers of two.
  void add_pairs() {
    const std::uint64_t least = multiple(false);
    const std::vector<std::uint64_t> columns = values_for_pairs(spec::kMaxNSize / least, 1);
    const std::vector<std::uint64_t> rows = values_for_pairs(kMostRowsOfPairs, 1);
    const std::vector<std::uint64_t> src_strides =
        values_for_pairs(kMaxSrcStride / spec::kSrcStrideMultiple, 1);
    std::vector<std::uint64_t> gaps = values_for_pairs(kMostGapOfPairs, 2);
    if (to() == MemoryId::kGm) {
      gaps.insert(gaps.end(), kLargeGapsOfPairs.begin(), kLargeGapsOfPairs.end());
    }
    const std::vector<std::uint64_t> counts = values_for_pairs(kMostNdOfPairs, 1);
    const auto sized = [&](const Indices& row) {
      MatrixShape shape = matrix(columns[row[0]] * least, rows[row[1]]);
      shape.src_stride = src_strides[row[2]] * spec::kSrcStrideMultiple;
      return shape;
    };
    const auto nz = [&](const Indices& row) {
      MatrixShape shape = sized(row);
      shape.dst_stride += row[3] == 0 ? 0 : gaps[row[3]];
      return shape;
    };
    const auto nd = [&](const Indices& row) {
      MatrixShape shape = as_nd(sized(row));
      shape.dst_stride += row[3] == 0 ? 0 : gaps[row[3]];
      shape.nd_count = counts[row[4]];
      shape.dst_nd_stride =
          std::min(shape.rows() * shape.dst_stride + 2 * row[4], kMostNdField - 1);
      shape.src_nd_stride = src_strides[row[5]];
      return shape;
    };
    add_pairs_of(std::array{columns.size(), rows.size(), src_strides.size(), gaps.size()}, nz);
    add_pairs_of(std::array{columns.size(), rows.size(), src_strides.size(), gaps.size(),
                            counts.size(), std::min(src_strides.size(), kMostNdStridesOfPairs)},
                 nd);
  }

  template <std::size_t kParameters>
  void add_pairs_of(const std::array<std::size_t, kParameters>& sizes,
                    const std::function<MatrixShape(const Indices&)>& shape_of) {
    const auto is_legal = [&](const Indices& row) {
      const MatrixShape shape = shape_of(row);
      return fits(shape) && shape.columns() * shape.rows() * shape.nd_count <= kMostOfPairs &&
             (!shape.nz2nd || stays_apart(shape));
    };
    for (const Indices& row : pairwise(sizes, is_legal)) {
      add(shape_of(row), true);
    }
  }

  // Whether no nd block writes where another one does.
  static bool stays_apart(const MatrixShape& shape) {
    return shape.nd_count == 1 || shape.dst_nd_stride >= shape.rows() * shape.dst_stride;
  }

  // Each operand and vector that many of its units behind the start of its memory, of one block
  // and, of several, such that it lies on both sides. One element alone may have the result of what
  // stands beside it. An operand ends with its memory, too.
  void add_places() {
    const std::uint64_t least = std::max(multiple(false), spec::kC0);
    for (const bool crosses : {false, true}) {
      const std::uint64_t blocks = 2 * spec::channels_of_block(row(), false) / least + 1;
      const MatrixShape shape = crosses ? matrix(blocks * least, kRowsAcross) : matrix(least, 1);
      add_place(question(shape), 0, most_units(to(), destination_bytes(row(), shape)), crosses);
      add_place(question(shape), 1, most_units(MemoryId::kL0c, source_bytes(shape)), crosses);
      if (reads_quant_word()) {
        add_place(of_quant_words(shape), 2, spec::kFpcQuant.mask() >> spec::kFpcQuant.low, crosses);
      }
      add_place(of_alphas(shape), 3, spec::kFpcRelu.mask() >> spec::kFpcRelu.low, crosses);
      if (to() == MemoryId::kGm && !crosses) {
        const MatrixShape nd = as_nd(matrix(least, kRowsAcross));
        add_place(question(nd), 0, most_units(to(), destination_bytes(row(), nd)), false);
      }
      add_at_the_end(question(shape), 0, to());
      add_at_the_end(question(shape), 1, MemoryId::kL0c);
    }
  }

  static std::uint64_t most_units(MemoryId memory, std::uint64_t bytes) {
    const spec::Memory& at = spec::memory_of(memory);
    const std::uint64_t size = at.a2_size != 0 ? at.a2_size : spec::kMaxGmBytes;
    return (size - bytes - kRoomBehind) / at.alignment;
  }

  void add_place(MatrixQuestion question, std::size_t piece, std::uint64_t most, bool crosses) {
    const Piece at = matrix_pieces(question.call)[piece];
    const std::uint64_t before = at.bytes / at.alignment / 2;
    for (const auto& [units, is_extra] : magnitudes(most)) {
      if (!crosses) {
        question.gap = {piece, units * at.alignment};
        add(question, is_extra);
      } else if (std::has_single_bit(units) && units >= before) {
        question.gap = {piece, (units - before) * at.alignment};
        add(question, false);
      }
    }
  }

  void add_at_the_end(MatrixQuestion question, std::size_t piece, MemoryId memory) {
    if (const std::uint64_t size = spec::memory_of(memory).a2_size; size != 0) {
      question.gap = {.piece = piece, .size = size};
      add(question, false);
    }
  }

  static constexpr std::uint64_t kMaxSrcStride = 0xffff;
  // The limits of arguments in a case with two large ones, and the most elements of it.
  static constexpr std::uint64_t kMostRowsOfPairs = 1024;
  static constexpr std::uint64_t kMostGapOfPairs = 4096;
  static constexpr std::array<std::uint64_t, 3> kLargeGapsOfPairs = {1 << 16, 1 << 20, 1 << 27};
  static constexpr std::uint64_t kMostNdOfPairs = 64;
  static constexpr std::size_t kMostNdStridesOfPairs = 10;
  static constexpr std::uint64_t kMostOfPairs = 8192;
  // From so many columns on they may not fit a counter of a few bits.
  static constexpr std::uint64_t kManyColumns = 128;
  static constexpr std::uint64_t kRowsAcross = 3;
  static constexpr std::uint64_t kMostRowsOfVectors = 512;
};

}  // namespace

std::vector<MagnitudeCase> matrix_magnitudes(const spec::Cell& cell, std::uint64_t ctrl,
                                             Pairs pairs) {
  return Magnitudes(cell, ctrl).all(pairs);
}

}  // namespace vconform::generators
