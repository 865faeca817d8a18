#include "adapters/golden/copy_matrix/lanes.h"

#include "adapters/golden/dequantise/integer_steps.h"
#include "adapters/golden/dequantise/scaled_lanes.h"
#include "adapters/golden/number/nearest.h"

namespace vconform::adapters::golden {

namespace {

using Lanes = std::optional<LanePipeline>;
using kernels::kFactorLanes;
using kernels::ScaledFactors;
using spec::kF32;
using spec::NumberType;
using spec::Pipeline;
using spec::ReluPre;

bool is_from_f32(const FixpipeElement& element) {
  return element.cell.conversion().source == NumberType::kF32;
}

// The multiplier of a column for sources that are not below 0.
Unpacked scale_of_column(const FixpipeElement& element, std::uint64_t word) {
  const bool has_scale = spec::quant_code_of(element.cell.conversion()).reads_quant_word();
  const auto m1 = static_cast<std::uint32_t>(spec::kQuantScale.of(word));
  return has_scale ? scale_of(element.chain.quant, m1) : kUnit;
}

Unpacked scale_below(const FixpipeElement& element, const Unpacked& scale, std::uint32_t alpha) {
  const ReluChain& relu = element.chain.relu;
  if (relu.mode == ReluPre::kNone) {
    return scale;
  }
  if (relu.mode == ReluPre::kNormal) {
    return {};
  }
  const Unpacked factor = unpack(kF32, relu.alpha(alpha));
  return relu.alpha_scales ? product(factor, scale) : factor;
}

bool set_columns(const FixpipeElement& element, const ColumnWords& columns,
                 ScaledFactors& factors) {
  for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
    const std::uint64_t word = columns.words[lane];
    const Unpacked scale = scale_of_column(element, word);
    if (!set_multiplier(scale, lane, factors.by[0]) ||
        !set_multiplier(scale_below(element, scale, columns.alphas[lane]), lane, factors.by[1])) {
      return false;
    }
    set_shift(spec::kQuantMcb.of(word) != 0, spec::kQuantShift.of(word), lane, factors.shift);
  }
  return true;
}

bool set_steps(const FixpipeElement& element, ScaledFactors& factors) {
  const FixpipeChain& chain = element.chain;
  const bool is_half = chain.pipeline == Pipeline::kHalf;
  factors.source_is_f32 = !is_half || !chain.half_is_exact;
  factors.product_is_f32 = is_half                             ? !chain.half_is_exact
                           : chain.pipeline == Pipeline::kNone ? false
                                                               : chain.quant.product_is_f32;
  factors.flushes = chain.flushes_inputs;
  factors.nan_is_special = chain.relu.mode != ReluPre::kNone;
  factors.minus_infinity_is_special = chain.relu.mode == ReluPre::kNormal;
  factors.special_is_zero = chain.relu.special_is_zero;
  factors.keeps_others = chain.pipeline == Pipeline::kNone;
  return set_shift_steps(chain.shift, factors.shift);
}

Lanes to_integers(const FixpipeElement& element, const ColumnWords& columns) {
  ScaledLanes lanes{is_from_f32(element) ? Scaled::kF32ToB8 : Scaled::kS32ToB8, {}};
  const bool is_b4 = element.chain.pipeline == Pipeline::kB4;
  const IntegerFields fields = {is_b4 ? spec::kQuantOffsetB4 : spec::kQuantOffset,
                                spec::kQuantSign};
  const DeqChain& quant = element.chain.quant;
  const bool is_known =
      !quant.relu_before_offset && set_steps(element, lanes.factors) &&
      set_columns(element, columns, lanes.factors) &&
      set_integers_in_quarters(quant, fields, columns.words, lanes.factors.integer);
  return is_known ? Lanes(lanes) : std::nullopt;
}

Lanes to_floating(const FixpipeElement& element, const ColumnWords& columns, Scaled kernel) {
  ScaledLanes lanes{kernel, {}};
  lanes.factors.floating = floating_steps(element.chain.result, false);
  const bool is_known =
      set_steps(element, lanes.factors) && set_columns(element, columns, lanes.factors);
  return is_known ? Lanes(lanes) : std::nullopt;
}

// Leaky ReLU and pReLU do not change an s32 that stays one.
Lanes as_it_is(const FixpipeElement& element, const ColumnWords& columns) {
  const ReluPre mode = element.chain.relu.mode;
  if (is_from_f32(element) && mode != ReluPre::kNone) {
    return to_floating(element, columns, Scaled::kF32ToF32);
  }
  const spec::NumberFormat& format = element.cell.conversion().to();
  return mode == ReluPre::kNormal ? Lanes(CutLanes{format.bits, patterns_below_zero(format)})
                                  : Lanes(MovedLanes{format.bits});
}

Lanes to_s16(const FixpipeElement& element, const ColumnWords& columns) {
  kernels::ShiftFactors factors{};
  if (!set_shift_steps(element.chain.shift, factors.shift)) {
    return std::nullopt;
  }
  for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
    set_shift(true, spec::kQuantShift.of(columns.words[lane]), lane, factors.shift);
  }
  factors.cuts_sources = element.chain.relu.mode == ReluPre::kNormal;
  return Lanes(factors);
}

}  // namespace

std::optional<LanePipeline> fixpipe_lanes(const FixpipeElement& element,
                                          const ColumnWords& columns) {
  const FixpipeChain& chain = element.chain;
  if (chain.is_raw || (chain.relu.at_result && chain.relu.mode != ReluPre::kNone)) {
    return std::nullopt;
  }
  switch (chain.pipeline) {
    case Pipeline::kNone:
      return as_it_is(element, columns);
    case Pipeline::kCast:
      return to_floating(element, columns, Scaled::kF32ToHalf);
    case Pipeline::kHalf:
      return to_floating(element, columns, Scaled::kS32ToHalf);
    case Pipeline::kShift:
      return to_s16(element, columns);
    default:
      return to_integers(element, columns);
  }
}

}  // namespace vconform::adapters::golden
