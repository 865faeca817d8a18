// Wrong DataCopy: its units, blocks, vectors and halves, what it refuses.
#include "adapters/golden/data_copy/data_copy.h"

#include "adapters/golden/copies/memory.h"
#include "adapters/mutants/changes.h"
#include "adapters/mutants/elements.h"
#include "spec/case/memory_image.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::CopyBlocks;
using golden::DataCopyWalk;
using spec::NumberType;

constexpr std::uint64_t kHalfBlock = spec::kBlockBytes / 2;

bool is_plain(const DataCopyWalk& walk) {
  return walk.cell.conversion().is_plain_path();
}

// The byte behind the last block, where there is one.
void spoil_behind(const DataCopyWalk& walk, const vconform_memories& memories) {
  const CopyBlocks& to = walk.destination;
  const auto bytes = golden::memory_of(memories, to.memory);
  const std::uint64_t end = to.block(walk.blocks - 1) + to.length;
  if (end < bytes.size()) {
    bytes[end] = static_cast<std::uint8_t>(~bytes[end]);
  }
}

bool reads_nan(const DataCopyWalk& walk, const vconform_memories& memories) {
  const spec::NumberFormat& from = walk.cell.conversion().from();
  const auto source = golden::memory_of(memories, walk.source.memory);
  for (std::uint64_t block = 0; from.is_floating() && block < walk.blocks; ++block) {
    for (std::uint64_t i = 0; i < walk.elements; ++i) {
      if (is_nan(from, spec::load_element(source, walk.source.block(block), from, i))) {
        return true;
      }
    }
  }
  return false;
}

// Of deqValue, where its mode multiplies.
bool has_special_scale(const DataCopyWalk& walk) {
  const spec::Conversion& row = walk.cell.conversion();
  const bool is_half = spec::deq_word_of(row.deq_scale) == spec::Word::kHalf;
  const spec::NumberFormat& format = spec::format_of(is_half ? NumberType::kF16 : NumberType::kF32);
  const std::uint64_t m = walk.call.deqValue & format.pattern_mask();
  const bool multiplies = row.deq_scale != spec::DeqScale::kNone && !is_vector(row.deq_scale) &&
                          row.destination != NumberType::kS16;
  return multiplies && (is_nan(format, m) || is_infinite(format, m));
}

void halve(CopyBlocks& operand) {
  operand.step -= operand.length / 2;
  operand.length /= 2;
}

}  // namespace

void copy_normal_mode_runs(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) {
    if (walk.call.blockMode == VCONFORM_BLOCK_MODE_NORMAL) {
      walk.call.blockMode = VCONFORM_BLOCK_MODE_MATRIX;
    }
  };
}

void plain_copy_ends_early(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) {
    walk.source.length -= is_plain(walk) ? kHalfBlock : 0;
  };
}

void copy_dst_block_as_long_as_src(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) {
    walk.destination.step += walk.source.length - walk.destination.length;
  };
}

void copy_factor_by_position(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) {
    walk.factor_of = [](std::uint64_t element) {
      return element / spec::kDeqVectorElements % spec::kDeqVectorElements;
    };
  };
}

void copy_vector_not_advanced(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) {
    if (walk.cell.conversion().deq_scale != spec::DeqScale::kVdeq) {
      walk.vector_step = 0;
    }
  };
}

void copy_vdeq_advances_by_64(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) {
    if (walk.cell.conversion().deq_scale == spec::DeqScale::kVdeq) {
      walk.vector_step = 64;
    }
  };
}

void copy_relu_bit_ignored(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) { walk.heeds_relu_bit = false; };
}

void copy_halves_packed(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) { walk.runs = {}; };
}

void copy_halves_swapped_for_u8(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) {
    const bool has_halves = walk.runs.run != walk.runs.pitch;
    if (has_halves && walk.cell.conversion().destination == NumberType::kU8) {
      walk.runs.first ^= kHalfBlock;
    }
  };
}

void copy_block_len_halved_for_f32(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) {
    const spec::Conversion& row = walk.cell.conversion();
    if (row.source == NumberType::kF32 && row.destination == NumberType::kF16) {
      walk.elements /= 2;
      halve(walk.source);
      halve(walk.destination);
    }
  };
}

void copy_dst_stride_from_start(Behaviour& golden) {
  golden.data_copy = [](DataCopyWalk& walk) { walk.destination.step -= walk.destination.length; };
}

void copy_scale_nan_writes_a_byte_more(Behaviour& golden) {
  golden.finish_data_copy = [](const DataCopyWalk& walk, const vconform_memories& memories) {
    if (has_special_scale(walk)) {
      spoil_behind(walk, memories);
    }
  };
}

void copy_nan_writes_a_byte_more(Behaviour& golden) {
  golden.finish_data_copy = [](const DataCopyWalk& walk, const vconform_memories& memories) {
    const spec::Conversion& row = walk.cell.conversion();
    const bool computes = !is_plain(walk) && (walk.is_relu || row.source != row.destination ||
                                              row.deq_scale != spec::DeqScale::kNone);
    if (computes && reads_nan(walk, memories)) {
      spoil_behind(walk, memories);
    }
  };
}

}  // namespace vconform::adapters::mutants
