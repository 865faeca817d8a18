#include "adapters/golden/copy_matrix/packed.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "adapters/golden/copies/memory.h"
#include "adapters/golden/copy_matrix/lanes.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::golden {

namespace {

using spec::MemoryId;

constexpr std::size_t kColumns = kernels::kFactorLanes;
static_assert(kColumns == spec::kC0);
// The number of rows that are converted together: they stay in the first level of the cache.
constexpr std::uint64_t kRowsPerBatch = 64;
constexpr std::size_t kMaxElementBytes = 4;

// Whether no two elements share a place.
bool has_distinct_places(const FractalLayout& layout) {
  const std::uint64_t width = std::min(layout.channels, layout.columns);
  const std::uint64_t groups = (layout.columns + layout.channels - 1) / layout.channels;
  const std::uint64_t rows_end = (layout.rows - 1) * layout.dst_row_stride + width;
  const std::uint64_t groups_end = (groups - 1) * layout.dst_column_stride + rows_end;
  return (layout.rows == 1 || layout.dst_row_stride >= width) &&
         (groups == 1 || layout.dst_column_stride >= rows_end) &&
         (layout.blocks == 1 || layout.dst_block_stride >= groups_end);
}

// Nibbles come in pairs if every run of them starts and ends at a byte.
bool has_whole_bytes(const FractalLayout& layout) {
  const std::uint64_t odd = layout.columns | layout.channels | layout.dst_row_stride |
                            layout.dst_column_stride | layout.dst_block_stride;
  return odd % 2 == 0;
}

// Columns of a strip that are adjacent at the destination.
struct Piece {
  std::size_t first = 0;
  std::size_t count = 0;
  // The element number in row 0.
  std::uint64_t place = 0;
};

class PackedCopy {
 public:
  PackedCopy(const Behaviour& behaviour, const CopyMatrixWalk& walk,
             const vconform_memories& memories)
      : walk_(walk),
        layout_(walk.layout),
        from_(walk.cell.conversion().from()),
        to_(walk.cell.conversion().to()),
        lane_bytes_(std::max<std::size_t>(static_cast<std::size_t>(to_.bits) / 8, 1)),
        source_(memory_of(memories, MemoryId::kL0c).data() + walk.call.src.offset),
        parameters_(memory_of(memories, MemoryId::kFixpipe)),
        destination_(memory_of(memories, spec::memory_of(walk.cell.conversion().path.to)).data() +
                     walk.call.dst.offset),
        element_(element_in_common(behaviour, walk)) {}

  // Converts a strip: sixteen columns, or the last ones of a block.
  void strip(std::uint64_t block, std::uint64_t first) {
    const std::size_t width = std::min<std::uint64_t>(kColumns, layout_.columns - first);
    prepare(first, width);
    const std::uint8_t* source = source_ + layout_.source(block, 0, first) * kSourceBytes;
    set_pieces(block, first, width);
    for (std::uint64_t row = 0; row < layout_.rows; row += kRowsPerBatch) {
      const std::uint64_t rows = std::min(kRowsPerBatch, layout_.rows - row);
      convert(source + row * kColumns * kSourceBytes, rows * kColumns);
      for (std::size_t i = 0; i < piece_count_; ++i) {
        store(pieces_[i], row, rows);
      }
    }
  }

 private:
  static constexpr std::size_t kSourceBytes = 4;

  // Columns that are not written may have any words.
  void prepare(std::uint64_t first, std::size_t width) {
    if (is_prepared_ && !walk_.has_vector && !walk_.has_alphas) {
      return;
    }
    ColumnWords columns;
    columns.words.fill(element_.word);
    columns.alphas.fill(element_.alpha);
    for (std::size_t lane = 0; lane < width; ++lane) {
      if (walk_.has_vector) {
        columns.words[lane] = quant_word(walk_, parameters_, first + lane);
      }
      if (walk_.has_alphas) {
        columns.alphas[lane] = alpha_word(walk_, parameters_, first + lane);
      }
    }
    if (!is_prepared_ || columns != columns_) {
      columns_ = columns;
      pipeline_ = fixpipe_lanes(element_, columns);
      is_prepared_ = true;
    }
  }

