// Wrong copy_matrix: where it reads and writes, what it refuses, which word a column takes.
#include <algorithm>

#include "adapters/golden/copies/memory.h"
#include "adapters/golden/copy_matrix/copy_matrix.h"
#include "adapters/golden/copy_matrix/element.h"
#include "adapters/mutants/changes.h"
#include "adapters/mutants/elements.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::CopyMatrixWalk;
using golden::FixpipeElement;
using spec::kF32;
using spec::NumberType;

bool is_nd(const CopyMatrixWalk& walk) {
  return walk.call.NZ2ND_EN != 0;
}

bool has_s32_source(const CopyMatrixWalk& walk) {
  return walk.cell.conversion().source == NumberType::kS32;
}

std::uint64_t round_up(std::uint64_t number, std::uint64_t unit) {
  return (number + unit - 1) / unit * unit;
}

// Blocks of an NZ destination lie so close that rows of one stand in the next.
bool shares_row(const FixpipeElement& element) {
  const golden::FractalLayout& layout = element.walk->layout;
  return !is_nd(*element.walk) && element.column >= layout.channels &&
         layout.dst_column_stride % layout.channels == 0 &&
         element.row + layout.dst_column_stride / layout.channels < layout.rows;
}

// The byte behind all that may be written, where there is one.
void spoil_behind(const CopyMatrixWalk& walk, const vconform_memories& memories) {
  const spec::Conversion& row = walk.cell.conversion();
  const auto bytes = golden::memory_of(memories, spec::memory_of(row.path.to));
  const std::uint64_t end =
      walk.call.dst.offset + spec::byte_count(row.to(), walk.layout.destination_end());
  if (end < bytes.size()) {
    bytes[end] = static_cast<std::uint8_t>(~bytes[end]);
  }
}

bool reads_nan(const CopyMatrixWalk& walk, const vconform_memories& memories) {
  const auto source = golden::memory_of(memories, spec::MemoryId::kL0c);
  const golden::FractalLayout& layout = walk.layout;
  for (std::uint64_t block = 0; block < layout.blocks; ++block) {
    for (std::uint64_t column = 0; column < layout.columns; ++column) {
      for (std::uint64_t row = 0; row < layout.rows; ++row) {
        const std::uint64_t index = layout.source(block, row, column);
        if (is_nan(kF32, spec::load_element(source, walk.call.src.offset, kF32, index))) {
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace

void src_stride_in_bytes(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) { walk.layout.src_column_stride /= 64; };
}

void padding_rows_written(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    walk.layout.rows = round_up(walk.layout.rows, spec::kFractalRows);
  };
}

void dst_stride_is_a_gap(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    if (!is_nd(walk)) {
      walk.layout.dst_column_stride += walk.layout.rows * walk.layout.channels;
    }
  };
}

void channel_split_halves_swapped(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    walk.layout.src_flip = walk.call.channelSplit != 0 ? 8 : 0;
  };
}

void nd_strides_in_bytes(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    if (is_nd(walk)) {
      const auto bytes = std::max<std::uint64_t>(
          static_cast<std::uint64_t>(walk.cell.conversion().to().bits) / spec::kBitsPerByte, 1);
      walk.layout.dst_row_stride /= bytes;
      walk.layout.dst_block_stride /= bytes;
    }
  };
}

void zero_size_counts_as_one(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    vconform_copy_matrix& call = walk.call;
    if (call.NSize != 0 && call.MSize != 0) {
      return;
    }
    golden::FractalLayout& layout = walk.layout;
    const auto multiple = static_cast<std::uint32_t>(
        spec::n_size_multiple(walk.cell.conversion(), call.channelSplit != 0));
    call.NSize = std::max(call.NSize, multiple);
    call.MSize = std::max(call.MSize, 1U);
    walk.does_nothing = layout.blocks == 0;
    layout.rows = call.MSize;
    layout.columns = call.NSize;
    layout.channels = is_nd(walk) ? layout.columns : layout.channels;
    layout.last_block = layout.channels;
  };
}

void sid_ignored(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    walk.call.sid = 0;
    walk.call.UnitFlagMode = 0;
  };
}

