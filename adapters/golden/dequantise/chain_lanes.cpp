#include "adapters/golden/dequantise/chain_lanes.h"

#include "adapters/golden/dequantise/deq_lanes.h"
#include "adapters/golden/dequantise/integer_steps.h"
#include "adapters/golden/dequantise/scaled_lanes.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

bool set_half_scales(const LaneWords& words, kernels::ScaledFactors& factors) {
  constexpr spec::NumberFormat kHalf = spec::format_of(spec::NumberType::kF16);
  for (std::size_t lane = 0; lane < kernels::kFactorLanes; ++lane) {
    if (!set_multipliers(unpack(kHalf, spec::kHalfScale.of(words[lane])), lane, factors)) {
      return false;
    }
  }
  return true;
}

std::optional<LanePipeline> deq_f16_lanes(const Deq16Chain& chain, const LaneWords& words,
                                          bool cuts) {
  const bool is_chain = chain.precision == Deq16Precision::kF32Chain;
  if (!is_chain && chain.precision != Deq16Precision::kExact) {
    return std::nullopt;
  }
  ScaledLanes lanes{Scaled::kS32ToHalf, {}};
  lanes.factors.source_is_f32 = is_chain;
  lanes.factors.product_is_f32 = is_chain;
  lanes.factors.floating = floating_steps(chain.half, cuts);
  return set_half_scales(words, lanes.factors) ? std::optional<LanePipeline>(lanes) : std::nullopt;
}

std::optional<LanePipeline> deq_b8_lanes(const DeqChain& chain, const LaneWords& words) {
  if (const auto factors = deq_factors(chain, words)) {
    return LanePipeline(*factors);
  }
  ScaledLanes lanes{Scaled::kS16ToB8, {}};
  lanes.factors.product_is_f32 = chain.product_is_f32;
  lanes.factors.relu_before_offset = chain.relu_before_offset;
  for (std::size_t lane = 0; lane < kernels::kFactorLanes; ++lane) {
    const auto m = static_cast<std::uint32_t>(spec::kFactorScale.of(words[lane]));
    if (!set_multipliers(golden::scale_of(chain, m), lane, lanes.factors)) {
      return std::nullopt;
    }
  }
  const IntegerFields fields = {spec::kFactorOffset, spec::kFactorSign};
  return set_integers_in_quarters(chain, fields, words, lanes.factors.integer)
             ? std::optional<LanePipeline>(lanes)
             : std::nullopt;
}

}  // namespace vconform::adapters::golden
