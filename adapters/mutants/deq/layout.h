// Mutants with wrong places of a dequantisation: halves of blocks, the vector of factors, strides.
#pragma once

#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/deq/witness.h"
#include "adapters/mutants/row.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::mutants::deq {

using golden::VectorWalk;

// Calls visit(lane, byte of its result, the same byte in the other half) for each result written.
template <typename Visit>
void for_each_result(const VectorWalk& walk, std::uint64_t ub_size, const Visit& visit) {
  if (!walk.destination.half) {
    return;
  }
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
      const std::uint64_t block = walk.destination.block(repeat, lane);
      const std::uint64_t index = walk.destination.index_in_block(lane);
      const std::uint64_t other = block + (index ^ walk.destination.half->other);
      if (walk.is_active(repeat, lane) && other < ub_size) {
        visit(lane, block + index, other);
      }
    }
  }
}

// Whether M, as 1-8-10, is NaN or inf.
inline bool has_no_number(const VectorWalk& walk, std::span<const std::uint8_t> ub,
                          std::uint64_t lane) {
  const bool has_vector = spec::is_vdeq(walk.cell.conversion().deq);
  const std::uint64_t factor =
      has_vector ? spec::load_element(ub, walk.factors, spec::format_of(NumberType::kS64),
                                      lane % spec::kVectorFactors)
                 : walk.registers.deq_scale;
  constexpr std::uint64_t kExponent = 0x7f800000;
  return (spec::kFactorScale.of(factor) & kExponent) == kExponent;
}

// Lanes by mask, with an offset of its own in each factor.
inline spec::Case vdeq(std::uint64_t mask0) {
  spec::Case program = one_deq("vconv_vdeqs162b8h_s8", Patterns(64, 1), sixteen_factors());
  std::get<spec::SetMask>(program.steps[0]).mask = {0, mask0};
  return program;
}

inline spec::Case two_repeats(std::string_view instruction, std::uint16_t dst, std::uint16_t src) {
  spec::Case program = one_deq(instruction, {1}, {spec::deq_factor(kOne, 0, true)});
  program.memories[0].size = spec::memory_of(spec::MemoryId::kUb).a2_size;
  vconv_of(program).repeat = 2;
  vconv_of(program).dst_repeat_stride = dst;
  vconv_of(program).src_repeat_stride = src;
  return program;
}

inline constexpr Row kLayout[] = {
    {54, "scale-nan-spoils-the-other-half",
     "an M that is NaN or inf changes the other half of the block too", "deq.scale-nan-inf",
     [](const VectorWalk& walk, std::span<std::uint8_t> ub) {
       // Collected first, since the spoiled bytes may be the vector's.
       std::vector<std::uint64_t> spoiled;
       for_each_result(walk, ub.size(), [&](std::uint64_t lane, std::uint64_t, std::uint64_t at) {
         if (has_no_number(walk, ub, lane)) {
           spoiled.push_back(at);
         }
       });
       for (const std::uint64_t at : spoiled) {
         ub[at] = static_cast<std::uint8_t>(~ub[at]);
       }
     },
     [] {
       constexpr std::uint32_t kMax = 0x7f7fffff;
       return by_element({1, kNan}, {1, kMax}) +
              by_instruction({1, 0xff800000}, "vconv_vdeqs162b8l_u8", "vconv_deq");
     }},
    {67, "halves-swapped-in-vdeq", "vdeqs162b8h and l change places, deqs162b8h and l do not",
     "deq.half",
     [](VectorWalk& walk) {
       if (spec::is_vdeq(walk.cell.conversion().deq) && walk.destination.half) {
         walk.destination.half->first ^= walk.destination.half->other;
       }
     },
     [] { return by_instruction({}, "vconv_vdeqs162b8l_u8", "vconv_deqs162b8l_u8"); }},
    {68, "other-half-zeroed-when-high", "the h forms zero the other half, the l forms leave it",
     "deq.other-half",
     [](VectorWalk& walk) {
       if (spec::is_high(walk.cell.conversion().deq) && walk.destination.half) {
         walk.destination.half->zeroes_other = true;
       }
     },
     [] { return by_instruction({}, "vconv_vdeqs162b8h_u8", "vconv_vdeqs162b8l_u8"); }},
    {69, "writes-both-halves", "results are written to both halves of a block", "deq.other-half",
     [](const VectorWalk& walk, std::span<std::uint8_t> ub) {
       for_each_result(walk, ub.size(), [&](std::uint64_t, std::uint64_t at, std::uint64_t other) {
         ub[other] = ub[at];
       });
     },
     [] { return by_instruction({}, kLow, "vconv_deq"); }},
    {70, "vector-address-in-bytes", "DEQSCALE[13:0] of a VDEQ counts bytes", "vdeq.address",
     [](VectorWalk& walk) { walk.factors /= spec::kVectorAddressUnit; },
     [] { return by_instruction({}, "vconv_vdeqs162b8h_s8", kHigh); }},
    {71, "factor-by-position", "element i of a repeat uses factor i / 8", "vdeq.factor-index",
     [](std::uint64_t lane, std::uint64_t) {
       return lane / spec::kBlocksPerRepeat % spec::kVectorFactors;
     },
     [] { return by(vdeq(1 << 1), vdeq(1)) + by(vdeq(1 << 8), vdeq(1 << 18)); }},
    {72, "factor-of-active-lanes", "factors are counted over the active elements",
     "vdeq.factor-index",
     [](std::uint64_t, std::uint64_t nth) { return nth % spec::kVectorFactors; },
     [] { return by(vdeq(1 << 1), vdeq(3)); }},
    {81, "deq-dst-stride-has-12-bits",
     "DEQ forms: repeat strides have 12 bits for the destination, 8 for the source",
     "walk.stride-width-deq",
     [](Behaviour& golden) {
       golden.pin(golden::choice("walk.stride-width-deq", "12"));
       golden.walk.add([](VectorWalk& walk) {
         constexpr std::uint64_t kLow8 = 0xff;
         if (walk.cell.conversion().family == spec::Family::kDeq) {
           walk.source.repeat_stride &= kLow8;
         }
       });
     },
     [] {
       return by(two_repeats(kHigh, 0x108, 8), two_repeats(kHigh, 8, 0x108)) +
              by(two_repeats("vconv_deq", 0x108, 8), two_repeats("vconv_deq", 0x1008, 0xff));
     }},
};

}  // namespace vconform::adapters::mutants::deq
