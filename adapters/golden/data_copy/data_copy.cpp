#include "adapters/golden/data_copy/data_copy.h"

#include <cstring>

#include "adapters/golden/copies/memory.h"
#include "adapters/golden/data_copy/packed.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::golden {

namespace {

using spec::MemoryId;

void copy_bytes(const DataCopyWalk& walk, std::span<const std::uint8_t> from,
                std::span<std::uint8_t> to) {
  for (std::uint64_t block = 0; block < walk.blocks; ++block) {
    // A block is read before it is written.
    std::memmove(to.data() + walk.destination.block(block), from.data() + walk.source.block(block),
                 walk.source.length);
  }
}

class DataCopyRun {
 public:
  DataCopyRun(const Behaviour& behaviour, const DataCopyWalk& walk,
              const vconform_memories& memories)
      : behaviour_(behaviour),
        walk_(walk),
        source_(memory_of(memories, walk.source.memory)),
        destination_(memory_of(memories, walk.destination.memory)),
        ub_(memory_of(memories, MemoryId::kUb)),
        common_(element_in_common(behaviour, walk)) {}

  void block(std::uint64_t number) {
    for (std::uint64_t i = 0; i < walk_.elements; ++i) {
      element(number, i);
    }
  }

 private:
  void element(std::uint64_t block, std::uint64_t index) {
    const spec::Conversion& row = walk_.cell.conversion();
    CopiedElement element = common_;
    element.block = block;
    element.index = index;
    element.source = spec::load_element(source_, walk_.source.block(block), row.from(), index);
    if (is_vector(row.deq_scale)) {
      element.word = vector_word(walk_, ub_, block, walk_.factor_of(index));
    }
    behaviour_.copied(element);
    spec::store_element(destination_, walk_.destination.block(block), row.to(),
                        walk_.runs.index(index), copied(element));
  }

  const Behaviour& behaviour_;
  const DataCopyWalk& walk_;
  std::span<const std::uint8_t> source_;
  std::span<std::uint8_t> destination_;
  std::span<const std::uint8_t> ub_;
  // The common part of all elements.
  CopiedElement common_;
};

void convert_blocks(const Behaviour& behaviour, const DataCopyWalk& walk,
                    const vconform_memories& memories) {
  DataCopyRun run(behaviour, walk, memories);
  for (std::uint64_t block = 0; block < walk.blocks; ++block) {
    run.block(block);
  }
}

}  // namespace

void run_data_copy(const Behaviour& behaviour, const DataCopyWalk& walk,
                   const vconform_memories& memories) {
  if (walk.cell.conversion().is_plain_path()) {
    copy_bytes(walk, memory_of(memories, walk.source.memory),
               memory_of(memories, walk.destination.memory));
  } else if (!data_copy_packed(behaviour, walk, memories)) {
    convert_blocks(behaviour, walk, memories);
  }
  behaviour.finish_data_copy(walk, memories);
}

}  // namespace vconform::adapters::golden
