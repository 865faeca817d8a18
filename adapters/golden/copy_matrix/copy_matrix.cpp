#include "adapters/golden/copy_matrix/copy_matrix.h"

#include "adapters/golden/copies/memory.h"
#include "adapters/golden/copy_matrix/packed.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::golden {

namespace {

using spec::MemoryId;

class CopyMatrixRun {
 public:
  CopyMatrixRun(const Behaviour& behaviour, const CopyMatrixWalk& walk,
                const vconform_memories& memories)
      : behaviour_(behaviour),
        walk_(walk),
        source_(memory_of(memories, MemoryId::kL0c)),
        parameters_(memory_of(memories, MemoryId::kFixpipe)),
        destination_(memory_of(memories, destination_memory(walk))),
        element_(element_in_common(behaviour, walk)) {}

  void run() {
    for (std::uint64_t block = 0; block < walk_.layout.blocks; ++block) {
      for (std::uint64_t column = 0; column < walk_.layout.columns; ++column) {
        this->column(block, column);
      }
    }
  }

 private:
  void column(std::uint64_t block, std::uint64_t column) {
    element_.column = column;
    if (walk_.has_vector) {
      element_.word = quant_word(walk_, parameters_, column);
    }
    if (walk_.has_alphas) {
      element_.alpha = alpha_word(walk_, parameters_, column);
    }
    for (std::uint64_t row = 0; row < walk_.layout.rows; ++row) {
      store(block, row, column);
    }
  }

  void store(std::uint64_t block, std::uint64_t row, std::uint64_t column) {
    const spec::Conversion& types = walk_.cell.conversion();
    FixpipeElement element = element_;
    element.row = row;
    element.source = spec::load_element(source_, walk_.call.src.offset, types.from(),
                                        walk_.layout.source(block, row, column));
    behaviour_.fixpipe(element);
    const std::uint64_t index =
        walk_.layout.destination(block, row, column) ^ (walk_.swaps_nibbles ? 1 : 0);
    spec::store_element(destination_, walk_.call.dst.offset, types.to(), index,
                        fixpipe_result(element));
  }

  const Behaviour& behaviour_;
  const CopyMatrixWalk& walk_;
  std::span<const std::uint8_t> source_;
  std::span<const std::uint8_t> parameters_;
  std::span<std::uint8_t> destination_;
  // The common part of all elements, and the parts of the current column.
  FixpipeElement element_;
};

}  // namespace

void run_copy_matrix(const Behaviour& behaviour, const CopyMatrixWalk& walk,
                     const vconform_memories& memories) {
  if (walk.does_nothing) {
    return;
  }
  if (!copy_matrix_packed(behaviour, walk, memories)) {
    CopyMatrixRun(behaviour, walk, memories).run();
  }
  behaviour.finish_copy_matrix(walk, memories);
}

}  // namespace vconform::adapters::golden
