#include "oracle/vconv/vconv.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/number/round.h"
#include "oracle/reading/source.h"
#include "spec/case/registers.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::cite;
using spec::Conversion;
using spec::NumberFormat;
using spec::NumberType;
using spec::Rounding;
using spec::RuleId;

// The conversion of one element.
struct Element {
  const spec::Cell& cell;
  std::uint64_t ctrl;
  IntegerOverflow overflow;
  Derivation& d;

  const Conversion& row() const { return cell.conversion(); }
  const NumberFormat& to() const { return cell.conversion().to(); }
  bool is_f32_to_f32() const {
    return row().source == NumberType::kF32 && row().destination == NumberType::kF32;
  }
  // f16 and bf16 results saturate, or keep inf and NaN, as CTRL[48] says; f32 results keep them.
  bool has_half_result() const { return to().is_floating() && to().bits == 16; }
  bool saturates_to_half() const {
    return has_half_result() && !spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan);
  }
};

// The pairs that CTRL[59] is said to concern, each with its rule (asc-devkit:asc_set_ctrl,
// 边界值汇总); vconv does not mention the register.
struct TruncatingPair {
  NumberType source;
  NumberType destination;
  RuleId rule;
};
constexpr std::array<TruncatingPair, 6> kTruncatingPairs = {{
    {NumberType::kF16, NumberType::kU8, cite("ctrl.59")},
    {NumberType::kF16, NumberType::kS8, cite("ctrl.59")},
    {NumberType::kF32, NumberType::kS16, cite("ctrl.59")},
    {NumberType::kS64, NumberType::kS32, cite("ctrl.59")},
    {NumberType::kS32, NumberType::kS16, cite("ctrl.59")},
    {NumberType::kF16, NumberType::kS16, cite("ctrl.59-f162s16")},
}};
constexpr spec::SharedReading kTruncates = spec::shared_reading("ctrl.59", "truncates");
constexpr spec::SharedReading kNeedsCtrl60 = spec::shared_reading("ctrl.59", "needs-ctrl60");

Expectation exact_value(const Element& element, const ExactValue& value, RuleId rule) {
  return exactly(encode(element.to(), value), rule);
}

Expectation nan_result(const Element& element) {
  const NumberFormat& to = element.to();
  // 边界值汇总: nan不区分正负: NaN of either sign is the same. vconv is silent about NaN and inf.
  if (!to.is_floating()) {
    return exactly(0, cite("special.nan-to-int-is-zero"));
  }
  if (element.saturates_to_half()) {
    // 边界值汇总: float/half | nan | nan | 0: with CTRL[48]=0 the result is 0.
    Expectation zero = zero_of_either_sign(to, cite("ctrl.48"));
    zero.cited.set(cite("special.nan-zero-sign"));
    return zero;
  }
  return nan_of_nan();
}

Expectation infinity_result(const Element& element, bool negative) {
  const NumberFormat& to = element.to();
  if (!to.is_floating()) {
    return exact_value(element, limit_of(to, negative), cite("special.inf-to-int-saturates"));
  }
  // 边界值汇总: float/half | +inf | +inf | MAX: CTRL[48]=1 keeps inf, CTRL[48]=0 gives MAX.
  if (element.saturates_to_half()) {
    return exact_value(element, limit_of(to, negative), cite("ctrl.48"));
  }
  return exact_value(element, infinite_value(negative), cite("special.inf-stays-inf"));
}

// The rule about CTRL[59] if the bit is set and concerns the pair, and its reading; where it is
// declared that low bits are kept, of every pair, and nothing is asked.
struct Truncation {
  RuleId rule;
  bool truncates;
};

std::optional<Truncation> truncation(const Element& element) {
  if (element.overflow == IntegerOverflow::kKeepsLowBits) {
    return Truncation{cite("ctrl.59"), true};
  }
  if (element.overflow == IntegerOverflow::kSaturates ||
      !spec::ctrl_bit(element.ctrl, spec::kCtrlTruncate)) {
    return std::nullopt;
  }
  const Conversion& row = element.row();
  const auto pair = std::find_if(
      kTruncatingPairs.begin(), kTruncatingPairs.end(), [&](const TruncatingPair& candidate) {
        return candidate.source == row.source && candidate.destination == row.destination;
      });
  if (pair == kTruncatingPairs.end()) {
    return std::nullopt;
  }
  const spec::Choice reading = element.d.ask(pair->rule);
  const bool enabled = spec::ctrl_bit(element.ctrl, spec::kCtrlTruncateEnable);
  return Truncation{pair->rule, reading == kTruncates || (reading == kNeedsCtrl60 && enabled)};
}

