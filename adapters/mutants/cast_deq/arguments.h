// Mutants with wrong arguments of CastDeq.
#pragma once

#include <bit>

#include "adapters/mutants/deq/witness.h"
#include "adapters/mutants/row.h"

namespace vconform::adapters::mutants::cast_deq {

// A CastDeq of 128 elements or of 64, to lanes that each have a factor of their own.
inline spec::Case cast(const spec::CastDeq& call,
                       std::string_view instruction = "cast_deq_s162s8") {
  spec::Case program = one_cast_deq(instruction, Patterns(128, 7), deq::sixteen_factors(), call);
  program.steps.insert(program.steps.begin(), spec::SetMask{{0, 0xff}});
  return program;
}

// The contiguous form.
inline spec::CastDeq call(std::uint32_t n, bool is_vec_deq = true, bool half_block = true,
                          bool is_set_mask = true) {
  spec::CastDeq call;
  call.count = n;
  call.mask.mask0 = n;
  call.is_vec_deq = is_vec_deq;
  call.half_block = half_block;
  call.is_set_mask = is_set_mask;
  return call;
}

inline spec::CastDeq counting(std::uint32_t n, bool is_vec_deq = true) {
  spec::CastDeq counts = call(n, is_vec_deq);
  counts.form = spec::CastDeqForm::kCount;
  return counts;
}

inline spec::CastDeq bits(std::uint64_t mask) {
  spec::CastDeq masked = call(0);
  masked.form = spec::CastDeqForm::kBitwise;
  masked.mask.mask0 = mask;
  return masked;
}

// A second call under the mask that the first one leaves.
inline spec::Case then_outside(const spec::CastDeq& first) {
  spec::Case program = cast(first);
  auto second = std::get<spec::CastDeq>(cast(call(1, true, true, false)).steps.back());
  second.dst.offset += 0x1000;
  program.steps.emplace_back(second);
  return program;
}

inline spec::Case in_counter_mode(const spec::CastDeq& call) {
  spec::Case program = cast(call);
  program.steps.insert(program.steps.begin(),
                       spec::SetCtrl{spec::with_ctrl_bit(spec::kCtrlCounterMode)});
  return program;
}

inline bool is_s32_vector(const vconform_cast_deq& call) {
  return call.source_type == VCONFORM_S32 && call.is_vec_deq != 0;
}

inline constexpr std::string_view kFromS32 = "cast_deq_s322f16";

inline constexpr Row kArguments[] = {
    {76, "cast-deq-counts-one-more", "count n converts n + 1 elements", "cast-deq.count",
     [](vconform_cast_deq& call, spec::Registers&) { ++call.count; },
     [] { return by(cast(counting(5)), cast(call(5))) + by(cast(counting(0)), cast(call(128))); }},
    {77, "cast-deq-always-high", "half_block false writes as true", "cast-deq.half-block",
     [](vconform_cast_deq& call, spec::Registers&) { call.half_block = 1; },
     [] { return by(cast(call(9, true, false)), cast(call(9))); }},
    {78, "cast-deq-always-vector", "is_vec_deq false takes factors from UB too",
     "cast-deq.is-vec-deq", [](vconform_cast_deq& call, spec::Registers&) { call.is_vec_deq = 1; },
     [] { return by(cast(call(9, false)), cast(call(9))); }},
    {79, "cast-deq-ignores-outside-mask", "is_set_mask false converts every element",
     "cast-deq.is-set-mask",
     [](vconform_cast_deq& call, spec::Registers&) {
       if (call.form != VCONFORM_CAST_DEQ_COUNT && call.is_set_mask == 0) {
         call.form = VCONFORM_CAST_DEQ_CONTIGUOUS;
         call.is_set_mask = 1;
         call.mask[0] = call.source_type == VCONFORM_S32 ? 64 : 128;
       }
     },
     [] {
       return by(cast(call(9, true, true, false)), cast(call(9))) +
              by(cast(call(9, false, true, false), kFromS32), cast(call(9, false), kFromS32));
     }},
    {80, "cast-deq-s32-vector-moves-dst", "is_vec_deq with an s32 source writes a block further on",
     "cast-deq.s32-is-vec-deq",
     [](vconform_cast_deq& call, spec::Registers&) {
       if (is_s32_vector(call)) {
         call.dst.offset += spec::kBlockBytes;
       }
     },
     [] {
       return by(cast(call(9), kFromS32), cast(call(9, false), kFromS32)) +
              by(cast(call(9), kFromS32), cast(call(9)));
     }},
    {170, "cast-deq-s32-vector-takes-other-half",
     "is_vec_deq with an s32 source takes the half in DEQSCALE[31:16]", "cast-deq.s32-is-vec-deq",
     [](Behaviour& golden) {
       golden.cast_deq.add([](vconform_cast_deq& call, spec::Registers& registers) {
         if (is_s32_vector(call)) {
           registers.deq_scale = std::rotr(registers.deq_scale, 16);
         }
       });
       golden.left_by_cast_deq.add([](const vconform_cast_deq& call, spec::Registers& registers) {
         if (is_s32_vector(call)) {
           registers.deq_scale = std::rotl(registers.deq_scale, 16);
         }
       });
     },
     [] {
       return by(cast(call(9), kFromS32), cast(call(9, false), kFromS32)) +
              by(cast(call(9), kFromS32), cast(call(9)));
     }},
    {168, "cast-deq-vector-leaves-its-count", "after a count with is_vec_deq MASK holds the count",
     "cast.count-leaves",
     [](const vconform_cast_deq& call, spec::Registers& registers) {
       if (call.form == VCONFORM_CAST_DEQ_COUNT && call.is_vec_deq != 0) {
         registers.mask = {0, call.count};
       }
     },
     [] {
       return by(then_outside(counting(5)), then_outside(call(5))) +
              by(then_outside(counting(5)), then_outside(counting(5, false)));
     }},
    {169, "cast-deq-bits-clear-ctrl56", "a bitwise mask is used in normal mode",
     "cast.mask-form-ctrl56",
     [](vconform_cast_deq& call, spec::Registers& registers) {
       if (call.form == VCONFORM_CAST_DEQ_BITWISE && call.is_set_mask != 0) {
         registers.ctrl &= ~spec::with_ctrl_bit(spec::kCtrlCounterMode);
       }
     },
     [] { return by(in_counter_mode(bits(0xd)), in_counter_mode(call(3))); }},
};

}  // namespace vconform::adapters::mutants::cast_deq
