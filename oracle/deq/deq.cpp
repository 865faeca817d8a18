#include "oracle/deq/deq.h"

#include "oracle/dequantise/quantise.h"
#include "oracle/number/decode.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

using spec::cite;
using spec::NumberType;

constexpr QuantRules kRules = {
    .scale_bits = cite("deq.scale-bits"),
    .product = cite("deq.product"),
    .rounding = cite("deq.s9-rounding"),
    .clamp = cite("deq.s9-clamp"),
    .offset_sign = cite("deq.offset-sign"),
    .offset_order = cite("deq.offset-order"),
    .add = cite("deq.add"),
};

}  // namespace

Expectation dequantise(Derivation& d, const ElementInput& input, NumberType destination) {
  const std::uint64_t factor = input.scale;
  // DEQSCALE[31:0] 表示为 M(在 f32 中表示,硬件将其视为 (1, 8, 10) 格式进行计算)
  // M is written as an f32, and the hardware takes it as 1-8-10.
  const ExactValue m = scale_of_chain(d, kRules, "M", spec::kFactorScale.of(factor));
  if (m.kind != ValueKind::kFinite) {
    return anything(cite("deq.scale-nan-inf"));
  }
  // tmp0[31:0] = s16_to_f32(src_s16);
  const ExactValue tmp0 = decode(spec::format_of(NumberType::kS16), input.pattern);
  // tmp1[31:0] = tmp0[31:0] * M;
  const ExactValue tmp1 = product_of_chain(d, kRules, product_of(tmp0, m));
  // tmp2[8:0] = f32_to_s9_saturation(tmp1[31:0]);
  // tmp3[8:0] = tmp2[8:0] + offset[8:0];   with offset[8:0] = deq_factor[45:37];
  const ExactValue tmp3 =
      sum_with_offset(d, kRules, tmp1, {&spec::kS9, spec::kFactorOffset.of(factor)});
  // result[7:0] = deq_factor[46] ? s8_saturation(tmp3[8:0]) : u8_saturation(tmp3[8:0]);
  Expectation result = integer_result(d, tmp3,
                                      {deq_result_type(factor), cite("deq.result-saturates"),
                                       destination, cite("deq.sign-bit-decides")});
  // DEQSCALE 中的其他位为保留位: the other bits are reserved.
  result.cited.set(cite("deq.reserved-bits-ignored"),
                   (factor & spec::reserved_bits(spec::Word::kFactor)) != 0);
  return result;
}

NumberType deq_result_type(std::uint64_t factor) {
  return spec::kFactorSign.of(factor) != 0 ? NumberType::kS8 : NumberType::kU8;
}

}  // namespace vconform::oracle
