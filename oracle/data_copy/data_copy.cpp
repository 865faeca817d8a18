#include "oracle/data_copy/data_copy.h"

#include "oracle/dequantise/half_scale.h"
#include "oracle/dequantise/quantise.h"
#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/reading/source.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::cite;
using spec::DeqScale;
using spec::kF16;
using spec::kF32;
using spec::NumberFormat;
using spec::NumberType;

constexpr QuantRules kRules = {
    .scale_bits = cite("copy.scale-bits"),
    .product = cite("copy.product"),
    .rounding = cite("copy.s9-rounding"),
    .clamp = cite("copy.s9-clamp"),
    .offset_sign = cite("copy.offset-sign"),
    .offset_order = cite("copy.offset-order"),
    .add = cite("copy.add"),
    .shift_rounding = cite("copy.shift-rounding"),
    .shift_to_s16 = cite("copy.shift-to-s16"),
    .half_chain = cite("copy.deqf16"),
};

bool uses_b8(DeqScale deq) {
  return deq == DeqScale::kDeq8 || deq == DeqScale::kVdeq8;
}
bool uses_half_scale(DeqScale deq) {
  return deq == DeqScale::kDeq || deq == DeqScale::kVdeq;
}

// 配置deqValue的情况下,如果该参数被置为true,那么会刷新deqValue的Relu标志位为1;如果被置为false,则不会做修改。
// With deqValue, isRelu true sets its Relu bit, and false leaves it alone.
// 配置deqTensorAddr的情况下,反量化参数向量元素中的Relu标志位不生效,以isRelu为准。
// With deqTensorAddr the Relu bits of the elements have no effect, and isRelu decides.
bool has_relu(const spec::DataCopy& step, const ElementInput& input) {
  const DeqScale deq = step.cell.conversion().deq_scale;
  const bool has_bit = deq == DeqScale::kDeq8 || deq == DeqScale::kDeq16;
  return step.is_relu || (has_bit && spec::kDeqValueRelu.of(input.scale) != 0);
}

// The steps of one element.
class Chain {
 public:
  Chain(const spec::DataCopy& step, const ElementInput& input, Derivation& d)
      : step_(step),
        input_(input),
        d_(d),
        row_(step.cell.conversion()),
        relu_(has_relu(step, input)) {}

  Expectation run() {
    // 其他通路情况下,DataCopyEnhancedParams不生效,等同于普通数据搬运的功能。
    // On other paths the parameters have no effect: a plain copy.
    if (moves_bytes(step_)) {
      return exactly(input_.pattern, cite("copy.plain"));
    }
    // 仅配置isRelu,…{half, half}, {float, float},{int32_t, int32_t},{float,half}: the pairs of
    // isRelu alone.
    if (row_.deq_scale == DeqScale::kNone) {
      return row_.source == row_.destination ? unconverted() : cast();
    }
    if (uses_half_scale(row_.deq_scale)) {
      return scaled_by_half();
    }
    if (row_.destination == NumberType::kS16) {
      return shifted_result();
    }
    const std::uint64_t m = spec::kDeqValueScale.of(input_.scale);
    if (decode(kF32, m).kind != ValueKind::kFinite) {
      return anything(cite("copy.scale-special"));
    }
    return uses_b8(row_.deq_scale) ? small_integer() : deq16_to_half();
  }

 private:
  ExactValue source() { return source_as_taken(d_, row_.from(), input_.pattern); }

  // DEQ_NONE with isRelu and equal types.
  Expectation unconverted() {
    const ExactValue x = decode(row_.from(), input_.pattern);
    if (x.kind == ValueKind::kNan) {
      return anything(cite("copy.nan"));
    }
    if (below_zero(x) || (x.is_zero() && x.negative)) {
      return zero_of_either_sign(row_.to(), cite("copy.relu-flag"));
    }
    return exactly(input_.pattern, cite("copy.plain"));
  }

  // float to half.
  Expectation cast() { return half_of(source()); }

  // The half that the product, or the source itself, becomes.
  Expectation half_of(const ExactValue& value) {
    if (value.kind == ValueKind::kNan) {
      return anything(cite("copy.nan"));
    }
    const FloatingResult kind{&kF16, [this] { return half_saturates(); }, cite("copy.zero-sign"),
                              cite("copy.cast"), cite("copy.half-overflow")};
    const bool acts = relu_ && below_zero(value);
    Expectation result = floating_result(d_, kind, acts ? not_below_zero(value) : value);
    if (acts) {
      result.rule = cite("copy.relu-flag");
      result.cited.set(result.rule);
    }
    return result;
  }

  // DEQ, VDEQ: 0 ~ 15对应变量M, 这16位数被视为half,作为反量化计算需要乘的值。
  // Bits 15:0 are M, a half, the value to multiply by.
  Expectation scaled_by_half() {
    const ExactValue m = decode(kF16, spec::kHalfScale.of(input_.scale));
    if (m.kind != ValueKind::kFinite) {
      return anything(cite("copy.scale-special"));
    }
    if (row_.from().is_floating()) {
      const ExactValue x = source();
      const ExactValue product = times(x, m);
      return half_of(d_.note(cite("copy.deq16-precision"), "product", product, product));
    }
    const HalfChain chain{cite("copy.deq16-precision"), [this] { return half_saturates(); }};
    return half_of(times_half(d_, chain, decode(row_.from(), input_.pattern), m).value);
  }

  bool half_saturates() { return d_.follows(choice("copy.half-overflow", "saturates")); }

