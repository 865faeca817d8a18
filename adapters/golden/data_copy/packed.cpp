#include "adapters/golden/data_copy/packed.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "adapters/golden/copies/memory.h"
#include "adapters/golden/data_copy/lanes.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::golden {

namespace {

using spec::MemoryId;

constexpr std::size_t kLanes = kernels::kFactorLanes;
static_assert(kLanes == spec::kDeqVectorElements);
// The number of elements that are converted together.
constexpr std::size_t kBatch = 1024;
constexpr std::size_t kMaxElementBytes = 4;

// The bytes of a memory from the first to the last that a number of blocks touch.
struct Extent {
  MemoryId memory;
  std::uint64_t first;
  std::uint64_t end;

  bool overlaps(const Extent& other) const {
    return memory == other.memory && first < other.end && other.first < end;
  }
};

Extent extent_of(const DataCopyWalk& walk, const CopyBlocks& operand) {
  return {operand.memory, operand.at, operand.block(walk.blocks - 1) + operand.length};
}

// Whether the instruction writes nothing that it reads.
bool is_disjoint(const DataCopyWalk& walk) {
  const Extent written = extent_of(walk, walk.destination);
  const spec::DeqScale deq = walk.cell.conversion().deq_scale;
  const CopyBlocks vectors = {MemoryId::kUb, walk.vectors, spec::deq_vector_bytes(deq),
                              walk.vector_step};
  return !written.overlaps(extent_of(walk, walk.source)) &&
         !(is_vector(deq) && written.overlaps(extent_of(walk, vectors)));
}

class PackedBlocks {
 public:
  PackedBlocks(const Behaviour& behaviour, const DataCopyWalk& walk,
               const vconform_memories& memories)
      : walk_(walk),
        from_(walk.cell.conversion().from()),
        to_(walk.cell.conversion().to()),
        source_(memory_of(memories, walk.source.memory).data()),
        destination_(memory_of(memories, walk.destination.memory).data()),
        ub_(memory_of(memories, MemoryId::kUb)),
        element_(element_in_common(behaviour, walk)) {}

  void block(std::uint64_t number) {
    prepare(words_of(number));
    const std::uint8_t* source = source_ + walk_.source.block(number);
    std::uint8_t* destination = destination_ + walk_.destination.block(number);
    if (walk_.runs.run == walk_.runs.pitch && walk_.runs.first == 0) {
      convert(source, destination, walk_.elements);
      return;
    }
    for (std::uint64_t done = 0; done < walk_.elements; done += kBatch) {
      const std::uint64_t count = std::min<std::uint64_t>(kBatch, walk_.elements - done);
      convert(source + spec::byte_count(from_, done), results_.data(), count);
      store_runs(destination, done, count);
    }
  }

 private:
  LaneWords words_of(std::uint64_t block) const {
    const spec::DeqScale deq = walk_.cell.conversion().deq_scale;
    LaneWords words;
    words.fill(element_.word);
    for (std::size_t lane = 0; is_vector(deq) && lane < kLanes; ++lane) {
      words[lane] = vector_word(walk_, ub_, block, lane);
    }
    return words;
  }

  void prepare(const LaneWords& words) {
    if (prepared_ != words) {
      pipeline_ = copied_lanes(element_, words);
      prepared_ = words;
    }
  }

  void convert(const std::uint8_t* source, std::uint8_t* destination, std::size_t count) {
    if (pipeline_) {
      pipeline_->convert(source, destination, count);
      return;
    }
    const std::span from(source, spec::byte_count(from_, count));
    const std::span to(destination, spec::byte_count(to_, count));
    for (std::size_t i = 0; i < count; ++i) {
      element_.word = (*prepared_)[i % kLanes];
      element_.source = spec::load_element(from, 0, from_, i);
      spec::store_element(to, 0, to_, i, copied(element_));
    }
  }

  // Only results of 8 bits are stored in runs.
  void store_runs(std::uint8_t* block, std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t run = walk_.runs.run;
    for (std::uint64_t i = 0; i < count;) {
      const std::uint64_t length = std::min(run - (first + i) % run, count - i);
      std::memcpy(block + walk_.runs.index(first + i), results_.data() + i, length);
      i += length;
    }
  }

  const DataCopyWalk& walk_;
  const spec::NumberFormat& from_;
  const spec::NumberFormat& to_;
  const std::uint8_t* source_;
  std::uint8_t* destination_;
  std::span<const std::uint8_t> ub_;
  CopiedElement element_;
  std::optional<LaneWords> prepared_;
  // nullopt if no kernel has these steps.
  std::optional<LanePipeline> pipeline_;
  alignas(64) std::array<std::uint8_t, kBatch * kMaxElementBytes> results_;
};

}  // namespace

bool data_copy_packed(const Behaviour& behaviour, const DataCopyWalk& walk,
                      const vconform_memories& memories) {
  const bool has_runs = walk.runs.run != walk.runs.pitch || walk.runs.first != 0;
  if (!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk) ||
      (has_runs && walk.cell.conversion().to().bits != 8)) {
    return false;
  }
  PackedBlocks copy(behaviour, walk, memories);
  for (std::uint64_t block = 0; block < walk.blocks; ++block) {
    copy.block(block);
  }
  return true;
}

}  // namespace vconform::adapters::golden