Expectation integer_overflow(const Element& element, const ExactValue& rounded) {
  const std::optional<Truncation> ctrl59 = truncation(element);
  if (ctrl59 && ctrl59->truncates) {
    const ExactValue low_bits =
        element.d.note(ctrl59->rule, "range", rounded, keep_low_bits(element.to(), rounded));
    return exact_value(element, low_bits, ctrl59->rule);
  }
  // 边界值汇总: float/int16_t | 3.4028235e+38（MAX） | 32767 | 32767: saturated.
  const ExactValue limit = element.d.note(cite("special.int-overflow-saturates"), "range", rounded,
                                          limit_of(element.to(), rounded.negative));
  Expectation saturated = exact_value(element, limit, cite("special.int-overflow-saturates"));
  if (ctrl59) {
    saturated.cited.set(ctrl59->rule);
  }
  return saturated;
}

// IEEE 754: toward the infinity that the mode rounds to, else the largest finite value.
bool ieee_gives_infinity(Rounding rounding, bool negative) {
  return rounding == Rounding::kCeil ? !negative : rounding == Rounding::kFloor && negative;
}

// CTRL[48]=1; no page says what a directed mode or o gives. `overflows`: the value exceeds MAX when
// rounded with unbounded exponent; otherwise only the source does.
bool becomes_infinity(const Element& element, bool negative, bool overflows) {
  const Rounding rounding = element.cell.rounding;
  switch (rounding) {
    case Rounding::kNull:
    case Rounding::kNearestEven:
    case Rounding::kNearestAway:
      return overflows;
    case Rounding::kFloor:
    case Rounding::kCeil:
    case Rounding::kTowardZero:
      if (element.d.follows(choice("overflow.directed", "ieee"))) {
        return overflows && ieee_gives_infinity(rounding, negative);
      }
      return overflows || element.d.follows(choice("overflow.directed", "inf-beyond-max"));
    case Rounding::kOdd:
      if (element.d.follows(choice("overflow.odd", "max"))) {
        return false;
      }
      return overflows || element.d.follows(choice("overflow.odd", "inf-beyond-max"));
  }
  return false;
}

RuleId overflow_rule(Rounding rounding) {
  switch (rounding) {
    case Rounding::kFloor:
    case Rounding::kCeil:
    case Rounding::kTowardZero:
      return cite("overflow.directed");
    case Rounding::kOdd:
      return cite("overflow.odd");
    default:
      return cite("overflow.nearest");
  }
}

// The result if the source, and perhaps the rounded value too, lies beyond MAX of a floating-point
// destination.
Expectation floating_overflow(const Element& element, const ExactValue& rounded, bool overflows) {
  const bool negative = rounded.negative;
  const bool saturates = element.saturates_to_half();
  const bool is_infinite = !saturates && becomes_infinity(element, negative, overflows);
  const RuleId rule = saturates ? cite("ctrl.48") : overflow_rule(element.cell.rounding);
  const ExactValue result = is_infinite              ? infinite_value(negative)
                            : saturates || overflows ? limit_of(element.to(), negative)
                                                     : rounded;
  return exact_value(element, element.d.note(rule, "range", rounded, result), rule);
}

RuleId rounding_rule(Rounding rounding, bool exact) {
  if (exact) {
    return cite("convert.exact-when-representable");
  }
  const Rounding performed = rounding == Rounding::kNull ? Rounding::kNearestEven : rounding;
  return spec::mode_of(performed).rule;
}

// A zero result has the sign of the source, except for f32 to f32.
// 注：float->float转换，-0会被转为+0，与IEEE754不一致。 (边界值汇总)
// Note: in float->float conversions -0 becomes +0, which is not as in IEEE 754.
Expectation zero_result(const Element& element, const ExactValue& source, const Rounded& rounded) {
  const NumberFormat& to = element.to();
  const RuleId rule = rounding_rule(element.cell.rounding, rounded.exact);
  if (!to.is_floating()) {
    return exactly(0, rule);
  }
  if (!element.row().from().is_floating()) {
    return exactly(0, cite("int-to-float.zero"));
  }
  if (!element.is_f32_to_f32() || !source.negative) {
    return exact_value(element, rounded.value, rule);
  }
  if (source.is_zero()) {
    return exactly(0, cite("f32f32.minus-zero"));
  }
  Expectation zero = one_of({0, to.sign_mask()}, rule);
  zero.cited.set(cite("f32f32.zero-from-negative"));
  return zero;
}

bool below_smallest_normal(const NumberFormat& to, const ExactValue& value) {
  return to.is_floating() && leading_exponent(value) < to.min_exponent();
}

Expectation in_range_result(const Element& element, const Rounded& rounded) {
  const NumberFormat& to = element.to();
  const RuleId rule = rounding_rule(element.cell.rounding, rounded.exact);
  // No page says that subnormal results are kept; the one example of precision_conversion with such
  // a result keeps it.
  if (below_smallest_normal(to, rounded.value)) {
    const RuleId subnormal = cite("subnormal.results");
    if (element.d.follows(choice("subnormal.results", "flushed"))) {
      return one_of({0, to.sign_mask()}, subnormal);
    }
    Expectation gradual = exact_value(element, rounded.value, rounded.exact ? subnormal : rule);
    gradual.cited.set(subnormal);
    return gradual;
  }
  return exact_value(element, rounded.value, rule);
}

