#include "oracle/copy_matrix/copy_matrix.h"

#include "oracle/dequantise/quantise.h"
#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/reading/source.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::cite;
using spec::kF32;
using spec::NumberFormat;
using spec::NumberType;
using spec::Pipeline;
using spec::ReluPre;

constexpr QuantRules kRules = {
    .scale_bits = cite("fixpipe.scale-bits"),
    .product = cite("fixpipe.product"),
    .rounding = cite("fixpipe.s9-rounding"),
    .clamp = cite("fixpipe.s9-clamp"),
    .offset_sign = cite("fixpipe.offset-sign"),
    .offset_order = cite("fixpipe.offset-order"),
    .add = cite("fixpipe.add"),
    .shift_rounding = cite("shift.rounding"),
    .shift_to_s16 = cite("shift.to-s16"),
    .half_chain = cite("fixpipe.deqf16"),
};

// Whether a scale or an alpha is inf, NaN or subnormal, by all its bits.
bool is_special(std::uint64_t pattern) {
  return decode(kF32, pattern).kind != ValueKind::kFinite || is_subnormal(kF32, pattern);
}

ExactValue zero() {
  return finite_value(false, 0, 0);
}
ExactValue one() {
  return finite_value(false, 1, 0);
}

// The steps of one element: start, scale, ReLU, product, offset, result.
class Chain {
 public:
  Chain(const FixpipeMode& mode, const ElementInput& input, Derivation& d)
      : mode_(mode), input_(input), d_(d), from_(mode.row->from()), to_(mode.row->to()) {}

  Expectation run() {
    // 预量化模式,预留参数,设为5'b00000即可,代表不做量化。
    // QuantPRE is reserved; set it to 0, which means no quantisation.
    if (mode_.quantpre_is_zero && d_.follows(choice("fixpipe.quantpre-zero", "raw32"))) {
      return exactly(input_.pattern & to_.pattern_mask(), cite("fixpipe.quantpre-zero"));
    }
    // 随路量化 demands of the caller that scales and alphas are not inf, NaN or subnormal.
    if (multiplies(pipeline()) && is_special(spec::kQuantScale.of(input_.scale))) {
      return anything(cite("fixpipe.parameter-special"));
    }
    Expectation result = computed();
    if (uses_special_) {
      return anything(cite("fixpipe.parameter-special"));
    }
    if (relu_acts_) {
      result.rule = relu_rule();
      result.cited.set(result.rule);
    }
    return result;
  }

 private:
  Pipeline pipeline() const { return mode_.code->pipeline; }
  bool has_alpha() const { return mode_.relu == ReluPre::kLeaky || mode_.relu == ReluPre::kPrelu; }

  // The page has prototypes and no formula: the pipelines are those of cann:cce_aicore_intrinsics.h
  // and asc-devkit:随路量化.
  Expectation computed() {
    switch (pipeline()) {
      case Pipeline::kNone:
        return from_.is_floating() ? unconverted_float() : unmultiplied_integer(source());
      case Pipeline::kShift:
        return unmultiplied_integer(shifted());
      case Pipeline::kCast:
      case Pipeline::kHalf:
        return floating();
      case Pipeline::kB8:
      case Pipeline::kB4:
        break;
    }
    return small_integer();
  }

  ExactValue source() { return decode(from_, input_.pattern); }

  ExactValue shifted() {
    const int shift = static_cast<int>(spec::kQuantShift.of(input_.scale)) + 1;
    return shifted_to_s16(d_, kRules, source(), shift);
  }

  // 如果置为1，输入的int32_t会先右移N比特位，转变成int16_t，然后转换为float。 (随路量化)
  // With MCB 1 an int32_t input is first shifted right by N bits, becomes an int16_t and is then
  // converted to float: fixpipe.mcb, which has no effect on an f32. Not yet rounded to an f32.
  ExactValue start() {
    if (from_.is_floating()) {
      return source_as_taken(d_, from_, input_.pattern);
    }
    return spec::kQuantMcb.of(input_.scale) != 0 ? shifted() : source();
  }

  // Pipelines kNone of s32 and kShift: nothing is multiplied, and `value` is about to become the
  // result.
  Expectation unmultiplied_integer(const ExactValue& value) {
    const bool below_at_scale = below_zero(source());
    const bool below_at_result = below_zero(value);
    if (mode_.relu != ReluPre::kNone && (below_at_scale || below_at_result)) {
      const bool looks_at_result = below_at_scale != below_at_result && !sign_of_source_decides();
      relu_acts_ = looks_at_result ? below_at_result : below_at_scale;
    }
    if (relu_acts_ && has_alpha()) {
      relu_acts_ = false;
      return anything(cite("relu.integer-alpha"));
    }
    const spec::RuleId rule = pipeline() == Pipeline::kNone ? cite("fixpipe.quant-codes")
                                                            : cite("fixpipe.result-saturates");
    return integer_result(d_, relu_acts_ ? zero() : value,
                          {mode_.row->destination, rule, mode_.row->destination});
  }

