// Mutants with wrong lanes: masks, counts, inactive lanes.
#pragma once

#include <algorithm>

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/row.h"
#include "adapters/mutants/vector/witness.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::mutants::vector {

using golden::VectorWalk;
using spec::Mask;

inline bool has_nibbles(const VectorWalk& walk) {
  return walk.source.format->bits < 8 || walk.destination.format->bits < 8;
}

// s4 lanes come in pairs.
inline std::uint64_t lanes_together(const VectorWalk& walk) {
  return has_nibbles(walk) ? 2 : 1;
}

// The mask whose bit for each lane is is_set(lane).
template <typename IsSet>
Mask mask_of_bits(const IsSet& is_set) {
  Mask mask;
  for (std::uint64_t lane = 0; lane < spec::kMaskBits; ++lane) {
    (lane < 64 ? mask.mask0 : mask.mask1) |= std::uint64_t{is_set(lane)} << (lane % 64);
  }
  return mask;
}

inline bool is_empty(const VectorWalk& walk) {
  for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
    if (walk.registers.mask.bit(lane)) {
      return false;
    }
  }
  return true;
}

inline constexpr Row kMasks[] = {
    {9, "mask-off-at-block-edge", "the last lane of a block takes the mask bit of the next lane",
     "mask.bitwise",
     [](VectorWalk& walk) {
       const std::uint64_t block = walk.lanes / spec::kBlocksPerRepeat;
       const std::uint64_t unit = lanes_together(walk);
       const auto bit = [&](std::uint64_t lane) {
         const bool at_edge = lane < walk.lanes && lane % block >= block - unit;
         return walk.registers.mask.bit(at_edge ? (lane + unit) % walk.lanes : lane);
       };
       if (!walk.counter_mode) {
         walk.registers.mask = mask_of_bits(bit);
       }
     },
     [] {
       // Lane 7 is the last of its block of s32, lane 6 is not; s4 lanes go in pairs.
       return by_mask("vconv_f322s32r", {0, 1 << 7}, {0, 1 << 6}) +
              by_mask("vconv_f162s4r", {0, 3ULL << 14}, kAll);
     }},
    {42, "contiguous-mask-one-more", "contiguous mask n activates n + 1 elements",
     "mask.contiguous",
     [](VectorWalk& walk) {
       const std::uint64_t unit = lanes_together(walk);
       for (std::uint64_t n = unit; !walk.counter_mode && n < walk.lanes; n += unit) {
         if (walk.registers.mask == spec::contiguous_mask(n)) {
           walk.registers.mask = spec::contiguous_mask(n + unit);
           return;
         }
       }
     },
     [] {
       return by_mask("vconv_f322s32r", {0, 0xff}, {0, 0xfe}) +
              by_mask("vconv_f162s4r", {0, 0xf}, kAll) +
              by_mask("vconv_f162s8r", {0, ~0ULL}, {~0ULL, 0});
     }},
    {43, "counter-fills-last-repeat", "counter mode: the last repeat is never partial",
     "mask.counter-mode",
     [](VectorWalk& walk) {
       constexpr std::uint64_t kCounterBits = 0xffffffff;
       if (walk.counter_mode) {
         walk.registers.mask.mask0 = std::min(walk.repeats * walk.lanes, kCounterBits);
       }
     },
     [] {
       // A repeat has 64 elements.
       constexpr std::uint64_t kCounter = spec::with_ctrl_bit(spec::kCtrlCounterMode);
       return by_mask("vconv_f322s32r", {0, 65}, {~0ULL, 128}, kCounter) +
              by_mask("vconv_f322s32r", {0, 63}, {~0ULL, 0}, kCounter);
     }},
    {44, "zero-mask-is-full", "an all-zero mask activates every element", "mask.zero-is-nop",
     [](VectorWalk& walk) {
       if (!walk.counter_mode && is_empty(walk)) {
         walk.registers.mask = spec::contiguous_mask(walk.lanes);
       }
     },
     [] {
       return by_mask("vconv_f322s32r", {0, 0}, {0, 1}) +
              by_mask("vconv_f322s32r", {~0ULL, 0}, {~0ULL, ~0ULL});
     }},
    {45, "zeroes-inactive-lanes", "inactive lanes become 0", "mask.inactive-lanes",
     [](const VectorWalk& walk, std::span<std::uint8_t> ub) {
       const golden::Operand& destination = walk.destination;
       for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
         for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
           if (!walk.is_active(repeat, lane) && destination.end(repeat, lane) <= ub.size()) {
             spec::store_element(ub, destination.block(repeat, lane), *destination.format,
                                 destination.index_in_block(lane), 0);
           }
         }
       }
     },
     [] {
       return by_mask("vconv_f322s32r", {0, 1}, {0, ~0ULL}) +
              by_mask("vconv_f162s4r", {0, 3}, kAll);
     }},
    {47, "unequal-mask-pairs-run", "s4: of mask bits 2i and 2i+1, one activates both elements",
     "s4.mask-pairs",
     [](VectorWalk& walk) {
       const Mask& mask = walk.registers.mask;
       if (!walk.counter_mode && has_nibbles(walk)) {
         walk.registers.mask =
             mask_of_bits([&](std::uint64_t lane) { return mask.bit(lane) || mask.bit(lane ^ 1); });
       }
     },
     [] {
       return by_mask("vconv_f162s4r", {0, 1}, {0, 3}) +
              by_instruction({0, 1}, "vconv_s42f16", "vconv_f162s8r");
     }},
};

}  // namespace vconform::adapters::mutants::vector
