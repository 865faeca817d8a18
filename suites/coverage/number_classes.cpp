#include "suites/coverage/number_classes.h"

#include "oracle/number/decode.h"
#include "oracle/number/range.h"
#include "oracle/number/round.h"
#include "suites/coverage/classes.h"

namespace vconform::suites {

namespace {

using oracle::ExactValue;
using oracle::ValueKind;
using spec::NumberFormat;

// The class of the positive number; that of the negative one follows it.
ClassSet with_sign(SourceClass positive, bool negative) {
  return class_of(positive) << (negative ? 1 : 0);
}

ClassSet special_class(const NumberFormat& format, std::uint64_t pattern, const ExactValue& value) {
  if (value.kind == ValueKind::kInfinite) {
    return with_sign(SourceClass::kInf, value.negative);
  }
  const std::uint64_t quiet = (format.fraction_mask() + 1) / 2;
  return class_of((pattern & quiet) != 0 ? SourceClass::kQuietNan : SourceClass::kSignallingNan);
}

bool is_limit(const NumberFormat& format, const ExactValue& value) {
  return oracle::equal_values(value, oracle::limit_of(format, value.negative));
}

ClassSet float_class(const NumberFormat& format, std::uint64_t pattern, const ExactValue& value) {
  const std::uint64_t magnitude = pattern & (format.sign_mask() - 1);
  if (oracle::is_subnormal(format, pattern)) {
    return with_sign(SourceClass::kSubnormal, value.negative);
  }
  if (magnitude == format.fraction_mask() + 1) {
    return with_sign(SourceClass::kSmallestNormal, value.negative);
  }
  return with_sign(
      oracle::leading_exponent(value) < 0 ? SourceClass::kBelowOne : SourceClass::kOrdinary,
      value.negative);
}

ClassSet integer_class(const ExactValue& value) {
  if (value.magnitude == 1) {
    return with_sign(SourceClass::kOne, value.negative);
  }
  const bool is_power =
      boost::multiprecision::lsb(value.magnitude) == boost::multiprecision::msb(value.magnitude);
  return with_sign(is_power ? SourceClass::kPowerOfTwo : SourceClass::kOrdinary, value.negative);
}

ClassSet tie_class(const ExactValue& toward_zero) {
  const bool is_odd = boost::multiprecision::bit_test(toward_zero.magnitude, 0);
  return class_of(is_odd ? RoundingClass::kTieOdd : RoundingClass::kTieEven);
}

ClassSet rounding_class(const oracle::Rounded& rounded) {
  if (rounded.exact) {
    return class_of(RoundingClass::kExact);
  }
  if (rounded.tie) {
    return tie_class(rounded.toward_zero);
  }
  return class_of(rounded.nearer_away ? RoundingClass::kAboveTie : RoundingClass::kBelowTie);
}

bool carries(const oracle::Rounded& rounded) {
  return !rounded.exact && !rounded.toward_zero.is_zero() &&
         oracle::leading_exponent(rounded.value) > oracle::leading_exponent(rounded.toward_zero);
}

}  // namespace

ClassSet number_class(const NumberFormat& format, std::uint64_t pattern) {
  const ExactValue value = oracle::decode(format, pattern);
  if (value.kind != ValueKind::kFinite) {
    return special_class(format, pattern, value);
  }
  if (value.is_zero()) {
    return with_sign(SourceClass::kZero, value.negative);
  }
  if (is_limit(format, value)) {
    return with_sign(SourceClass::kLargest, value.negative);
  }
  return format.is_floating() ? float_class(format, pattern, value) : integer_class(value);
}

RoundingClasses classes_of(const LastRounding& last) {
  const oracle::Rounded rounded = oracle::round_to_multiple(last.exact, last.grid, last.mode);
  RoundingClasses classes{rounding_class(rounded), 0};
  const auto beyond = [&](const ExactValue& value) {
    return !value.is_zero() && oracle::beyond_limit(*last.format, value);
  };
  if (carries(rounded)) {
    classes.result |= class_of(ResultClass::kCarry);
  }
  if (beyond(rounded.toward_zero)) {
    classes.result |= class_of(ResultClass::kOverflow);
  } else if (beyond(rounded.value)) {
    classes.result |= class_of(ResultClass::kOverflowByRounding);
  } else if (beyond(last.exact)) {
    classes.result |= class_of(ResultClass::kRoundedBack);
  }
  return classes;
}

ClassSet result_classes(const NumberFormat& format, const oracle::Expectation& expectation,
                        bool is_beyond, bool of_nan) {
  switch (expectation.kind) {
    case oracle::Expectation::Kind::kAnything:
      return class_of(ResultClass::kOpen);
    case oracle::Expectation::Kind::kAnyNan:
      return class_of(expectation.patterns.empty() ? ResultClass::kNan : ResultClass::kOpen);
    case oracle::Expectation::Kind::kOneOf:
      break;
  }
  const std::uint64_t pattern = expectation.patterns.front();
  const ExactValue value = oracle::decode(format, pattern);
  if (value.kind != ValueKind::kFinite) {
    return class_of(value.kind == ValueKind::kNan ? ResultClass::kNan : ResultClass::kInf);
  }
  if (value.is_zero()) {
    // Below an unsigned range, 0 is the limit.
    return class_of(ResultClass::kZero) | (of_nan ? class_of(ResultClass::kZeroOfNan) : 0) |
           (is_beyond ? class_of(ResultClass::kSaturated) : 0);
  }
  if (is_limit(format, value)) {
    return class_of(is_beyond ? ResultClass::kSaturated : ResultClass::kLargest);
  }
  if (oracle::is_subnormal(format, pattern)) {
    return class_of(ResultClass::kSubnormal);
  }
  const bool is_smallest =
      format.is_floating() && (pattern & (format.sign_mask() - 1)) == format.fraction_mask() + 1;
  return class_of(is_smallest ? ResultClass::kSmallestNormal : ResultClass::kOrdinary);
}

}  // namespace vconform::suites