void overlap_spoils_shared_rows(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (shares_row(element)) {
      // About half of the largest, with the other sign.
      element.source ^= 0x80555555;
    }
  };
}

void b8_merged_from_f32_only(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    if (!is_nd(walk) && has_s32_source(walk) && walk.cell.conversion().to().bits < 16) {
      walk.layout.channels = spec::kC0;
      walk.layout.dst_row_stride = spec::kC0;
      walk.layout.last_block = spec::kC0;
    }
  };
}

void dst_stride_in_elements_of_f16(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    if (!is_nd(walk) && walk.cell.conversion().destination == NumberType::kF16) {
      walk.layout.dst_column_stride = walk.call.dstStride_dst_D;
    }
  };
}

void whole_last_block_from_s32(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    golden::FractalLayout& layout = walk.layout;
    if (!is_nd(walk) && has_s32_source(walk)) {
      layout.columns =
          std::min(round_up(layout.columns, spec::kC0), round_up(layout.columns, layout.channels));
    }
  };
}

void src_nd_stride_in_rows_of_s32(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    if (has_s32_source(walk)) {
      walk.layout.src_block_stride /= spec::kFractalRows;
    }
  };
}

void nd_count_0_stops_s32(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    const std::uint64_t para = walk.registers.of(spec::FixpipeRegister::kNdPara);
    walk.does_nothing |= has_s32_source(walk) && spec::kNdCount.of(para) == 0;
  };
}

void quantpre_must_be_0(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    constexpr std::uint64_t kNoCode = 31;
    walk.call.QuantPRE = walk.call.QuantPRE == 0 ? 0 : kNoCode;
  };
}

void quantpre_0_is_raw_from_s32(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    const std::uint8_t code = spec::quant_code_of(walk.cell.conversion()).scalar;
    walk.is_raw = walk.call.QuantPRE == 0 && code != 0 && has_s32_source(walk);
  };
}

void quant_word_of_column_0(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) { walk.word_step = 0; };
}

void alpha_of_column_0(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) { walk.alpha_step = 0; };
}

void fixpipe_nibbles_swapped_from_f32(Behaviour& golden) {
  golden.copy_matrix = [](CopyMatrixWalk& walk) {
    walk.swaps_nibbles = walk.cell.conversion().to().bits < 8 && !has_s32_source(walk);
  };
}

void scale_nan_writes_a_byte_more(Behaviour& golden) {
  golden.finish_copy_matrix = [](const CopyMatrixWalk& walk, const vconform_memories& memories) {
    const auto m1 = spec::kQuantScale.of(walk.registers.of(spec::FixpipeRegister::kQuantPre));
    const bool multiplies = spec::quant_code_of(walk.cell.conversion()).reads_quant_word() &&
                            walk.cell.conversion().destination != NumberType::kS16;
    if (multiplies && !walk.has_vector && (is_nan(kF32, m1) || is_infinite(kF32, m1))) {
      spoil_behind(walk, memories);
    }
  };
}

void integer_alpha_writes_a_byte_more(Behaviour& golden) {
  golden.finish_copy_matrix = [](const CopyMatrixWalk& walk, const vconform_memories& memories) {
    const spec::Pipeline pipeline = spec::quant_code_of(walk.cell.conversion()).pipeline;
    const bool is_multiplied =
        pipeline != spec::Pipeline::kNone && pipeline != spec::Pipeline::kShift;
    const bool has_alpha = walk.call.ReLUPRE > static_cast<std::uint8_t>(spec::ReluPre::kNormal);
    if (has_s32_source(walk) && !is_multiplied && has_alpha) {
      spoil_behind(walk, memories);
    }
  };
}

void nan_to_integer_writes_a_byte_more(Behaviour& golden) {
  golden.finish_copy_matrix = [](const CopyMatrixWalk& walk, const vconform_memories& memories) {
    const bool to_integer = !walk.cell.conversion().to().is_floating();
    if (!has_s32_source(walk) && to_integer && reads_nan(walk, memories)) {
      spoil_behind(walk, memories);
    }
  };
}

}  // namespace vconform::adapters::mutants
