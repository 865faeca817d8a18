#include "suites/coverage/reasons.h"

#include <algorithm>
#include <array>

#include "spec/copy_matrix/copy_matrix.h"
#include "suites/coverage/classes.h"
#include "suites/coverage/number_classes.h"

namespace vconform::suites {

namespace {

using spec::Conversion;
using spec::Family;
using spec::NumberFormat;

// The classes of a dimension that an argument is about, in the rows for which it holds.
struct Reason {
  Dim dim;
  ClassSet classes;
  bool (*holds)(const spec::Cell& cell);
  std::string_view words;
};

template <typename... Classes>
constexpr ClassSet set_of(Classes... classes) {
  return (class_of(classes) | ...);
}

constexpr ClassSet kOfFloats =
    set_of(SourceClass::kMinusZero, SourceClass::kSubnormal, SourceClass::kMinusSubnormal,
           SourceClass::kSmallestNormal, SourceClass::kMinusSmallestNormal, SourceClass::kBelowOne,
           SourceClass::kMinusBelowOne, SourceClass::kInf, SourceClass::kMinusInf,
           SourceClass::kQuietNan, SourceClass::kSignallingNan);
constexpr ClassSet kOfIntegers = set_of(SourceClass::kOne, SourceClass::kMinusOne,
                                        SourceClass::kPowerOfTwo, SourceClass::kMinusPowerOfTwo);
constexpr ClassSet kNegative = set_of(SourceClass::kMinusOrdinary, SourceClass::kMinusLargest,
                                      SourceClass::kMinusOne, SourceClass::kMinusPowerOfTwo);
constexpr ClassSet kInexact = set_of(RoundingClass::kBelowTie, RoundingClass::kTieEven,
                                     RoundingClass::kTieOdd, RoundingClass::kAboveTie);
constexpr ClassSet kFloatResults = set_of(ResultClass::kSubnormal, ResultClass::kSmallestNormal,
                                          ResultClass::kInf, ResultClass::kNan);

bool has_integer_source(const spec::Cell& cell) {
  return !cell.conversion().from().is_floating();
}
bool has_float_source(const spec::Cell& cell) {
  return cell.conversion().from().is_floating();
}
bool has_unsigned_source(const spec::Cell& cell) {
  return !cell.conversion().from().is_signed();
}
bool has_integer_result(const spec::Cell& cell) {
  return !cell.conversion().to().is_floating();
}
bool always(const spec::Cell&) {
  return true;
}
bool is_vconv(const spec::Cell& cell) {
  return cell.conversion().family == Family::kVconv;
}
bool is_integer_vconv(const spec::Cell& cell) {
  return is_vconv(cell) && has_integer_source(cell);
}
bool is_f32_vconv(const spec::Cell& cell) {
  return is_vconv(cell) && cell.conversion().destination == spec::NumberType::kF32;
}

// Whether the destination holds every finite source.
bool holds_all(const spec::Cell& cell) {
  const NumberFormat& from = cell.conversion().from();
  const NumberFormat& to = cell.conversion().to();
  if (!is_vconv(cell) || from.type == to.type) {
    return false;
  }
  const int magnitude_bits =
      from.is_floating() ? from.precision() : from.bits - (from.is_signed() ? 1 : 0);
  if (!to.is_floating()) {
    return !from.is_floating() && to.bits > from.bits && to.is_signed();
  }
  return to.precision() >= magnitude_bits &&
         (!from.is_floating() || (to.max_exponent() >= from.max_exponent() &&
                                  to.min_subnormal_exponent() <= from.min_subnormal_exponent()));
}

// Whether no finite source lies beyond the destination's limits.
bool reaches_no_limit(const spec::Cell& cell) {
  const NumberFormat& from = cell.conversion().from();
  const NumberFormat& to = cell.conversion().to();
  return is_vconv(cell) &&
         (holds_all(cell) || from.type == to.type ||
          (to.is_floating() && !from.is_floating() && to.max_exponent() >= from.bits));
}

bool never_goes_away(const spec::Cell& cell) {
  return is_vconv(cell) && cell.rounding == spec::Rounding::kTowardZero;
}

bool has_no_word_sign(const spec::Cell& cell) {
  return cell.conversion().to().bits != 8;
}
bool has_no_mcb(const spec::Cell& cell) {
  return cell.conversion().family == Family::kDeq || cell.conversion().family == Family::kCastDeq;
}
bool is_data_copy(const spec::Cell& cell) {
  return cell.conversion().family == Family::kDataCopy;
}
bool is_integer_chain(const spec::Cell& cell) {
  return !is_vconv(cell) && has_integer_result(cell);
}
bool is_half_chain(const spec::Cell& cell) {
  return !is_vconv(cell) && !has_integer_result(cell);
}
bool has_finite_sources_and_scales(const spec::Cell& cell) {
  return !is_vconv(cell) && has_integer_source(cell);
}

constexpr Reason kReasons[] = {
    {Dim::kSource, kOfFloats, has_integer_source, "an integer has no such value"},
    {Dim::kSource, kOfIntegers, has_float_source, "a class of integers alone"},
    {Dim::kSource, kNegative, has_unsigned_source, "an unsigned number is not below 0"},
    {Dim::kScale, kOfIntegers, always, "a class of integers alone"},
    {Dim::kAlpha, kOfIntegers, always, "a class of integers alone"},
    {Dim::kAlpha, kSpecialParameter, always, "a caller must not give such an alpha"},
    {Dim::kRounding, kInexact, holds_all, "the destination holds every source: nothing is rounded"},
    {Dim::kResult, kFloatResults, has_integer_result, "an integer has no such value"},
    {Dim::kResult, set_of(ResultClass::kNan, ResultClass::kInf, ResultClass::kZeroOfNan),
     is_integer_vconv, "no source is inf or NaN, and no result overflows"},
    {Dim::kResult, set_of(ResultClass::kSubnormal, ResultClass::kSmallestNormal), is_integer_vconv,
     "no integer but 0 is below 1"},
    {Dim::kResult, set_of(ResultClass::kZeroOfNan), is_f32_vconv, "a NaN stays a NaN in f32"},
    {Dim::kResult, set_of(ResultClass::kClamped), is_vconv, "a conversion has no step in between"},
    {Dim::kResult, set_of(ResultClass::kOpen), is_vconv,
     "the pages say what becomes of every source"},
    {Dim::kResult,
     set_of(ResultClass::kOverflow, ResultClass::kOverflowByRounding, ResultClass::kRoundedBack),
     reaches_no_limit, "no finite source lies beyond the destination's limits"},
    {Dim::kResult, set_of(ResultClass::kSaturated), reaches_no_limit,
     "the destination's limits are not reached, and inf stays inf"},
    {Dim::kResult, set_of(ResultClass::kCarry), holds_all,
     "the destination holds every source: nothing is rounded"},
    {Dim::kResult, set_of(ResultClass::kCarry, ResultClass::kOverflowByRounding), never_goes_away,
     "z never rounds away from zero"},
    {Dim::kWord, set_of(WordClass::kUnsigned, WordClass::kSigned), has_no_word_sign,
     "the word has no sign bit for this result"},
    {Dim::kWord, set_of(WordClass::kNoShift, WordClass::kShift), has_no_mcb,
     "a deq_factor has no MCB"},
    {Dim::kRelu, set_of(ReluClass::kLeaky, ReluClass::kPrelu), is_data_copy,
     "DataCopy knows isRelu alone"},
    {Dim::kResult, set_of(ResultClass::kRoundedBack), is_integer_chain,
     "the range is tested for a whole number"},
    {Dim::kResult, set_of(ResultClass::kClamped), is_half_chain,
     "no step before the result saturates"},
    {Dim::kResult, set_of(ResultClass::kZeroOfNan), has_finite_sources_and_scales,
     "an integer is not a NaN"},
};

std::optional<std::string_view> against(const spec::Cell& cell, Dim dim, std::size_t number) {
  const auto found = std::ranges::find_if(kReasons, [&](const Reason& reason) {
    return reason.dim == dim && (reason.classes & only(number)) != 0 && reason.holds(cell);
  });
  return found == std::end(kReasons) ? std::nullopt : std::optional(found->words);
}

}  // namespace

std::optional<std::string_view> reason_against(const spec::Cell& cell, const Bin& bin) {
  if (const auto words = against(cell, bin.a, bin.class_a)) {
    return words;
  }
  return bin.b ? against(cell, *bin.b, bin.class_b) : std::nullopt;
}

}  // namespace vconform::suites
