#include "adapters/intrinsics/operands/reads.h"

#include "adapters/golden/copy_matrix/walk.h"
#include "adapters/golden/data_copy/walk.h"
#include "adapters/intrinsics/operands/vector_step.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::intrinsics {

namespace {

using spec::MemoryId;

class Reads {
 public:
  explicit Reads(std::vector<ReadBytes>& found) : found_(found) { found_.clear(); }

  void add(MemoryId memory, std::uint64_t first, std::uint64_t end) {
    if (first >= end || is_full()) {
      return;
    }
    bytes_ += end - first;
    if (!found_.empty() && found_.back().memory == memory && found_.back().bytes.end == first) {
      found_.back().bytes.end = end;
    } else {
      found_.push_back({memory, {first, end}});
    }
  }
  // Beyond a limit, by one range or by the bytes of the last.
  bool is_full() const { return found_.size() > kMostReadRanges || bytes_ > kMostReadBytes; }

 private:
  std::vector<ReadBytes>& found_;
  std::uint64_t bytes_ = 0;
};

// The bytes of active lanes in one repeat, from the start of their block.
struct Run {
  std::uint64_t lane;
  spec::ByteRange bytes;
};

void find_runs(const golden::VectorWalk& walk, std::uint64_t repeat, std::vector<Run>& runs) {
  const std::uint64_t in_block = std::uint64_t{1} << walk.source.lane_bits();
  const auto bits = static_cast<std::uint64_t>(walk.source.format->bits);
  runs.clear();
  for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
    if (!walk.is_active(repeat, lane)) {
      continue;
    }
    const std::uint64_t first = lane % in_block * bits / spec::kBitsPerByte;
    const std::uint64_t end =
        (lane % in_block * bits + bits + spec::kBitsPerByte - 1) / spec::kBitsPerByte;
    const bool continues = !runs.empty() && lane % in_block != 0 &&
                           runs.back().lane / in_block == lane / in_block &&
                           first <= runs.back().bytes.end;
    if (continues) {
      runs.back().bytes.end = end;
    } else {
      runs.push_back({lane, {first, end}});
    }
  }
}

void add_vector(const golden::VectorWalk& walk, Reads& reads) {
  std::vector<Run> runs;
  for (std::uint64_t repeat = 0; repeat < walk.repeats && !reads.is_full(); ++repeat) {
    // A mask is that of every repeat; a counter leaves lanes out of the last one alone.
    if (repeat == 0 || (walk.counter_mode && repeat + 1 == walk.repeats)) {
      find_runs(walk, repeat, runs);
    }
    for (const Run& run : runs) {
      const std::uint64_t block = walk.source.block(repeat, run.lane);
      reads.add(MemoryId::kUb, block + run.bytes.first, block + run.bytes.end);
    }
  }
  if (spec::is_vdeq(walk.cell.conversion().deq)) {
    reads.add(MemoryId::kUb, walk.factors, walk.factors + spec::kVectorBytes);
  }
}

void add_column_words(std::uint64_t at, std::uint64_t step, std::uint64_t columns,
                      std::uint64_t bytes, Reads& reads) {
  for (std::uint64_t column = 0; column < columns; ++column) {
    const std::uint64_t first = at + column * step * bytes;
    reads.add(MemoryId::kFixpipe, first, first + bytes);
  }
}

void add_copy_matrix(const golden::CopyMatrixWalk& walk, Reads& reads) {
  constexpr std::uint64_t kSourceBytes = 4;
  if (walk.does_nothing) {
    return;
  }
  const golden::FractalLayout& layout = walk.layout;
  for (std::uint64_t block = 0; block < layout.blocks && !reads.is_full(); ++block) {
    for (std::uint64_t column = 0; column < layout.columns; column += spec::kC0) {
      const std::uint64_t first =
          block * layout.src_block_stride + column / spec::kC0 * layout.src_column_stride;
      const std::uint64_t at = walk.call.src.offset + first * kSourceBytes;
      reads.add(MemoryId::kL0c, at, at + layout.rows * spec::kC0 * kSourceBytes);
    }
  }
  if (walk.has_vector) {
    add_column_words(walk.words, walk.word_step, layout.columns, sizeof(std::uint64_t), reads);
  }
  if (walk.has_alphas) {
    add_column_words(walk.alphas, walk.alpha_step, layout.columns, sizeof(std::uint32_t), reads);
  }
}

void add_data_copy(const golden::DataCopyWalk& walk, Reads& reads) {
  for (std::uint64_t j = 0; j < walk.blocks; ++j) {
    const std::uint64_t at = walk.source.block(j);
    reads.add(walk.source.memory, at, at + walk.source.length);
  }
  const spec::DeqScale deq = walk.cell.conversion().deq_scale;
  if (!spec::is_vector(deq)) {
    return;
  }
  for (std::uint64_t j = 0; j < walk.blocks; ++j) {
    const std::uint64_t at = walk.vectors + j * walk.vector_step;
    reads.add(MemoryId::kUb, at, at + spec::deq_vector_bytes(deq));
  }
}

}  // namespace

bool find_reads(const golden::Behaviour& behaviour, const spec::Cell& cell,
                const vconform_step& step, const spec::Registers& registers,
                std::vector<ReadBytes>& reads) {
  Reads found(reads);
  if (step.kind == VCONFORM_STEP_COPY_MATRIX) {
    add_copy_matrix(golden::copy_matrix_walk(behaviour, cell, step.as.copy_matrix, registers),
                    found);
  } else if (step.kind == VCONFORM_STEP_DATA_COPY) {
    add_data_copy(golden::data_copy_walk(behaviour, cell, step.as.data_copy), found);
  } else if (const auto walk = walk_of(behaviour, cell, step, registers)) {
    add_vector(*walk, found);
  }
  return !found.is_full();
}

}  // namespace vconform::adapters::intrinsics