  // f32 to f32.
  Expectation unconverted_float() {
    const ExactValue x = source();
    const bool is_kept =
        mode_.relu == ReluPre::kNone || (x.kind != ValueKind::kNan && !below_zero(x));
    if (!is_kept) {
      return floating();
    }
    if (x.kind == ValueKind::kNan) {
      return any_nan(cite("fixpipe.quant-codes"));
    }
    if (mode_.relu != ReluPre::kNone && x.is_zero()) {
      return zero_of_either_sign(to_, cite("fixpipe.zero-sign"));
    }
    return exactly(input_.pattern, cite("fixpipe.quant-codes"));
  }

  // The result as f32, f16 or bf16.
  // 将float转换成half/bfloat16_t，无需量化系数，舍入模式采用CAST_RINT。 (随路量化)
  // F322F16 and F322BF16 convert float to half or bfloat16_t, no quantisation factor is needed, and
  // the rounding mode is CAST_RINT.
  Expectation floating() {
    const ExactValue s = start();
    const ExactValue product = relu_at_result(s, times_multiplier(s));
    if (product.kind == ValueKind::kNan) {
      return nan_result();
    }
    return floating_result(
        d_,
        {&to_, [this] { return saturates(); }, cite("fixpipe.zero-sign"), cite("fixpipe.cast"),
         to_.bits == 16 ? cite("ctrl.48") : cite("overflow.nearest")},
        product);
  }

  // The result as s8, u8 or s4: the steps of deqs162b8_quantization (vconv), with an s5 for b4.
  // That they are the same is inferred; 随路量化 names fields and not their order.
  Expectation small_integer() {
    const ExactValue f32 = as_format(kF32, start());
    const ExactValue s = d_.note(cite("fixpipe.mcb"), "start", f32, f32);
    const ExactValue product = times_multiplier(s);
    if (product.kind == ValueKind::kNan) {
      return anything(cite("fixpipe.nan-source"));
    }
    const bool is_b4 = pipeline() == Pipeline::kB4;
    const NumberFormat& narrow = is_b4 ? spec::kS5 : spec::kS9;
    const spec::WordField& field = is_b4 ? spec::kQuantOffsetB4 : spec::kQuantOffset;
    const ExactValue sum = sum_with_offset(d_, kRules, product, {&narrow, field.of(input_.scale)});
    const ExactValue result = relu_at_result(s, sum);
    if (result.kind == ValueKind::kNan) {
      return anything(cite("fixpipe.nan-source"));
    }
    IntegerResult kind{fixpipe_result_type(mode_, input_), cite("fixpipe.result-saturates"),
                       mode_.row->destination};
    if (!is_b4) {
      kind.sign_bit = cite("fixpipe.sign-bit-decides");
    }
    return integer_result(d_, result, kind);
  }

  // 注：M1为原始数据取值为正数时使用的随路系数，M2为原始数据取值为负数时使用的随路系数
  // Note: M1 is the factor used when the original value is positive, M2 the one used when it is
  // negative (随路量化): the sign of the source. Without ReLU, the same for both readings.
  bool sign_of_source_decides() { return d_.follows(choice("relu.at", "scale")); }

  bool relu_is_at_scale() { return mode_.relu != ReluPre::kNone && sign_of_source_decides(); }

  spec::RuleId relu_rule() const {
    switch (mode_.relu) {
      case ReluPre::kLeaky:
        return cite("relu.leaky");
      case ReluPre::kPrelu:
        return cite("relu.prelu");
      default:
        return cite("relu.normal");
    }
  }

  // 32位数视为float，硬件以(1, 8, 10)的格式，…作为量化计算所需要乘的值。 (随路量化)
  // The 32-bit number is a float; the hardware takes 1-8-10 of it as the value to multiply by.
  ExactValue scale() {
    const ExactValue taken = scale_of_chain(d_, kRules, "M1", spec::kQuantScale.of(input_.scale));
    uses_special_ = uses_special_ || taken.kind != ValueKind::kFinite;
    return taken;
  }

  // config[31:0]:ReLU_PRE阶段Leaky ReLU中的alpha。
  // Bits 31:0 are the alpha of leaky ReLU in the stage ReLU_PRE.
  ExactValue alpha() {
    uses_special_ = uses_special_ || is_special(input_.alpha);
    const ExactValue read = decode(kF32, input_.alpha);
    const ExactValue taken = d_.under(cite("relu.alpha-format"), [&](spec::Choice reading) {
      return reading == choice("relu.alpha-format", "1-8-10") ? short_scale(read, input_.alpha)
                                                              : read;
    });
    return d_.note(cite("relu.alpha-format"), "alpha", read, taken);
  }

  // M2, the multiplier of a start value below 0 where the start value's sign decides: 0 for
  // 3’b001: normal ReLU, alpha for 3’b010: leaky ReLU and 3’b011: pReLU.
  ExactValue negative_multiplier(const ExactValue& m1) {
    if (!has_alpha()) {
      return zero();
    }
    const ExactValue m2 = alpha();
    return d_.under(cite("relu.alpha"), [&](spec::Choice reading) {
      return reading == choice("relu.alpha", "scales") ? times(m2, m1) : m2;
    });
  }