  // 当模式为DEQ16、VDEQ16并且dst数据类型为int16_t时,直接进行N位的右移,不受MCB标志位控制。
  // In DEQ16 and VDEQ16 to int16_t: shifted right by N whatever MCB is. 变量M不生效: M has no
  // effect.
  Expectation shifted_result() {
    const ExactValue s16 = shifted();
    const bool acts = relu_ && below_zero(s16);
    return integer_result(
        d_, acts ? not_below_zero(s16) : s16,
        {NumberType::kS16, acts ? cite("copy.relu-flag") : cite("copy.deq16-shift"),
         NumberType::kS16});
  }

  ExactValue shifted() {
    // b'0000对应表示1, b'1111对应表示16: 0 means 1, 15 means 16.
    const int shift = static_cast<int>(spec::kDeqValueShift.of(input_.scale)) + 1;
    return shifted_to_s16(d_, kRules, decode(row_.from(), input_.pattern), shift);
  }

  // MCB 如果置为1,输入的int32_t会先右移N比特位,转变成int16_t,然后转换为float:
  // the s32 is shifted right by N bits first, becomes an s16, and then an f32.
  ExactValue start() {
    ExactValue x = decode(row_.from(), input_.pattern);
    if (spec::kDeqValueMcb.of(input_.scale) == 0) {
      return x;
    }
    ExactValue s16 = shifted();
    if (row_.destination != NumberType::kF16) {
      return s16;
    }
    const ExactValue taken = d_.under(cite("copy.mcb-deq16-half"), [&](spec::Choice reading) {
      return reading == choice("copy.mcb-deq16-half", "ignored") ? x : s16;
    });
    return d_.note(cite("copy.mcb-deq16-half"), "MCB", s16, taken);
  }

  // 32位数视为float: M is an f32.
  ExactValue scale() {
    const std::uint64_t pattern = spec::kDeqValueScale.of(input_.scale);
    const ExactValue read = decode(kF32, pattern);
    const ExactValue taken = d_.under(kRules.scale_bits, [&](spec::Choice reading) {
      return reading == choice("copy.scale-bits", "truncate") ? short_scale(read, pattern) : read;
    });
    return d_.note(kRules.scale_bits, "M", read, taken);
  }

  Expectation deq16_to_half() {
    const ExactValue s = start();
    return half_of(half_product(d_, kRules, s, scale()));
  }

  // DEQ8: 在进行反量化src * M的计算结果后与Offset进行相加
  // the offset is added to the result of the dequantisation src * M.
  Expectation small_integer() {
    const ExactValue read = start();
    const ExactValue s = d_.note(cite("copy.mcb"), "start", read, as_format(kF32, read));
    const ExactValue product = product_of_chain(d_, kRules, times(s, scale()));
    return integer_result(d_, sum_under_relu(product),
                          {data_copy_result_type(step_, input_), cite("copy.result-saturates"),
                           row_.destination, cite("copy.sign-bit-decides")});
  }

  // 如果置为1,对最终结果进行RELU计算: ReLU is applied to the final result; the other reading takes
  // the rounded product alone, which an offset may bring below 0 again.
  ExactValue sum_under_relu(const ExactValue& product) {
    const std::uint64_t offset = spec::kDeqValueOffset.of(input_.scale);
    const auto sum = [&](bool relu_first) {
      return sum_with_offset(d_, kRules, product, {&spec::kS9, offset, relu_first});
    };
    if (!relu_) {
      return sum(false);
    }
    return d_.under(cite("copy.relu-order"), [&](spec::Choice reading) {
      if (reading == choice("copy.relu-order", "before-offset")) {
        return sum(true);
      }
      const ExactValue of_all = sum(false);
      return d_.note(cite("copy.relu-order"), "ReLU", of_all, not_below_zero(of_all));
    });
  }

  const spec::DataCopy& step_;
  const ElementInput& input_;
  Derivation& d_;
  const spec::Conversion& row_;
  bool relu_;
};

// Rules that affect an element without deciding it.
RuleSet context(const spec::DataCopy& step, const ElementInput& input) {
  const spec::Conversion& row = step.cell.conversion();
  RuleSet cited;
  if (row.deq_scale == DeqScale::kNone) {
    return cited;
  }
  const spec::Word word = spec::deq_word_of(row.deq_scale);
  const std::uint64_t bits = row.deq_scale == DeqScale::kVdeq ? 0 : input.scale;
  cited.set(cite("copy.reserved-bits-ignored"), (bits & spec::reserved_bits(word)) != 0);
  cited.set(cite("copy.mcb"), word == spec::Word::kDeqValue &&
                                  row.destination != NumberType::kS16 &&
                                  spec::kDeqValueMcb.of(input.scale) != 0);
  cited.set(cite("copy.relu-flag"), has_relu(step, input));
  return cited;
}

}  // namespace

bool moves_bytes(const spec::DataCopy& step) {
  const spec::Conversion& row = step.cell.conversion();
  return row.is_plain_path() ||
         (row.deq_scale == DeqScale::kNone && row.source == row.destination && !step.is_relu);
}

Expectation data_copy_element(Derivation& d, const spec::DataCopy& step,
                              const ElementInput& input) {
  Expectation result = Chain(step, input, d).run();
  result.cited |= context(step, input);
  return result;
}

NumberType data_copy_result_type(const spec::DataCopy& step, const ElementInput& input) {
  const spec::Conversion& row = step.cell.conversion();
  if (!uses_b8(row.deq_scale)) {
    return row.destination;
  }
  // 如果置为1,表明反量化结果是signed(int8);如果为置为0,表明反量化结果是unsigned(uint8)。
  // 1: the result is an int8; 0: an uint8.
  return spec::kDeqValueSign.of(input.scale) != 0 ? NumberType::kS8 : NumberType::kU8;
}

}  // namespace vconform::oracle
