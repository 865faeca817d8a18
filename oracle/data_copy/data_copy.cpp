#include "oracle/data_copy/data_copy.h"

#include "oracle/dequantise/deq16.h"
#include "oracle/dequantise/quantise.h"
#include "oracle/number/decode.h"
#include "oracle/number/range.h"
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
    cite("copy.scale-bits"), cite("copy.product"),        cite("copy.s9-rounding"),
    cite("copy.s9-clamp"),   cite("copy.offset-sign"),    cite("copy.offset-order"),
    cite("copy.add"),        cite("copy.shift-rounding"), cite("copy.shift-to-s16"),
    cite("copy.deqf16"),
};

ExactValue not_below_zero(const ExactValue& value) {
  return below_zero(value) ? finite_value(false, 0, 0) : value;
}

bool uses_b8(DeqScale deq) {
  return deq == DeqScale::kDeq8 || deq == DeqScale::kVdeq8;
}
bool uses_half_scale(DeqScale deq) {
  return deq == DeqScale::kDeq || deq == DeqScale::kVdeq;
}

// isRelu, or bit 47 of a deqValue that has that bit.
bool has_relu(const spec::DataCopy& step, const ElementInput& input) {
  const DeqScale deq = step.cell.conversion().deq_scale;
  const bool has_bit = deq == DeqScale::kDeq8 || deq == DeqScale::kDeq16;
  return step.is_relu || (has_bit && spec::kDeqValueRelu.of(input.scale) != 0);
}

// The steps of one element under one combination of readings.
class Chain {
 public:
  Chain(const spec::DataCopy& step, const ElementInput& input, Trial& trial)
      : step_(step),
        input_(input),
        trial_(trial),
        row_(step.cell.conversion()),
        relu_(has_relu(step, input)) {}

  Expectation run() {
    if (moves_bytes(step_)) {
      return exactly(input_.pattern, cite("copy.plain"));
    }
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
  ExactValue source() { return source_as_taken(trial_, row_.from(), input_.pattern); }

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
    const auto saturates = [this] {
      return trial_.follows(choice("copy.half-overflow", "saturates"));
    };
    const FloatingResult kind{&kF16, saturates, cite("copy.zero-sign"), cite("copy.cast"),
                              cite("copy.half-overflow")};
    const bool acts = relu_ && below_zero(value);
    Expectation result = floating_result(trial_, kind, acts ? not_below_zero(value) : value);
    if (acts) {
      result.rule = cite("copy.relu-flag");
      result.cited.set(result.rule);
    }
    return result;
  }

  // DEQ, VDEQ: M is a half.
  Expectation scaled_by_half() {
    const ExactValue m = decode(kF16, spec::kHalfScale.of(input_.scale));
    if (m.kind != ValueKind::kFinite) {
      return anything(cite("copy.scale-special"));
    }
    if (row_.from().is_floating()) {
      const ExactValue x = source();
      trial_.note("product", times(x, m), times(x, m));
      return half_of(times(x, m));
    }
    return half_of(s32_times_half());
  }

  // The product under the reading of copy.deq16-precision.
  ExactValue s32_times_half() {
    HalfChain reading{trial_.ask(cite("copy.deq16-precision")), false, false};
    Deq16Derivation d = half_chain(input_.scale, input_.pattern, reading);
    if (d.overflows && trial_.follows(choice("copy.half-overflow", "inf"))) {
      reading.keeps_inf = true;
      d = half_chain(input_.scale, input_.pattern, reading);
    }
    if (d.is_subnormal && trial_.follows(choice("subnormal.results", "flushed"))) {
      reading.flushes = true;
      d = half_chain(input_.scale, input_.pattern, reading);
    }
    for (const Deq16Step& step : d.steps) {
      trial_.note(step.name, step.exact, step.rounded);
    }
    return d.result;
  }

  // DEQ16 to s16: M and MCB have no effect.
  Expectation shifted_result() {
    const ExactValue s16 = shifted();
    return exactly(integer_result(trial_, relu_ ? not_below_zero(s16) : s16, NumberType::kS16),
                   relu_ && below_zero(s16) ? cite("copy.relu-flag") : cite("copy.deq16-shift"));
  }

  ExactValue shifted() {
    const int shift = static_cast<int>(spec::kDeqValueShift.of(input_.scale)) + 1;
    return shifted_to_s16(trial_, kRules, decode(row_.from(), input_.pattern), shift);
  }

