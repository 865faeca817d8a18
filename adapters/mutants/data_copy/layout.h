// Mutants of DataCopy with wrong places: its units, blocks, vectors and halves, its refusals; and
// those that write beside the destination.
#pragma once

#include "adapters/golden/copies/memory.h"
#include "adapters/golden/data_copy/walk.h"
#include "adapters/mutants/data_copy/witness.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/row.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::mutants::data_copy {

using golden::CopyBlocks;
using golden::DataCopyWalk;

inline constexpr std::uint64_t kHalfBlock = spec::kBlockBytes / 2;

inline bool is_plain(const DataCopyWalk& walk) {
  return walk.cell.conversion().is_plain_path();
}

// Flips the byte behind the last block, if there is one.
inline void spoil_behind(const DataCopyWalk& walk, const vconform_memories& memories) {
  const CopyBlocks& to = walk.destination;
  const auto bytes = golden::memory_of(memories, to.memory);
  const std::uint64_t end = to.block(walk.blocks - 1) + to.length;
  if (end < bytes.size()) {
    bytes[end] = static_cast<std::uint8_t>(~bytes[end]);
  }
}

inline bool reads_nan(const DataCopyWalk& walk, const vconform_memories& memories) {
  const NumberFormat& from = walk.cell.conversion().from();
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

// Whether the elements are multiplied by deqValue, and its M is NaN or inf.
inline bool has_special_scale(const DataCopyWalk& walk) {
  const spec::Conversion& row = walk.cell.conversion();
  const bool is_half = spec::deq_word_of(row.deq_scale) == spec::Word::kHalf;
  const NumberFormat& format = spec::format_of(is_half ? NumberType::kF16 : NumberType::kF32);
  const std::uint64_t m = walk.call.deqValue & format.pattern_mask();
  const bool multiplies = row.deq_scale != spec::DeqScale::kNone && !is_vector(row.deq_scale) &&
                          row.destination != NumberType::kS16;
  return multiplies && (is_nan(format, m) || is_infinite(format, m));
}

inline void halve(CopyBlocks& operand) {
  operand.step -= operand.length / 2;
  operand.length /= 2;
}

// Two blocks of 32 elements with gaps.
inline void two_blocks(DataCopy& call) {
  call.block_count = 2;
  call.block_len = 2;
  call.src_stride = 1;
  call.dst_stride = 2;
}

inline void first_halves(DataCopy& call) {
  call.sid_store_mode = static_cast<std::uint8_t>(spec::SidStoreMode::kFirstHalf);
}

inline OneCopy cast_of_f32(void (*change)(DataCopy&) = nullptr) {
  return {.name = "co1_co2_f322f16", .source = Patterns(32, kHalf), .change = change};
}

// One block, or two_blocks; the factors of a vector differ, and from those of the next vector.
inline OneCopy blocks_of(std::string_view name, void (*change)(DataCopy&) = nullptr) {
  OneCopy copy = {.name = name, .source = Patterns(320, 3), .change = change};
  for (int i = 0; i < 64; ++i) {
    // A half in the low bits, which do not affect an f32.
    copy.vectors.push_back(with_offset(kSignedOne, i) + 0x3c00 + static_cast<std::uint64_t>(i));
  }
  return copy;
}

inline constexpr Row kLayout[] = {
    {128, "copy-normal-mode-runs", "blockMode NORMAL from CO1 to CO2 runs as MATRIX",
     "copy.parameters",
     [](DataCopyWalk& walk) {
       if (walk.call.blockMode == VCONFORM_BLOCK_MODE_NORMAL) {
         walk.call.blockMode = VCONFORM_BLOCK_MODE_MATRIX;
       }
     },
     [] {
       const auto normal = [](DataCopy& call) { call.block_mode = spec::BlockMode::kNormal; };
       const auto nothing = [](DataCopy& call) { call.block_len = 0; };
       return by_copy(cast_of_f32(normal), cast_of_f32(nothing));
     }},
    {129, "plain-copy-ends-early", "a plain copy leaves the last 16 bytes of each block",
     "copy.plain",
     [](DataCopyWalk& walk) { walk.source.length -= is_plain(walk) ? kHalfBlock : 0; },
     [] { return by_copy({.name = "gm_vecin_s32", .source = Patterns(16, 1)}, cast_of_f32()); }},
    {130, "copy-dst-block-as-long-as-src",
     "a narrower block takes as much room at the destination as at the source", "copy.units",
     [](DataCopyWalk& walk) {
       walk.destination.step += walk.source.length - walk.destination.length;
     },
     [] { return by_copy(cast_of_f32(two_blocks), blocks_of("co1_co2_s322s32", two_blocks)); }},
    {131, "copy-factor-by-position", "element i of a block uses factor i / 16",
     "copy.vector-element",
     [](DataCopyWalk& walk) {
       walk.factor_of = [](std::uint64_t element) {
         return element / spec::kDeqVectorElements % spec::kDeqVectorElements;
       };
     },
     [] { return by_copy(blocks_of("vdeq8_s322s8"), blocks_of("deq8_s322s8")); }},
    {132, "copy-vector-not-advanced", "all blocks of VDEQ8 and VDEQ16 use the first vector",
     "copy.vector-of-block",
     [](DataCopyWalk& walk) {
       if (walk.cell.conversion().deq_scale != spec::DeqScale::kVdeq) {
         walk.vector_step = 0;
       }
     },
     [] {
       return by_copy(blocks_of("vdeq8_s322s8", two_blocks), blocks_of("vdeq_s322f16", two_blocks));
     }},
    {133, "copy-vdeq-advances-by-64", "block j of VDEQ uses the vector at deqTensorAddr + 64*j",
     "copy.vdeq-advance",
     [](DataCopyWalk& walk) {
       if (walk.cell.conversion().deq_scale == spec::DeqScale::kVdeq) {
         walk.vector_step = 64;
       }
     },
     [] {
       return by_copy(blocks_of("vdeq_s322f16", two_blocks), blocks_of("vdeq8_s322s8", two_blocks));
     }},
    {134, "copy-relu-bit-ignored", "bit 47 of deqValue is ignored", "copy.relu-flag",
     [](DataCopyWalk& walk) { walk.heeds_relu_bit = false; },
     [] {
       return by_copy({"deq8_s322s8", {s32(-5)}, kSignedOne | kRelu},
                      {.name = "deq8_s322s8", .source = {s32(-5)}, .relu = true});
     }},
    {135, "copy-halves-packed", "8-bit results are packed whatever sidStoreMode says",
     "copy.sid-store-mode", [](DataCopyWalk& walk) { walk.runs = {}; },
     [] { return by_copy(blocks_of("deq8_s322s8", first_halves), blocks_of("deq8_s322s8")); }},
    {136, "copy-halves-swapped-for-u8", "sidStoreMode 0 and 1 change places for u8, not for s8",
     "copy.sid-halves",
     [](DataCopyWalk& walk) {
       const bool has_halves = walk.runs.run != walk.runs.pitch;
       if (has_halves && walk.cell.conversion().destination == NumberType::kU8) {
         walk.runs.first ^= kHalfBlock;
       }
     },
     [] {
       return by_copy(blocks_of("deq8_s322u8", first_halves),
                      blocks_of("deq8_s322s8", first_halves));
     }},
    {137, "copy-block-len-halved-for-f32",
     "blockLen counts half the unit from f32 to f16, all of it from s32", "copy.block-len-unit",
     [](DataCopyWalk& walk) {
       const spec::Conversion& row = walk.cell.conversion();
       if (row.source == NumberType::kF32 && row.destination == NumberType::kF16) {
         walk.elements /= 2;
         halve(walk.source);
         halve(walk.destination);
       }
     },
     [] { return by_copy(cast_of_f32(), blocks_of("deq_s322f16")); }},
    {138, "copy-dst-stride-from-start",
     "dstStride is from head to head, srcStride from tail to head", "copy.strides",
     [](DataCopyWalk& walk) { walk.destination.step -= walk.destination.length; },
     [] { return by_copy(blocks_of("deq_s322f16", two_blocks), blocks_of("deq_s322f16")); }},
    {166, "copy-pad-mode-1-zeroes-a-byte",
     "an odd padMode makes the first byte of the destination 0", "copy.pad-ignored",
     [](const DataCopyWalk& walk, const vconform_memories& memories) {
       if ((walk.call.padMode & 1) != 0) {
         golden::memory_of(memories, walk.destination.memory)[walk.destination.block(0)] = 0;
       }
     },
     [] {
       OneCopy pads = {.name = "co1_co2_f322f32", .source = {0x3f800001}};
       pads.change = [](DataCopy& call) { call.pad_mode = 1; };
       OneCopy keeps = {.name = "co1_co2_f322f32", .source = {0x3f800001}};
       keeps.change = [](DataCopy& call) { call.pad_mode = 2; };
       return by_copy(pads, keeps);
     }},
    {139, "copy-scale-nan-writes-a-byte-more",
     "an M of deqValue that is NaN or inf spoils the byte behind the last block",
     "copy.scale-special",
     [](const DataCopyWalk& walk, const vconform_memories& memories) {
       if (has_special_scale(walk)) {
         spoil_behind(walk, memories);
       }
     },
     [] {
       return by_copy({"deq8_s322s8", {1}, kNan}, {"deq16_s322s16", {1}, kNan}) +
              by_copy({"deq_f162f16", {1}, 0x7c00}, {"deq_f162f16", {1}, 0x7bff});
     }},
    {140, "copy-nan-writes-a-byte-more",
     "a NaN that is converted or meets ReLU spoils the byte behind the last block", "copy.nan",
     [](const DataCopyWalk& walk, const vconform_memories& memories) {
       const spec::Conversion& row = walk.cell.conversion();
       const bool computes = !is_plain(walk) && (walk.is_relu || row.source != row.destination ||
                                                 row.deq_scale != spec::DeqScale::kNone);
       if (computes && reads_nan(walk, memories)) {
         spoil_behind(walk, memories);
       }
     },
     [] { return by_copy({"co1_co2_f322f16", {kNan}}, {"co1_co2_f322f32", {kNan}}); }},
};

}  // namespace vconform::adapters::mutants::data_copy
