// Wrong values of DataCopy: its shift, the chain from product to result, ReLU. Where the rule is a
// choice, some elements follow one reading and the rest another.
#include "adapters/golden/data_copy/element.h"
#include "adapters/mutants/changes.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/steps.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::CopiedElement;
using spec::NumberType;

bool is_negative_source(const CopiedElement& element) {
  return is_negative(element.cell.conversion().from(), element.source);
}

bool gives_s8(const CopiedElement& element) {
  return spec::kDeqValueSign.of(element.word) != 0;
}

bool is_cast(const CopiedElement& element) {
  const spec::Conversion& row = element.cell.conversion();
  return row.source == NumberType::kF32 && row.destination == NumberType::kF16;
}

bool has_s16_result(const CopiedElement& element) {
  return element.cell.conversion().destination == NumberType::kS16;
}

std::int64_t no_shift(std::int64_t source, std::uint64_t /*n*/) {
  return source;
}

}  // namespace

void copy_cast_half_away(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (is_cast(element) && (element.source & 0x1fff) == 0x1000) {
      element.source |= 1;
    }
  };
}

void copy_mcb_ignored(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (element.cell.conversion().to().bits == 8) {
      element.word = spec::kDeqValueMcb.put(element.word, 0);
    }
  };
}

void copy_deq16_shift_needs_mcb(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (has_s16_result(element) && spec::kDeqValueMcb.of(element.word) == 0) {
      element.chain.shift.shift = no_shift;
    }
  };
}

void copy_result_wraps(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) { element.chain.quant.saturate = unsaturated; };
}

void copy_sign_from_dst_type(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (element.cell.conversion().to().bits == 8) {
      const bool is_s8 = element.cell.conversion().destination == NumberType::kS8;
      element.word = spec::kDeqValueSign.put(element.word, is_s8 ? 1 : 0);
    }
  };
}

void copy_relu_from_bit_48(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    const spec::DeqScale deq = element.cell.conversion().deq_scale;
    if (spec::deq_word_of(deq) == spec::Word::kDeqValue && deq != spec::DeqScale::kNone) {
      element.relu |= (element.word >> 48 & 1) != 0;
    }
  };
}

void copy_zero_is_subnormal(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (is_cast(element) && element.source == 0) {
      // 2^-24, the smallest f16.
      element.source = 0x33800000;
    }
  };
}

void copy_scale_truncated_when_negative(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (is_negative_source(element)) {
      element.chain.quant.scale = golden::scale_truncated;
    }
  };
}

void copy_product_exact_when_negative(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    element.chain.quant.product_is_f32 = !is_negative_source(element);
  };
}

void copy_half_away_for_u8(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (!gives_s8(element)) {
      element.chain.quant.s9_rounding = golden::fixed_nearest_away;
    }
  };
}

void copy_s9_saturates_above_only(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) { element.chain.quant.s9_min = -golden::kHuge; };
}

void copy_offset_unsigned_for_s8(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    element.chain.quant.offset_is_signed = !gives_s8(element);
  };
}

void copy_offset_before_rounding_in_vdeq8(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    element.chain.quant.offset_before_rounding =
        element.cell.conversion().deq_scale == spec::DeqScale::kVdeq8;
  };
}

void copy_sum_wraps_for_u8(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (!gives_s8(element)) {
      element.chain.quant.sum_bits = element.chain.quant.offset_bits;
    }
  };
}

void copy_relu_before_offset_for_s8(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    element.chain.quant.relu_before_offset = gives_s8(element);
  };
}

void copy_half_exact_when_negative(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    element.chain.half_is_exact = is_negative_source(element);
  };
}

void copy_mcb_ignored_by_negative_half(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    element.chain.shifts_half = !is_negative_source(element);
  };
}

void copy_negative_overflow_is_inf(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    element.chain.half.saturates = !is_negative_source(element);
    element.chain.half_product.half.saturates = !is_negative_source(element);
  };
}

void copy_deq_exact_when_negative(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (is_negative_source(element)) {
      element.chain.half_product.precision = golden::Deq16Precision::kExact;
    }
  };
}

void copy_shift_rounds_negative(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (is_negative_source(element)) {
      element.chain.shift.shift = golden::shift_nearest;
    }
  };
}

void copy_shift_wraps_negative(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) {
    if (is_negative_source(element)) {
      element.chain.shift.to_s16 = golden::wrap_s16;
    }
  };
}

void copy_shift_is_logical(Behaviour& golden) {
  golden.copied = [](CopiedElement& element) { element.chain.shift.shift = shift_logical; };
}

}  // namespace vconform::adapters::mutants