  // MCB: the s32 is shifted first.
  ExactValue start() {
    ExactValue x = decode(row_.from(), input_.pattern);
    if (spec::kDeqValueMcb.of(input_.scale) == 0) {
      return x;
    }
    ExactValue s16 = shifted();
    const bool is_half = row_.destination == NumberType::kF16;
    const bool is_ignored = is_half && !equal_values(s16, x) &&
                            trial_.follows(choice("copy.mcb-deq16-half", "ignored"));
    if (is_ignored) {
      trial_.note("MCB", s16, x);
    }
    return is_ignored ? x : s16;
  }

  ExactValue scale() {
    const std::uint64_t pattern = spec::kDeqValueScale.of(input_.scale);
    const ExactValue read = decode(kF32, pattern);
    const bool is_short = has_bits_beyond_scale_format(pattern) &&
                          trial_.follows(choice("copy.scale-bits", "truncate"));
    ExactValue taken = is_short ? short_scale(read, pattern) : read;
    trial_.note("M", read, taken);
    return taken;
  }

  Expectation deq16_to_half() {
    const ExactValue s = start();
    return half_of(half_product(trial_, kRules, s, scale()));
  }

  // DEQ8.
  Expectation small_integer() {
    const ExactValue s = as_format(kF32, start());
    trial_.note("start", s, s);
    const ExactValue product = product_of_chain(trial_, kRules, times(s, scale()));
    return exactly(
        integer_result(trial_, sum_under_relu(product), data_copy_result_type(step_, input_)),
        cite("copy.result-saturates"));
  }

  ExactValue sum_under_relu(const ExactValue& product) {
    const std::uint64_t offset = spec::kDeqValueOffset.of(input_.scale);
    ExactValue sum = sum_with_offset(trial_, kRules, product, {&spec::kS9, offset, false});
    if (!relu_) {
      return sum;
    }
    // isRelu says 对最终结果, the final result; the other reading takes the rounded product alone,
    // which an offset may bring below 0 again.
    ExactValue of_product =
        below_zero(product) ? sum_with_offset(trial_, kRules, product, {&spec::kS9, offset, true})
                            : sum;
    ExactValue of_sum = not_below_zero(sum);
    const bool is_of_product = !equal_values(of_sum, of_product) &&
                               trial_.follows(choice("copy.relu-order", "before-offset"));
    ExactValue result = is_of_product ? of_product : of_sum;
    trial_.note("ReLU", sum, result);
    return result;
  }

  const spec::DataCopy& step_;
  const ElementInput& input_;
  Trial& trial_;
  const spec::Conversion& row_;
  bool relu_;
};

// Whether the type of the destination would give another result than bit 46 of the word.
bool sign_bit_decides(const spec::DataCopy& step, ElementInput input, const Expectation& result,
                      const spec::Choices& known) {
  const spec::Conversion& row = step.cell.conversion();
  if (!uses_b8(row.deq_scale) || data_copy_result_type(step, input) == row.destination) {
    return false;
  }
  input.scale ^= spec::kDeqValueSign.mask();
  Trial trial(known);
  return Chain(step, input, trial).run().patterns != result.patterns;
}

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

Expectation data_copy_element(const spec::DataCopy& step, const ElementInput& input,
                              Readings& readings) {
  Expectation result =
      settled([&](Trial& trial) { return Chain(step, input, trial).run(); }, readings);
  result.cited |= context(step, input);
  if (sign_bit_decides(step, input, result, readings.decided())) {
    result.cited.set(cite("copy.sign-bit-decides"));
  }
  return result;
}

std::vector<DerivedStep> data_copy_steps(const spec::DataCopy& step, const ElementInput& input,
                                         const spec::Choices& known) {
  std::vector<DerivedStep> steps;
  Trial trial(known);
  trial.note_steps_in(steps);
  Chain(step, input, trial).run();
  return steps;
}

NumberType data_copy_result_type(const spec::DataCopy& step, const ElementInput& input) {
  const spec::Conversion& row = step.cell.conversion();
  if (!uses_b8(row.deq_scale)) {
    return row.destination;
  }
  return spec::kDeqValueSign.of(input.scale) != 0 ? NumberType::kS8 : NumberType::kU8;
}

}  // namespace vconform::oracle
