// Wrong dequantisation: the scale, the chain from product to b8, the factor of a lane, s32 to f16.
// Where the rule is a choice, some elements follow one reading and the rest another.
#include "adapters/golden/deq/elements.h"
#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/changes.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/steps.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::DeqElement;

bool gives_s8(const DeqElement& element) {
  return spec::kFactorSign.of(element.word) != 0;
}

bool is_negative_source(const DeqElement& element) {
  return is_negative(element.cell.conversion().from(), element.source);
}

// M through an IEEE half: cut off, an infinity above its range, 0 below its normal numbers.
std::uint32_t scale_as_half(std::uint32_t m) {
  constexpr std::uint32_t kSign = 0x80000000;
  constexpr std::uint32_t kSmallest = 0x38800000;  // 2^-14
  constexpr std::uint32_t kBeyond = 0x47800000;    // 2^16
  const std::uint32_t magnitude = m & ~kSign;
  if (magnitude < kSmallest) {
    return m & kSign;
  }
  return magnitude >= kBeyond ? (m & kSign) | 0x7f800000 : golden::scale_truncated(m);
}

std::int64_t half_up(const golden::Fixed& value) {
  return value.floor + (value.guard ? 1 : 0);
}

// DEQSCALE[31:0] as the half nearest to that f32.
std::uint64_t half_of_f32(std::uint64_t word) {
  static const spec::Cell kF32ToF16 = spec::cell_named("vconv_f322f16r").value();
  return golden_result(kF32ToF16, spec::with_ctrl_bit(spec::kCtrlKeepInfNan),
                       spec::kFactorScale.of(word));
}

}  // namespace

void scale_in_full_when_low(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (element.cell.conversion().deq == spec::DeqForm::kDeqLow) {
      element.chain.scale = golden::scale_whole;
    }
  };
}

void scale_rounded_for_u8(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (!gives_s8(element)) {
      element.chain.scale = golden::scale_nearest;
    }
  };
}

void scale_is_1_5_10(Behaviour& golden) {
  golden.deq = [](DeqElement& element) { element.chain.scale = scale_as_half; };
}

void product_exact_when_negative(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    element.chain.product_is_f32 = !is_negative_source(element);
  };
}

void s9_half_up(Behaviour& golden) {
  golden.deq = [](DeqElement& element) { element.chain.s9_rounding = half_up; };
}

void s9_half_away_for_u8(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (!gives_s8(element)) {
      element.chain.s9_rounding = golden::fixed_nearest_away;
    }
  };
}

void s9_limits_too_small(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    ++element.chain.s9_min;
    --element.chain.s9_max;
  };
}

void s9_limits_too_large(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    --element.chain.s9_min;
    ++element.chain.s9_max;
  };
}

void s9_saturates_above_only(Behaviour& golden) {
  golden.deq = [](DeqElement& element) { element.chain.s9_min = -golden::kHuge; };
}

void offset_unsigned_for_s8(Behaviour& golden) {
  golden.deq = [](DeqElement& element) { element.chain.offset_is_signed = !gives_s8(element); };
}

void offset_before_rounding_when_low(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    element.chain.offset_before_rounding = !spec::is_high(element.cell.conversion().deq);
  };
}

void sum_wraps_for_u8(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (!gives_s8(element)) {
      element.chain.sum_bits = spec::kS9.bits;
    }
  };
}

void deq_result_wraps(Behaviour& golden) {
  golden.deq = [](DeqElement& element) { element.chain.saturate = unsaturated; };
}

void sign_from_dst_type(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (element.cell.conversion().deq != spec::DeqForm::kHalf) {
      const bool is_s8 = element.cell.conversion().destination == spec::NumberType::kS8;
      element.word = spec::kFactorSign.put(element.word, is_s8 ? 1 : 0);
    }
  };
}

void sign_from_bit_47(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (element.cell.conversion().deq != spec::DeqForm::kHalf) {
      element.word = spec::kFactorSign.put(element.word, (element.word >> 47) & 1);
    }
  };
}

void factor_by_position(Behaviour& golden) {
  golden.factor_index = [](std::uint64_t lane, std::uint64_t) {
    return lane / spec::kBlocksPerRepeat % spec::kVectorFactors;
  };
}

void factor_of_active_lanes(Behaviour& golden) {
  golden.factor_index = [](std::uint64_t, std::uint64_t nth) { return nth % spec::kVectorFactors; };
}

void deq16_scale_is_f32(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (element.cell.conversion().deq == spec::DeqForm::kHalf) {
      element.word = half_of_f32(element.word);
    }
  };
}

void deq16_exact_when_negative(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (is_negative_source(element)) {
      element.chain16.precision = golden::Deq16Precision::kExact;
    }
  };
}

void deq16_zero_is_subnormal(Behaviour& golden) {
  golden.deq = [](DeqElement& element) {
    if (element.cell.conversion().deq == spec::DeqForm::kHalf && element.source == 0) {
      // 1 * 2^-24.
      element.source = 1;
      element.word = 1;
    }
  };
}

}  // namespace vconform::adapters::mutants
