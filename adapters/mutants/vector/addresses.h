// Mutants with wrong addresses: strides, repeats, nibbles, alignment, overlap, writes beside the
// destination.
#pragma once

#include <algorithm>
#include <map>
#include <optional>

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/row.h"
#include "adapters/mutants/vector/witness.h"

namespace vconform::adapters::mutants::vector {

using golden::Operand;
using golden::VectorWalk;

inline std::uint64_t block_count(const VectorWalk& walk, const Operand& operand) {
  return walk.lanes >> operand.lane_bits();
}

inline std::uint64_t block_at(const Operand& operand, std::uint64_t repeat, std::uint64_t block) {
  return operand.block(repeat, block << operand.lane_bits());
}

// The byte after the last active lane, or nullopt if there is none.
inline std::optional<std::uint64_t> end_of_active_lanes(const VectorWalk& walk) {
  for (std::uint64_t repeat = walk.repeats; repeat-- > 0;) {
    for (std::uint64_t lane = walk.lanes; lane-- > 0;) {
      if (walk.is_active(repeat, lane)) {
        return walk.destination.end(repeat, lane);
      }
    }
  }
  return std::nullopt;
}

inline void spoil(std::span<std::uint8_t> ub, std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t at = first; at < std::min(first + count, ub.size()); ++at) {
    ub[at] = static_cast<std::uint8_t>(~ub[at]);
  }
}

// Every hazard found here is one of rule overlap.hazard: a repeat writes what a later one reads, or
// what it reads itself but not block by block.
inline bool writes_what_is_read(const VectorWalk& walk) {
  const bool equal_width = walk.source.format->bits == walk.destination.format->bits;
  std::map<std::uint64_t, std::uint64_t> last_reader;
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t block = 0; block < block_count(walk, walk.source); ++block) {
      last_reader[block_at(walk.source, repeat, block)] = repeat;
    }
  }
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t block = 0; block < block_count(walk, walk.destination); ++block) {
      const std::uint64_t at = block_at(walk.destination, repeat, block);
      const auto reader = last_reader.find(at);
      if (reader == last_reader.end() || reader->second < repeat) {
        continue;
      }
      const bool in_place = equal_width && at == block_at(walk.source, repeat, block);
      if (reader->second > repeat || !in_place) {
        return true;
      }
    }
  }
  return false;
}

inline std::uint64_t end_of_blocks(const VectorWalk& walk) {
  std::uint64_t end = 0;
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t block = 0; block < block_count(walk, walk.destination); ++block) {
      end = std::max(end, block_at(walk.destination, repeat, block) + spec::kBlockBytes);
    }
  }
  return end;
}

