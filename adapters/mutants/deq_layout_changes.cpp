// Wrong places of a dequantisation: halves of blocks, the vector of factors, strides; and wrong
// arguments of CastDeq.
#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/changes.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::VectorWalk;

// Calls visit(lane, byte of its result, the same byte in the other half) for what is written.
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
bool has_no_number(const VectorWalk& walk, std::span<const std::uint8_t> ub, std::uint64_t lane) {
  const bool has_vector = spec::is_vdeq(walk.cell.conversion().deq);
  const std::uint64_t factor =
      has_vector ? spec::load_element(ub, walk.factors, spec::format_of(spec::NumberType::kS64),
                                      lane % spec::kVectorFactors)
                 : walk.registers.deq_scale;
  constexpr std::uint64_t kExponent = 0x7f800000;
  return (spec::kFactorScale.of(factor) & kExponent) == kExponent;
}

void spoil_other_halves_of_nan(const VectorWalk& walk, std::span<std::uint8_t> ub) {
  // Collected first: what is spoiled may be the vector.
  std::vector<std::uint64_t> spoiled;
  for_each_result(walk, ub.size(), [&](std::uint64_t lane, std::uint64_t, std::uint64_t other) {
    if (has_no_number(walk, ub, lane)) {
      spoiled.push_back(other);
    }
  });
  for (const std::uint64_t at : spoiled) {
    ub[at] = static_cast<std::uint8_t>(~ub[at]);
  }
}

void copy_to_other_halves(const VectorWalk& walk, std::span<std::uint8_t> ub) {
  for_each_result(walk, ub.size(), [&](std::uint64_t, std::uint64_t at, std::uint64_t other) {
    ub[other] = ub[at];
  });
}

}  // namespace

void scale_nan_spoils_the_other_half(Behaviour& golden) {
  golden.finish = spoil_other_halves_of_nan;
}

void halves_swapped_in_vdeq(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (spec::is_vdeq(walk.cell.conversion().deq) && walk.destination.half) {
      walk.destination.half->first ^= walk.destination.half->other;
    }
  };
}

void other_half_zeroed_when_high(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) {
    if (spec::is_high(walk.cell.conversion().deq) && walk.destination.half) {
      walk.destination.half->zeroes_other = true;
    }
  };
}

void writes_both_halves(Behaviour& golden) {
  golden.finish = copy_to_other_halves;
}

void vector_address_in_bytes(Behaviour& golden) {
  golden.walk = [](VectorWalk& walk) { walk.factors /= spec::kVectorAddressUnit; };
}

void deq_dst_stride_has_12_bits(Behaviour& golden) {
  golden.pin(golden::choice("walk.stride-width-deq", "12"));
  golden.walk = [](VectorWalk& walk) {
    constexpr std::uint64_t kLow8 = 0xff;
    if (walk.cell.conversion().family == spec::Family::kDeq) {
      walk.source.repeat_stride &= kLow8;
    }
  };
}

void cast_deq_counts_one_more(Behaviour& golden) {
  golden.cast_deq = [](vconform_cast_deq& call) { ++call.count; };
}

void cast_deq_always_high(Behaviour& golden) {
  golden.cast_deq = [](vconform_cast_deq& call) { call.half_block = 1; };
}

void cast_deq_always_vector(Behaviour& golden) {
  golden.cast_deq = [](vconform_cast_deq& call) { call.is_vec_deq = 1; };
}

void cast_deq_ignores_outside_mask(Behaviour& golden) {
  golden.cast_deq = [](vconform_cast_deq& call) {
    if (call.form != VCONFORM_CAST_DEQ_COUNT && call.is_set_mask == 0) {
      call.form = VCONFORM_CAST_DEQ_CONTIGUOUS;
      call.is_set_mask = 1;
      call.mask[0] = call.source_type == VCONFORM_S32 ? 64 : 128;
    }
  };
}

void cast_deq_s32_vector_moves_dst(Behaviour& golden) {
  golden.cast_deq = [](vconform_cast_deq& call) {
    if (call.source_type == VCONFORM_S32 && call.is_vec_deq != 0) {
      call.dst.offset += spec::kBlockBytes;
    }
  };
}

}  // namespace vconform::adapters::mutants
