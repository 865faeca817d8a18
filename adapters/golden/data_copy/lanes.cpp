#include "adapters/golden/data_copy/lanes.h"

#include <algorithm>

#include "adapters/golden/dequantise/chain_lanes.h"
#include "adapters/golden/dequantise/integer_steps.h"
#include "adapters/golden/dequantise/scaled_lanes.h"

namespace vconform::adapters::golden {

namespace {

using Lanes = std::optional<LanePipeline>;
using kernels::kFactorLanes;
using kernels::ScaledFactors;
using spec::kF16;
using spec::NumberType;

bool set_deq_values(const CopyChain& chain, const LaneWords& words, bool heeds_mcb,
                    ScaledFactors& factors) {
  for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
    const std::uint64_t word = words[lane];
    const auto m = static_cast<std::uint32_t>(spec::kDeqValueScale.of(word));
    if (!set_multipliers(scale_of(chain.quant, m), lane, factors)) {
      return false;
    }
    set_shift(heeds_mcb && spec::kDeqValueMcb.of(word) != 0, spec::kDeqValueShift.of(word), lane,
              factors.shift);
  }
  return set_shift_steps(chain.shift, factors.shift);
}

// The lanes of a floating-point source that becomes a half, still without multipliers.
ScaledLanes to_half(const CopiedElement& element, Scaled kernel) {
  ScaledLanes lanes{kernel, {}};
  lanes.factors.flushes = element.chain.flushes_inputs;
  lanes.factors.flush_keeps_sign = true;
  lanes.factors.floating = floating_steps(element.chain.half, element.relu);
  return lanes;
}

// DEQ_NONE.
Lanes moved_lanes(const CopiedElement& element) {
  const spec::Conversion& row = element.cell.conversion();
  const int bits = row.to().bits;
  if (row.source == row.destination) {
    const bool cuts = element.relu && row.from().is_signed();
    return cuts && bits >= 16 ? Lanes(CutLanes{bits, patterns_below_zero(row.from())})
                              : Lanes(MovedLanes{bits});
  }
  ScaledLanes lanes = to_half(element, Scaled::kF32ToHalf);
  for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
    set_multipliers(kUnit, lane, lanes.factors);
  }
  return Lanes(lanes);
}

Lanes times_half(const CopiedElement& element, const LaneWords& words) {
  if (element.cell.conversion().source == NumberType::kS32) {
    return deq_f16_lanes(element.chain.half_product, words, element.relu);
  }
  ScaledLanes lanes = to_half(element, Scaled::kF16ToHalf);
  return set_half_scales(words, lanes.factors) ? Lanes(lanes) : std::nullopt;
}

// DEQ8.
Lanes to_b8(const CopiedElement& element, const LaneWords& words) {
  const DeqChain& quant = element.chain.quant;
  ScaledLanes lanes{Scaled::kS32ToB8, {}};
  ScaledFactors& factors = lanes.factors;
  factors.source_is_f32 = true;
  factors.product_is_f32 = quant.product_is_f32;
  factors.relu_before_offset = quant.relu_before_offset && element.relu;
  if (!set_deq_values(element.chain, words, true, factors) ||
      !set_integers_in_quarters(quant, {spec::kDeqValueOffset, spec::kDeqValueSign}, words,
                                factors.integer)) {
    return std::nullopt;
  }
  if (element.relu && !quant.relu_before_offset) {
    for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
      factors.integer.low[lane] = std::max(factors.integer.low[lane], 0);
      factors.integer.high[lane] = std::max(factors.integer.high[lane], 0);
    }
  }
  return Lanes(lanes);
}

Lanes to_s16(const CopiedElement& element, const LaneWords& words) {
  kernels::ShiftFactors factors{};
  for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
    set_shift(true, spec::kDeqValueShift.of(words[lane]), lane, factors.shift);
  }
  factors.cuts_results = element.relu;
  return set_shift_steps(element.chain.shift, factors.shift) ? Lanes(factors) : std::nullopt;
}

// DEQ16.
Lanes to_16_bits(const CopiedElement& element, const LaneWords& words) {
  if (element.cell.conversion().destination == NumberType::kS16) {
    return to_s16(element, words);
  }
  ScaledLanes lanes{Scaled::kS32ToHalf, {}};
  lanes.factors.source_is_f32 = !element.chain.half_is_exact;
  lanes.factors.product_is_f32 = !element.chain.half_is_exact;
  lanes.factors.floating = floating_steps(element.chain.half, element.relu);
  return set_deq_values(element.chain, words, element.chain.shifts_half, lanes.factors)
             ? Lanes(lanes)
             : std::nullopt;
}

}  // namespace

std::optional<LanePipeline> copied_lanes(const CopiedElement& element, const LaneWords& words) {
  switch (element.cell.conversion().deq_scale) {
    case spec::DeqScale::kNone:
      return moved_lanes(element);
    case spec::DeqScale::kDeq:
    case spec::DeqScale::kVdeq:
      return times_half(element, words);
    case spec::DeqScale::kDeq8:
    case spec::DeqScale::kVdeq8:
      return to_b8(element, words);
    default:
      return to_16_bits(element, words);
  }
}

}  // namespace vconform::adapters::golden