inline constexpr Row kAddresses[] = {
    {10, "dst-repeat-stride-from-src", "the destination advances by the source's repeat stride",
     "walk.blocks",
     [](VectorWalk& walk) { walk.destination.repeat_stride = walk.source.repeat_stride; },
     [] { return by_fields({.repeat = 2, .src_repeat_stride = 16}, {.repeat = 2}); }},
    {11, "count-from-narrower-type", "a repeat has as many elements as 256 B of the narrower type",
     "walk.narrow-operand-has-fewer-blocks",
     [](VectorWalk& walk) {
       const int narrower = std::min(walk.source.format->bits, walk.destination.format->bits);
       walk.lanes = spec::kRepeatBytes * spec::kBitsPerByte / static_cast<std::uint64_t>(narrower);
       if (walk.counter_mode) {
         walk.repeats = (spec::counter_of(walk.registers.mask) + walk.lanes - 1) / walk.lanes;
       }
     },
     [] { return by_instruction(kAll, "vconv_f322f16r", "vconv_f322s32r"); }},
    {12, "writes-one-byte-more", "the byte after the last active lane is overwritten",
     "write.nothing-else",
     [](const VectorWalk& walk, std::span<std::uint8_t> ub) {
       if (const std::optional<std::uint64_t> end = end_of_active_lanes(walk)) {
         spoil(ub, *end, 1);
       }
     },
     [] { return by_mask("vconv_f322s32r", {0, 1}, {0, 0}); }},
    {37, "src-repeat-stride-0-advances",
     "a source repeat stride of 0 moves on by the blocks of a repeat", "walk.repeat-stride-zero",
     [](VectorWalk& walk) {
       if (walk.source.repeat_stride == 0) {
         walk.source.repeat_stride = block_count(walk, walk.source);
       }
     },
     [] {
       return by_fields({.repeat = 2, .src_repeat_stride = 0},
                        {.repeat = 2, .dst_repeat_stride = 16});
     }},
    {38, "src-block-stride-0-advances", "a source block stride of 0 counts as 1",
     "walk.src-block-stride-zero",
     [](VectorWalk& walk) {
       walk.source.block_stride = std::max<std::uint64_t>(walk.source.block_stride, 1);
     },
     [] { return by_fields({.src_block_stride = 0}, {.src_block_stride = 2}); }},
    {39, "dst-block-stride-0-advances", "a destination block stride of 0 counts as 1",
     "walk.dst-block-stride-zero",
     [](VectorWalk& walk) {
       walk.destination.block_stride = std::max<std::uint64_t>(walk.destination.block_stride, 1);
     },
     [] { return by_fields({.dst_block_stride = 0}, {.dst_block_stride = 2}); }},
    {40, "dst-stride-has-12-bits", "strides have 12 bits for the destination, 16 for the source",
     "walk.stride-width",
     [](Behaviour& golden) {
       golden.pin(golden::choice("walk.stride-width", "16"));
       golden.walk.add([](VectorWalk& walk) {
         constexpr std::uint64_t kLow12 = 0xfff;
         walk.destination.block_stride &= kLow12;
         walk.destination.repeat_stride &= kLow12;
       });
     },
     [] {
       // 4097 blocks are one block in 12 bits. The destination follows 12 bits, the source 16.
       return by_fields({.repeat = 2, .src_repeat_stride = 4097},
                        {.repeat = 2, .src_repeat_stride = 4095}) +
              by_fields({.src_block_stride = 0x1000, .mask = {0, 0x101}},
                        {.dst_block_stride = 0x1002, .mask = {0, 0x101}});
     }},
    {41, "repeat-zero-runs-once", "repeat 0 runs once", "repeat.zero-is-nop",
     [](VectorWalk& walk) {
       if (!walk.counter_mode) {
         walk.repeats = std::max<std::uint64_t>(walk.repeats, 1);
       }
     },
     [] { return by_fields({.repeat = 0}, {.repeat = 1}); }},
    {46, "nibbles-swapped-in-results",
     "s4 results have the even element in the high nibble, s4 sources in the low one", "s4.nibble",
     [](VectorWalk& walk) { walk.destination.swaps_nibbles = walk.destination.format->bits < 8; },
     [] { return by_instruction(kAll, "vconv_f162s4r", "vconv_s42f16"); }},
    {48, "misaligned-is-rounded-down",
     "a misaligned operand is moved down to its block and the instruction runs",
     "args.out-of-range",
     [](VectorWalk& walk) {
       walk.source.at -= walk.source.at % spec::kBlockBytes;
       walk.destination.at -= walk.destination.at % spec::kBlockBytes;
     },
     [] {
       return by_fields({.dst = kDestination + 4}, {.dst = kDestination + 32}) +
              by_fields({.src = 31}, {.src = 32});
     }},
    {49, "hazard-writes-a-block-more",
     "where the destination overlaps what is yet to be read, the block after it is overwritten",
     "overlap.hazard",
     [](const VectorWalk& walk, std::span<std::uint8_t> ub) {
       if (end_of_active_lanes(walk) && writes_what_is_read(walk)) {
         spoil(ub, end_of_blocks(walk), spec::kBlockBytes);
       }
     },
     [] {
       // The destination one block behind the source's start, and at it; one repeat behind, so that
       // repeat 0 writes what repeat 1 reads; and one repeat ahead, which is legal.
       return by_fields({.dst = 32}, {.dst = 0}) +
              by_fields({.dst = 256, .repeat = 2}, {.dst = 0, .src = 256, .repeat = 2}) +
              by_fields({.instruction = "vconv_s322s64", .dst = 0, .src_repeat_stride = 4},
                        {.instruction = "vconv_s322s64", .src_repeat_stride = 4}) +
              by_fields({.dst = 32}, {.dst = 32, .mask = {0, 0}});
     }},
    {50, "snapshot-when-widening",
     "declares walk.order=repeat, but reads all sources first where the result is wider",
     "walk.order",
     [](VectorWalk& walk) {
       if (walk.destination.format->bits > walk.source.format->bits) {
         walk.order = golden::Order::kSnapshot;
       }
     },
     [] {
       // Repeat 0 writes the sources of repeat 1: s64 results are wider, s32 ones are not.
       return by_fields(
           {.instruction = "vconv_s322s64", .dst = 0, .repeat = 2, .src_repeat_stride = 4},
           {.dst = 256, .repeat = 2});
     }},
};

}  // namespace vconform::adapters::mutants::vector
