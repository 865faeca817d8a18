#include "suites/coverage/element_classes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "oracle/explain/element_text.h"
#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/predict/element.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"
#include "suites/coverage/classes.h"
#include "suites/coverage/number_classes.h"

namespace vconform::suites {

namespace {

using oracle::DerivedStep;
using oracle::ExactValue;
using oracle::ValueKind;
using spec::Conversion;
using spec::DeqScale;
using spec::Family;
using spec::NumberFormat;
using spec::Rounding;
using Steps = std::vector<DerivedStep>;

const DerivedStep* step_named(const Steps& steps, std::string_view name) {
  const auto found = std::find_if(steps.rbegin(), steps.rend(),
                                  [&](const DerivedStep& step) { return step.name == name; });
  return found == steps.rend() ? nullptr : &*found;
}

// Whether a step changed its value: a saturation.
bool changes(const DerivedStep* step) {
  return step != nullptr && !oracle::equal_values(step->exact, step->taken);
}

std::optional<LastRounding> finite_rounding(const ExactValue& exact, Rounding mode,
                                            const NumberFormat& format, bool to_integer) {
  if (exact.kind != ValueKind::kFinite) {
    return std::nullopt;
  }
  const int grid = exact.is_zero() ? 0 : oracle::grid_of(format, exact);
  return LastRounding{exact, mode, &format, to_integer ? std::max(grid, 0) : grid};
}

// A vconv rounds its source once.
std::optional<LastRounding> rounding_of_vconv(const spec::Cell& cell, std::uint64_t pattern) {
  const Conversion& row = cell.conversion();
  return finite_rounding(oracle::decode(row.from(), pattern), cell.rounding, row.to(),
                         row.source == row.destination);
}

// The step that rounds last on the way to a floating-point result: from an f32 to an f16 where the
// half chain has that step, else to the result.
const DerivedStep* last_floating_step(const Steps& steps, const NumberFormat& format) {
  const DerivedStep* of_chain = step_named(steps, "f32 to f16");
  return of_chain != nullptr ? of_chain : step_named(steps, format.name);
}

// The step to a whole number, before it is saturated.
const DerivedStep* last_integer_step(const Steps& steps) {
  const DerivedStep* of_chain = step_named(steps, "integer");
  return of_chain != nullptr ? of_chain : step_named(steps, "shifted");
}

std::optional<LastRounding> rounding_of_chain(const Steps& steps, const NumberFormat& result) {
  const DerivedStep* step =
      result.is_floating() ? last_floating_step(steps, result) : last_integer_step(steps);
  if (step == nullptr) {
    return std::nullopt;
  }
  const Rounding mode = step->name == "shifted" ? Rounding::kFloor : Rounding::kNearestEven;
  return finite_rounding(step->exact, step->rounding.value_or(mode), result, false);
}

// In a chain to an integer the offset comes after the rounding: the range is tested for the sum.
ClassSet overflow_of_sum(const Steps& steps, const NumberFormat& result) {
  const DerivedStep* last = step_named(steps, result.name);
  if (!changes(last) || last->exact.kind != ValueKind::kFinite) {
    return 0;
  }
  const DerivedStep* rounded = step_named(steps, "integer");
  const DerivedStep* sum = step_named(steps, "sum");
  if (rounded != nullptr && rounded->rounding && sum != nullptr && !rounded->between.exact) {
    // The sum as it would be had the product been rounded toward zero.
    const ExactValue difference =
        oracle::sum_of(rounded->between.toward_zero,
                       oracle::product_of(rounded->taken, oracle::finite_value(true, 1, 0)));
    const ExactValue other = oracle::sum_of(last->exact, difference);
    if (!oracle::beyond_limit(result, other)) {
      return class_of(ResultClass::kOverflowByRounding);
    }
  }
  return class_of(ResultClass::kOverflow);
}

ClassSet clamped(const Steps& steps) {
  const bool is_clamped = changes(step_named(steps, spec::kS9.name)) ||
                          changes(step_named(steps, spec::kS5.name)) ||
                          changes(step_named(steps, "to s16"));
  return is_clamped ? class_of(ResultClass::kClamped) : 0;
}

ClassSet offset_class(const NumberFormat& format, std::uint64_t bits) {
  const ExactValue offset = oracle::decode(format, bits);
  const bool is_limit =
      oracle::equal_values(offset, oracle::limit_of(format, offset.negative)) && bits != 0;
  if (offset.is_zero()) {
    return class_of(OffsetClass::kZero);
  }
  if (is_limit) {
    return class_of(offset.negative ? OffsetClass::kSmallest : OffsetClass::kLargest);
  }
  return class_of(offset.negative ? OffsetClass::kNegative : OffsetClass::kPositive);
}

// `field` is N, one less than the shift.
ClassSet shift_class(std::uint64_t field) {
  constexpr std::uint64_t kMostFew = 8;
  constexpr std::uint64_t kMost = 16;
  const std::uint64_t shift = field + 1;
  return class_of(shift == 1          ? ShiftClass::kOne
                  : shift <= kMostFew ? ShiftClass::kFew
                  : shift < kMost     ? ShiftClass::kMany
                                      : ShiftClass::kSixteen);
}

ClassSet bit(WordClass clear, bool is_set) {
  return class_of(clear) << (is_set ? 1 : 0);
}

// Bits that 1-8-10 has no room for.
bool has_low_bits(std::uint64_t scale) {
  constexpr std::uint64_t kLowBits = (1 << 13) - 1;
  return (scale & kLowBits) != 0;
}

struct WordFields {
  spec::Word word;
  spec::WordField scale;
  std::optional<spec::WordField> offset;
  const NumberFormat* offset_format;
  std::optional<spec::WordField> shift;
  std::optional<spec::WordField> mcb;
  std::optional<spec::WordField> sign;
};

// The words that hold the scale as an f32.
std::optional<WordFields> fields_of(const Conversion& row) {
  switch (row.family) {
    case Family::kDeq:
      if (row.deq == spec::DeqForm::kHalf) {
        return std::nullopt;
      }
      return WordFields{
          spec::Word::kFactor, spec::kFactorScale, spec::kFactorOffset, &spec::kS9, {}, {},
          spec::kFactorSign};
    case Family::kCopyMatrix: {
      if (!spec::quant_code_of(row).reads_quant_word()) {
        return std::nullopt;
      }
      const bool is_b4 = row.destination == spec::NumberType::kS4;
      const bool is_b8 = spec::quant_code_of(row).pipeline == spec::Pipeline::kB8;
      return WordFields{spec::quant_word_of(row),
                        spec::kQuantScale,
                        is_b4 ? spec::kQuantOffsetB4 : spec::kQuantOffset,
                        is_b4 ? &spec::kS5 : &spec::kS9,
                        spec::kQuantShift,
                        spec::kQuantMcb,
                        is_b8 ? std::optional(spec::kQuantSign) : std::nullopt};
    }
    case Family::kDataCopy:
      if (row.deq_scale == DeqScale::kNone ||
          spec::deq_word_of(row.deq_scale) == spec::Word::kHalf) {
        return std::nullopt;
      }
      return WordFields{spec::Word::kDeqValue,
                        spec::kDeqValueScale,
                        spec::kDeqValueOffset,
                        &spec::kS9,
                        spec::kDeqValueShift,
                        spec::kDeqValueMcb,
                        row.to().bits == 8 ? std::optional(spec::kDeqValueSign) : std::nullopt};
    default:
      return std::nullopt;
  }
}

bool shifts_always(const Conversion& row) {
  return row.destination == spec::NumberType::kS16;
}

void add_word(const Conversion& row, std::uint64_t word, Sample& sample) {
  const std::optional<WordFields> fields = fields_of(row);
  if (!fields) {
    // A half, in DEQSCALE or deqValue.
    sample[Dim::kScale] = number_class(spec::kF16, spec::kHalfScale.of(word));
    return;
  }
  const std::uint64_t scale = fields->scale.of(word);
  // A factor of DEQ has its scale in 1-8-10; the low bits are a class of the word.
  constexpr int kBitsBeyond1810 = 13;
  sample[Dim::kScale] = fields->word == spec::Word::kFactor
                            ? number_class(spec::kScaleFormat, scale >> kBitsBeyond1810)
                            : number_class(spec::kF32, scale);
  sample[Dim::kOffset] = offset_class(*fields->offset_format, fields->offset->of(word));
  ClassSet bits = bit(WordClass::kReservedClear, (word & spec::reserved_bits(fields->word)) != 0) |
                  bit(WordClass::kLowBitsClear, has_low_bits(scale));
  if (fields->sign) {
    bits |= bit(WordClass::kUnsigned, fields->sign->of(word) != 0);
  }
  if (fields->mcb) {
    const bool shifts = fields->mcb->of(word) != 0;
    bits |= bit(WordClass::kNoShift, shifts);
    if ((shifts || shifts_always(row)) && !row.from().is_floating()) {
      sample[Dim::kShift] = shift_class(fields->shift->of(word));
    }
  }
  sample[Dim::kWord] = bits;
}

void add_relu(const Setting& setting, const oracle::ElementInput& input, Sample& sample) {
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(setting.step)) {
    const auto relu = static_cast<ReluClass>(matrix->relu_pre);
    sample[Dim::kRelu] = class_of(relu);
    if (relu == ReluClass::kLeaky || relu == ReluClass::kPrelu) {
      sample[Dim::kAlpha] = number_class(spec::kF32, input.alpha);
    }
  } else if (const auto* copy = std::get_if<spec::DataCopy>(setting.step)) {
    const DeqScale deq = setting.cell.conversion().deq_scale;
    const bool has_bit = deq == DeqScale::kDeq8 || deq == DeqScale::kDeq16;
    const bool acts = copy->is_relu || (has_bit && spec::kDeqValueRelu.of(input.scale) != 0);
    sample[Dim::kRelu] = class_of(acts ? ReluClass::kNormal : ReluClass::kNone);
  }
}

void add_ctrl(std::uint64_t ctrl, Sample& sample) {
  const auto state = [&](int number) {
    return class_of(spec::ctrl_bit(ctrl, number) ? BitClass::kSet : BitClass::kClear);
  };
  sample[Dim::kCtrl48] = state(spec::kCtrlKeepInfNan);
  sample[Dim::kCtrl59] = state(spec::kCtrlTruncate);
}

struct Result {
  oracle::Expectation expectation;
  Steps steps;
};

Result result_of(const Setting& setting, const oracle::ElementInput& input,
                 const spec::Choices& choices) {
  const oracle::ElementArithmetic arithmetic =
      oracle::arithmetic_of(*setting.step, setting.ctrl, choices);
  const bool needs_steps = setting.cell.conversion().family != Family::kVconv;
  oracle::Derivation derivation(
      choices, needs_steps ? oracle::Derivation::For::kSteps : oracle::Derivation::For::kResult);
  oracle::Expectation expectation = arithmetic.run(derivation, input);
  return {std::move(expectation), derivation.take_steps()};
}

void add_result(const Setting& setting, const oracle::ElementInput& input,
                const spec::Choices& choices, Sample& sample) {
  const Conversion& row = setting.cell.conversion();
  const Result result = result_of(setting, input, choices);
  const NumberFormat& format = spec::format_of(
      oracle::arithmetic_of(*setting.step, setting.ctrl, choices).result_type(input));
  const bool is_vconv = row.family == Family::kVconv;
  const std::optional<LastRounding> last = is_vconv ? rounding_of_vconv(setting.cell, input.pattern)
                                                    : rounding_of_chain(result.steps, format);
  const RoundingClasses rounding = last ? classes_of(*last) : RoundingClasses{};
  const ExactValue source = oracle::decode(row.from(), input.pattern);
  ClassSet classes = rounding.result;
  if (!is_vconv && !format.is_floating()) {
    classes = (classes & class_of(ResultClass::kCarry)) | overflow_of_sum(result.steps, format) |
              clamped(result.steps);
  }
  const ClassSet beyond =
      class_of(ResultClass::kOverflow) | class_of(ResultClass::kOverflowByRounding);
  const DerivedStep* to_result = step_named(result.steps, format.name);
  const bool is_infinite = source.kind == ValueKind::kInfinite ||
                           (to_result != nullptr && to_result->exact.kind == ValueKind::kInfinite);
  // An s16 may be both a step on the way and the result.
  const bool is_clamped_result =
      format.type == spec::NumberType::kS16 && changes(step_named(result.steps, "to s16"));
  const bool is_beyond = (classes & beyond) != 0 || is_infinite || is_clamped_result;
  sample[Dim::kRounding] = rounding.rounding;
  sample[Dim::kResult] = classes | result_classes(format, result.expectation, is_beyond,
                                                  source.kind == ValueKind::kNan);
}

}  // namespace

Setting setting_of(const spec::Step& step, std::uint64_t ctrl) {
  return {&step, oracle::converting_cell(step), ctrl};
}

std::vector<std::uint64_t> ctrl_before_steps(const spec::Case& test_case) {
  std::vector<std::uint64_t> all;
  std::uint64_t ctrl = 0;
  for (const spec::Step& step : test_case.steps) {
    all.push_back(ctrl);
    if (const auto* set = std::get_if<spec::SetCtrl>(&step)) {
      ctrl = set->value;
    }
  }
  return all;
}

Sample parameter_sample(const Setting& setting, const oracle::ElementInput& input) {
  const Conversion& row = setting.cell.conversion();
  Sample sample;
  if (row.family != Family::kVconv) {
    add_word(row, input.scale, sample);
    add_relu(setting, input, sample);
  }
  return sample;
}

Sample element_sample(const Setting& setting, const oracle::ElementInput& input,
                      const spec::Choices& choices) {
  Sample sample = parameter_sample(setting, input);
  sample[Dim::kSource] = number_class(setting.cell.conversion().from(), input.pattern);
  add_ctrl(setting.ctrl, sample);
  add_result(setting, input, choices, sample);
  return sample;
}

}  // namespace vconform::suites