// A source, rounded once with an unbounded range, and whether it then lies beyond the range.
struct RoundedSource {
  const ExactValue& source;
  Rounded rounded;
  bool overflows;
};

// 接口形如 vconv_bf162f32/vconv_bf162f32a 后缀区分不同舍入模式: names such as these; the suffix
// tells the rounding modes apart. 支持的数据类型及舍入模式如下表: f32 to f32 has them too, and
// rounds to whole numbers, as asc-devkit:precision_conversion says.
RoundedSource round_once(const Element& element, const ExactValue& source) {
  const NumberFormat& to = element.to();
  const int grid = element.is_f32_to_f32() ? std::max(0, grid_of(to, source)) : grid_of(to, source);
  RoundedSource once{source, round_to_multiple(source, grid, element.cell.rounding), false};
  once.rounded.value =
      element.d.note(rounding_rule(element.cell.rounding, once.rounded.exact), "round", source,
                     once.rounded.value, element.cell.rounding, once.rounded);
  const ExactValue& value = once.rounded.value;
  once.overflows = !value.is_zero() && beyond_limit(to, value);
  return once;
}

Expectation finite_result(const Element& element, const RoundedSource& value) {
  const NumberFormat& to = element.to();
  const ExactValue& rounded = value.rounded.value;
  if (rounded.is_zero()) {
    return zero_result(element, value.source, value.rounded);
  }
  if (!to.is_floating()) {
    return value.overflows ? integer_overflow(element, rounded)
                           : in_range_result(element, value.rounded);
  }
  return value.overflows || beyond_limit(to, value.source)
             ? floating_overflow(element, rounded, value.overflows)
             : in_range_result(element, value.rounded);
}

// 支持的数据类型及舍入模式如下表: the types and rounding modes supported are those of the table,
// from which the prototypes differ in a few rows. Whether the rule about a row concerns the mode:
// its optional modes if it has any, otherwise all.
bool row_rule_concerns(const spec::Cell& cell) {
  const Conversion& row = cell.conversion();
  return row.rule && (row.optional_modes.empty() || spec::offers_optionally(row, cell.rounding));
}

// Whether one of the source's neighbours is within range and the other is not.
bool rounding_decides_the_range(const NumberFormat& to, const Rounded& rounded) {
  return beyond_limit(to, rounded.away_from_zero) && !beyond_limit(to, rounded.toward_zero);
}

// Rules that affect the rounding without deciding the result alone.
RuleSet rules_of_rounding(const Element& element, const RoundedSource& value) {
  RuleSet cited;
  if (value.rounded.exact) {
    return cited;
  }
  cited.set(rounding_rule(element.cell.rounding, false));
  cited.set(cite("round.bare-name-is-r"), element.cell.rounding == Rounding::kNull);
  cited.set(cite("round.once-then-range"), rounding_decides_the_range(element.to(), value.rounded));
  cited.set(cite("edge.s32-max"), element.row().source == NumberType::kS32 &&
                                      element.row().destination == NumberType::kF32 &&
                                      !value.source.negative &&
                                      value.source.magnitude == 0x7fffffff);
  return cited;
}

Expectation result_of(const Element& element, const ExactValue& source) {
  switch (source.kind) {
    case ValueKind::kNan:
      return nan_result(element);
    case ValueKind::kInfinite:
      return infinity_result(element, source.negative);
    case ValueKind::kFinite:
      break;
  }
  const RoundedSource value = round_once(element, source);
  Expectation result = finite_result(element, value);
  result.cited |= rules_of_rounding(element, value);
  return result;
}

}  // namespace

Expectation convert(Derivation& d, const spec::Cell& cell, std::uint64_t ctrl,
                    std::uint64_t source_pattern, IntegerOverflow overflow) {
  assert(cell.conversion().family == spec::Family::kVconv ||
         cell.conversion().family == spec::Family::kOperation);
  const Element element{cell, ctrl, overflow, d};
  const NumberFormat& from = cell.conversion().from();
  // vector 数据类型转换: conversion of the data type of a vector. Each element by itself: decoded,
  // rounded once, brought into range, encoded.
  const ExactValue source = source_as_taken(d, from, source_pattern);
  Expectation result = result_of(element, source);
  result.cited.set(cite("subnormal.inputs"), is_subnormal(from, source_pattern));
  if (row_rule_concerns(element.cell)) {
    result.cited.set(*element.row().rule);
  }
  if (element.has_half_result() &&
      (source.kind != ValueKind::kFinite || beyond_limit(element.to(), source))) {
    result.cited.set(cite("ctrl.48"));
  }
  d.keep_rule();
  return result;
}

}  // namespace vconform::oracle