  void set_pieces(std::uint64_t block, std::uint64_t first, std::size_t width) {
    piece_count_ = 0;
    for (std::size_t lane = 0; lane < width; lane += pieces_[piece_count_ - 1].count) {
      const std::uint64_t column = first + lane;
      const std::uint64_t left = layout_.channels - column % layout_.channels;
      pieces_[piece_count_++] = {lane, std::min<std::uint64_t>(width - lane, left),
                                 layout_.destination(block, 0, column)};
    }
  }

  void convert(const std::uint8_t* source, std::size_t count) {
    if (pipeline_) {
      pipeline_->convert(source, results_.data(), count);
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      element_.word = columns_.words[i % kColumns];
      element_.alpha = columns_.alphas[i % kColumns];
      element_.source = spec::load_word<std::uint32_t>(source + kSourceBytes * i);
      const std::uint64_t result = fixpipe_result(element_);
      std::memcpy(results_.data() + lane_bytes_ * i, &result, lane_bytes_);
    }
  }

  void store(const Piece& piece, std::uint64_t first_row, std::uint64_t rows) {
    for (std::uint64_t row = 0; row < rows; ++row) {
      const std::uint8_t* from = results_.data() + (row * kColumns + piece.first) * lane_bytes_;
      const std::uint64_t place = piece.place + (first_row + row) * layout_.dst_row_stride;
      if (to_.bits < 8) {
        store_nibbles(from, destination_ + place / 2, piece.count);
      } else if (piece.count == kColumns && lane_bytes_ == 1) {
        std::memcpy(destination_ + place, from, kColumns);
      } else if (piece.count == kColumns && lane_bytes_ == 2) {
        std::memcpy(destination_ + 2 * place, from, 2 * kColumns);
      } else {
        std::memcpy(destination_ + lane_bytes_ * place, from, lane_bytes_ * piece.count);
      }
    }
  }

  void store_nibbles(const std::uint8_t* from, std::uint8_t* to, std::size_t count) const {
    const int low = walk_.swaps_nibbles ? 4 : 0;
    for (std::size_t i = 0; i < count; i += 2) {
      to[i / 2] =
          static_cast<std::uint8_t>((from[i] & 0xf) << low | (from[i + 1] & 0xf) << (4 - low));
    }
  }

  const CopyMatrixWalk& walk_;
  const FractalLayout& layout_;
  const spec::NumberFormat& from_;
  const spec::NumberFormat& to_;
  // The size of a result before nibbles are packed.
  const std::size_t lane_bytes_;
  const std::uint8_t* source_;
  std::span<const std::uint8_t> parameters_;
  std::uint8_t* destination_;
  FixpipeElement element_;
  bool is_prepared_ = false;
  ColumnWords columns_;
  // nullopt if no kernel has these steps.
  std::optional<LanePipeline> pipeline_;
  std::size_t piece_count_ = 0;
  std::array<Piece, kColumns> pieces_;
  alignas(64) std::array<std::uint8_t, kRowsPerBatch * kColumns * kMaxElementBytes> results_;
};

}  // namespace

bool copy_matrix_packed(const Behaviour& behaviour, const CopyMatrixWalk& walk,
                        const vconform_memories& memories) {
  const FractalLayout& layout = walk.layout;
  const spec::Conversion& row = walk.cell.conversion();
  if (!behaviour.fixpipe.empty() || layout.src_flip != 0 || !has_distinct_places(layout) ||
      (row.to().bits < 8 && !has_whole_bytes(layout))) {
    return false;
  }
  PackedCopy copy(behaviour, walk, memories);
  for (std::uint64_t block = 0; block < layout.blocks; ++block) {
    for (std::uint64_t column = 0; column < layout.columns; column += kColumns) {
      copy.strip(block, column);
    }
  }
  return true;
}

}  // namespace vconform::adapters::golden
