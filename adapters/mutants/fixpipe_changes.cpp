// Wrong values of copy_matrix: the shift, the chain from product to result, ReLU. Where the rule is
// a choice, some elements follow one reading and the rest another.
#include "adapters/golden/copy_matrix/element.h"

#include "adapters/mutants/changes.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/steps.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::FixpipeElement;
using spec::NumberType;
using spec::Pipeline;
using spec::ReluPre;

bool is_negative_source(const FixpipeElement& element) {
  return is_negative(element.cell.conversion().from(), element.source);
}

bool has_s32_source(const FixpipeElement& element) {
  return element.cell.conversion().source == NumberType::kS32;
}

bool gives_s8(const FixpipeElement& element) {
  return spec::kQuantSign.of(element.word) != 0;
}

// Half away from zero where the fraction is cut after `dropped` bits.
std::uint64_t tie_moved_away(std::uint64_t source, int dropped) {
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const bool is_tie = (source & (2 * half - 1)) == half;
  return is_tie ? source | 1 : source;
}

bool is_plain_integer(const FixpipeElement& element) {
  return has_s32_source(element) &&
         (element.chain.pipeline == Pipeline::kNone || element.chain.pipeline == Pipeline::kShift);
}

}  // namespace

void fixpipe_sign_from_bit_47(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.word = spec::kQuantSign.put(element.word, element.word >> 47);
  };
}

void fixpipe_sign_from_dst_type(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    const bool is_s8 = element.cell.conversion().destination == NumberType::kS8;
    element.word = spec::kQuantSign.put(element.word, is_s8 ? 1 : 0);
  };
}

void fixpipe_mcb_ignored(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.word = spec::kQuantMcb.put(element.word, 0);
  };
}

void fixpipe_shift_one_less(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) { element.chain.shift.shift = shift_one_less; };
}

void fixpipe_shift_is_logical(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) { element.chain.shift.shift = shift_logical; };
}

void fixpipe_cast_half_away(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (element.chain.pipeline == Pipeline::kCast) {
      const bool is_f16 = element.cell.conversion().destination == NumberType::kF16;
      element.source = tie_moved_away(element.source, is_f16 ? 13 : 16);
    }
  };
}

void fixpipe_result_wraps(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) { element.chain.quant.saturate = unsaturated; };
}

void fixpipe_zero_is_subnormal(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (element.chain.pipeline == Pipeline::kCast && element.source == 0) {
      // 2^-24, the smallest f16.
      element.source = 0x33800000;
    }
  };
}

void fixpipe_half_exact_when_negative(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.chain.half_is_exact = is_negative_source(element);
  };
}

void fixpipe_bf16_always_saturates(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.chain.result.saturates |= element.cell.conversion().destination == NumberType::kBf16;
  };
}

void fixpipe_shift_rounds_negative(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (is_negative_source(element)) {
      element.chain.shift.shift = golden::shift_nearest;
    }
  };
}

void fixpipe_shift_wraps_negative(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (is_negative_source(element)) {
      element.chain.shift.to_s16 = golden::wrap_s16;
    }
  };
}

void fixpipe_scale_in_full_when_negative(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (is_negative_source(element)) {
      element.chain.quant.scale = golden::scale_whole;
    }
  };
}

void fixpipe_product_exact_when_negative(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.chain.quant.product_is_f32 = !is_negative_source(element);
  };
}

void fixpipe_half_away_for_u8(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (!gives_s8(element)) {
      element.chain.quant.s9_rounding = golden::fixed_nearest_away;
    }
  };
}

void fixpipe_s9_saturates_above_only(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) { element.chain.quant.s9_min = -golden::kHuge; };
}

void fixpipe_offset_unsigned_for_s8(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.chain.quant.offset_is_signed = !gives_s8(element);
  };
}

void fixpipe_offset_before_rounding_of_f32(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.chain.quant.offset_before_rounding = !has_s32_source(element);
  };
}

void fixpipe_sum_wraps_for_u8(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (!gives_s8(element)) {
      element.chain.quant.sum_bits = element.chain.quant.offset_bits;
    }
  };
}

void relu_keeps_negative(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (element.chain.relu.mode == ReluPre::kNormal) {
      element.chain.relu.mode = ReluPre::kNone;
    }
  };
}

void leaky_relu_is_normal(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (element.chain.relu.mode == ReluPre::kLeaky && !is_plain_integer(element)) {
      element.chain.relu.mode = ReluPre::kNormal;
    }
  };
}

void alpha_scales_s32(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.chain.relu.alpha_scales = has_s32_source(element);
  };
}

void prelu_alpha_is_1_8_10(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    if (element.chain.relu.mode == ReluPre::kPrelu) {
      element.chain.relu.alpha = golden::scale_truncated;
    }
  };
}

void relu_at_result_of_s32(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.chain.relu.at_result = has_s32_source(element);
  };
}

void relu_of_minus_infinity_is_zero(Behaviour& golden) {
  golden.fixpipe = [](FixpipeElement& element) {
    element.chain.relu.special_is_zero =
        is_infinite(element.cell.conversion().from(), element.source);
  };
}

}  // namespace vconform::adapters::mutants