  // The result for a NaN under ReLU, and for -inf * 0. No page says.
  ExactValue special_product() {
    return d_.follows(choice("relu.special", "zero")) ? zero() : nan_value();
  }

  // The start value times M1 or M2, rounded as the first step after the product.
  ExactValue times_multiplier(const ExactValue& s) {
    const ExactValue m1 = multiplies(pipeline()) ? scale() : one();
    const bool is_on = mode_.relu != ReluPre::kNone;
    if (is_on && s.kind == ValueKind::kNan) {
      return special_product();
    }
    // A negative alpha that is special counts as used wherever the source is below 0.
    if (has_alpha() && below_zero(decode(from_, input_.pattern)) && is_special(input_.alpha)) {
      uses_special_ = true;
    }
    if (below_zero(s) && relu_is_at_scale()) {
      relu_acts_ = true;
      if (!has_alpha() && s.kind == ValueKind::kInfinite) {
        return special_product();
      }
      return product_of(s, negative_multiplier(m1));
    }
    return multiplies(pipeline()) ? product_of(s, m1) : s;
  }

  ExactValue product_of(const ExactValue& s, const ExactValue& multiplier) {
    switch (pipeline()) {
      case Pipeline::kHalf:
        return half_product(d_, kRules, s, multiplier);
      case Pipeline::kCast:
      case Pipeline::kB8:
      case Pipeline::kB4:
        return product_of_chain(d_, kRules, times(s, multiplier));
      default:
        return times(s, multiplier);
    }
  }

  // relu.at=result looks at the value that is about to become the result, not at the start value.
  ExactValue relu_at_result(const ExactValue& s, const ExactValue& value) {
    if (mode_.relu == ReluPre::kNone || !(below_zero(value) || below_zero(s)) ||
        sign_of_source_decides() || !below_zero(value)) {
      return value;
    }
    relu_acts_ = true;
    const ExactValue result = !has_alpha()                    ? zero()
                              : pipeline() == Pipeline::kCast ? product_of(value, alpha())
                                                              : times(alpha(), value);
    return d_.note(cite("relu.at"), "ReLU", value, result);
  }

  // CTRL[48] (asc-devkit:asc_set_ctrl); copy_matrix_cc does not mention it.
  bool saturates() {
    return to_.bits == 16 && (!spec::ctrl_bit(mode_.ctrl, spec::kCtrlKeepInfNan) ||
                              d_.follows(choice("fixpipe.ctrl48", "always-saturates")));
  }

  Expectation nan_result() {
    if (saturates()) {
      return zero_of_either_sign(to_, cite("ctrl.48"));
    }
    return nan_of_nan();
  }

  const FixpipeMode& mode_;
  const ElementInput& input_;
  Derivation& d_;
  const NumberFormat& from_;
  const NumberFormat& to_;
  // Whether some scale or alpha that is used is inf, NaN or subnormal.
  bool uses_special_ = false;
  // Whether some value below 0 was replaced.
  bool relu_acts_ = false;
};

// Rules that affect an element without deciding it.
RuleSet context(const FixpipeMode& mode, const ElementInput& input) {
  RuleSet cited;
  const bool reads_word = mode.code->reads_quant_word();
  cited.set(cite("fixpipe.reserved-bits-ignored"),
            reads_word && (input.scale & spec::reserved_bits(spec::quant_word_of(*mode.row))) != 0);
  cited.set(cite("fixpipe.mcb"),
            multiplies(mode.code->pipeline) && spec::kQuantMcb.of(input.scale) != 0);
  cited.set(cite("fixpipe.quant-codes"));
  return cited;
}

}  // namespace

FixpipeMode fixpipe_mode(const spec::CopyMatrix& step, std::uint64_t ctrl,
                         const spec::Choices& known) {
  const spec::Conversion& row = step.cell.conversion();
  const spec::QuantCode& code = spec::quant_code_of(row);
  const bool is_zero = step.quant_pre == 0 && code.pipeline != Pipeline::kNone;
  return {&row, &code, is_zero && !known.follows(choice("fixpipe.quantpre-codes", "zero-only")),
          static_cast<ReluPre>(step.relu_pre), ctrl};
}

Expectation fixpipe_element(Derivation& d, const FixpipeMode& mode, const ElementInput& input) {
  Expectation result = Chain(mode, input, d).run();
  result.cited |= context(mode, input);
  return result;
}

NumberType fixpipe_result_type(const FixpipeMode& mode, const ElementInput& input) {
  if (mode.code->pipeline != Pipeline::kB8) {
    return mode.row->destination;
  }
  return spec::kQuantSign.of(input.scale) != 0 ? NumberType::kS8 : NumberType::kU8;
}

}  // namespace vconform::oracle
