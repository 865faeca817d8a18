#include "generators/copies/sources.h"

#include <array>

#include "generators/copies/work.h"
#include "generators/dequantise/scaled_families.h"
#include "generators/dequantise/solved_source.h"
#include "generators/number/interesting_values.h"
#include "generators/number/value_families.h"

namespace vconform::generators {

namespace {

using Count = std::uint64_t (*)(const Multiplier&);
using Pattern = std::uint64_t (*)(const Multiplier&, std::uint64_t);

// The number of patterns of a source's shifted-out bits: none, all, half of the last bit that
// stays.
constexpr std::uint64_t kRests = 3;

// The s32 that becomes the s16 `wanted` when it is shifted.
std::uint64_t unshifted(std::uint64_t wanted, int shift, std::uint64_t rest) {
  const std::uint64_t all = (std::uint64_t{1} << shift) - 1;
  const std::array<std::uint64_t, kRests> rests = {0, all, (all + 1) / 2};
  return (wanted << shift | rests[rest]) & 0xffffffff;
}

// Sources of scaled_families.h, before the shift.
template <Count kCount, Pattern kPattern>
constexpr CopyFamily scaled(std::string_view name) {
  return {name, [](const CopiedElement& e) { return kCount(e.by) * (e.shift == 0 ? 1 : kRests); },
          [](const CopiedElement& e, std::uint64_t index) {
            if (e.shift == 0) {
              return kPattern(e.by, index);
            }
            const std::uint64_t rest = index % kRests;
            return unshifted(kPattern(e.by, index / kRests), e.shift, rest);
          }};
}

// A limit of s5, or of s4 less the offset, around which sources are solved.
struct Limit {
  int value;
  bool of_sum;
};
constexpr std::array<Limit, 5> kLimits = {
    {{7, true}, {-8, true}, {15, false}, {-16, false}, {0, true}}};
constexpr std::array<int, 6> kHalvesBeside = {0, 1, -1, 2, -2, 3};

std::uint64_t s5_limit_count(const Multiplier& by) {
  return by.scale.significand == 0 ? 0 : 2 * kHalvesBeside.size() * kLimits.size();
}
std::uint64_t s5_limit_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const auto steps = static_cast<int>(digits.take(2));
  const int beside = kHalvesBeside[digits.take(kHalvesBeside.size())];
  const Limit& limit = kLimits[digits.take(kLimits.size())];
  const int halves = 2 * (limit.value - (limit.of_sum ? by.offset : 0)) + beside;
  const bool negative = halves < 0;
  return solved_source(by, {negative, static_cast<unsigned>(negative ? -halves : halves), -1},
                       steps);
}

// The source numbers on both sides of the nearest ties. Those with more bits than an f32 show
// whether s32 to f32 rounds: to the tie, or away from it.
constexpr std::uint64_t kNearTies = 8;

std::uint64_t near_tie_count(const Multiplier& by) {
  return by.scale.significand == 0 ? 0 : 2 * 2 * kNearTies;
}
std::uint64_t near_tie_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const std::uint64_t step = digits.take(2) != 0 ? 1 : ~std::uint64_t{0};
  const std::uint64_t tie = solved_source(by, {negative, 2 * digits.take(kNearTies) + 1, -1}, 0);
  return (tie + step) & by.row.from().pattern_mask();
}

// Around the limits of s16 and, as the shifted value, beyond them; every rest, the largest source
// too.
constexpr std::array<std::int64_t, 14> kShifted = {32767, 32768, -32768, -32769, 0,     -1,     1,
                                                   65535, 65536, -65536, 32769,  98303, -98305, 2};

std::uint64_t s16_limit_count(const CopiedElement& element) {
  return element.shift == 0 ? 0 : kRests * kShifted.size();
}
std::uint64_t s16_limit_source(const CopiedElement& element, std::uint64_t index) {
  const auto wanted = static_cast<std::uint64_t>(kShifted[index / kRests]);
  return unshifted(wanted, element.shift, index % kRests);
}

// An s32 before its shift: every leading bit, with free lower bits.
std::uint64_t length_count(const CopiedElement&) {
  return std::uint64_t{64} << 31;
}
std::uint64_t length_source(const CopiedElement&, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const std::uint64_t leading = std::uint64_t{1} << digits.take(31);
  const std::uint64_t magnitude = leading + digits.take(leading);
  return (negative ? ~magnitude + 1 : magnitude) & 0xffffffff;
}

// Floating-point sources: zeros, infinities, NaNs, subnormal numbers.
std::uint64_t special_float_count(const CopiedElement& element) {
  return element.row.from().is_floating() ? 2 * 8 : 0;
}
std::uint64_t special_float(const CopiedElement& element, std::uint64_t index) {
  const spec::NumberFormat& format = element.row.from();
  const std::uint64_t inf = format.infinity_pattern();
  const std::array<std::uint64_t, 8> listed = {0,
                                               1,
                                               inf,
                                               inf - 1,
                                               format.fraction_mask() + 1,
                                               format.fraction_mask(),
                                               inf | (format.fraction_mask() + 1) / 2,
                                               inf | 1};
  return listed[index / 2] | (index % 2 != 0 ? format.sign_mask() : 0);
}

// A power, the number below it and the one above.
constexpr std::uint64_t kBesidePowers = 3;

// Any bits, for an element that is only moved.
std::uint64_t moved_count(const CopiedElement&) {
  return std::uint64_t{1} << 32;
}
std::uint64_t moved_pattern(const CopiedElement& element, std::uint64_t index) {
  const spec::NumberFormat& format = element.row.from();
  const std::uint64_t top = std::uint64_t{1} << (format.bits - 1);
  const std::array<std::uint64_t, 8> listed = {1, ~std::uint64_t{0}, top,    top - 1, 0,
                                               2, ~top - 1,          top + 1};
  const std::uint64_t scrambled = index * 0x9e3779b97f4a7c15;
  const std::uint64_t any = scrambled ^ scrambled >> 29;
  return (index < listed.size() ? listed[index] : any) & format.pattern_mask();
}

// The row of vconv with the same two types.
const Row* cast_row(const CopiedElement& element) {
  for (const Row& row : spec::kConversions) {
    if (row.source == element.row.source && row.destination == element.row.destination) {
      return &row;
    }
  }
  return nullptr;
}

template <std::uint64_t (*kCount)(const Row&), std::uint64_t (*kPattern)(const Row&, std::uint64_t)>
constexpr CopyFamily cast(std::string_view name) {
  return {
      name, [](const CopiedElement& e) { return kCount(*cast_row(e)); },
      [](const CopiedElement& e, std::uint64_t index) { return kPattern(*cast_row(e), index); }};
}

template <std::uint64_t (*kCount)(const Row&), std::uint64_t (*kPattern)(const Row&, std::uint64_t)>
constexpr CopyFamily of_source(std::string_view name) {
  return {name, [](const CopiedElement& e) { return kCount(e.row); },
          [](const CopiedElement& e, std::uint64_t index) { return kPattern(e.row, index); }};
}

// Unsigned sources with every bit from one on, and their neighbours: powers of two, negated.
std::uint64_t complement_count(const CopiedElement& element) {
  const spec::NumberFormat& format = element.row.from();
  const bool is_unsigned = !format.is_floating() && !format.is_signed();
  return is_unsigned ? kBesidePowers * static_cast<std::uint64_t>(format.bits) : 0;
}
std::uint64_t complement(const CopiedElement& element, std::uint64_t index) {
  const std::uint64_t power = std::uint64_t{1} << (index / kBesidePowers);
  return (index % kBesidePowers - 1 - power) & element.row.from().pattern_mask();
}

// The order is part of saved corpora: only append.
constexpr std::array<CopyFamily, 6> kOfSource = {
    {of_source<power_count, power_pattern>("source-powers"),
     of_source<special_count, special_pattern>("source-specials"),
     of_source<nan_count, nan_pattern>("source-nans"),
     of_source<plain_count, plain_pattern>("source-plain"),
     of_source<witness_count, witness_pattern>("source-witnesses"),
     {"source-complements", complement_count, complement}}};
constexpr CopyFamily kPlain = scaled<scaled_plain_count, scaled_plain_source>("plain");
constexpr CopyFamily kPowers = scaled<scaled_power_count, scaled_power_source>("powers");
constexpr CopyFamily kLengths = scaled<scaled_length_count, scaled_length_source>("lengths");
constexpr CopyFamily kTies = scaled<integer_tie_count, integer_tie_source>("ties");
constexpr CopyFamily kTargets = scaled<integer_target_count, integer_target_source>("targets");
constexpr CopyFamily kHalfTies = scaled<half_tie_count, half_tie_source>("ties");
constexpr CopyFamily kS16Limits = {"s16-limits", s16_limit_count, s16_limit_source};
constexpr CopyFamily kSpecials = {"specials", special_float_count, special_float};

// Listed and never drawn: each draw keeps its meaning.
constexpr std::array<CopyFamily, 1> kListedToIntegers = {
    {scaled<near_tie_count, near_tie_source>("near-ties")}};

constexpr std::array<CopyFamily, 10> kToB8 = {
    {kPlain, kTies, kTargets, scaled<integer_limit_count, integer_limit_source>("limits"),
     scaled<rounded_twice_count, rounded_twice_source>("double-rounding"), kPowers, kLengths,
     kS16Limits, kSpecials, kTies}};
constexpr std::array<CopyFamily, 9> kToB4 = {{kPlain, kTies, kTargets,
                                              scaled<s5_limit_count, s5_limit_source>("limits"),
                                              kPowers, kLengths, kS16Limits, kSpecials, kTies}};
constexpr std::array<CopyFamily, 8> kToHalf = {
    {kPlain, kHalfTies, scaled<half_limit_count, half_limit_source>("limits"), kPowers, kLengths,
     kS16Limits, kSpecials, kHalfTies}};
constexpr std::array<CopyFamily, 3> kShifts = {
    {kPlain, kS16Limits, {"lengths", length_count, length_source}}};
constexpr std::array<CopyFamily, 1> kMoves = {{{"moved", moved_count, moved_pattern}}};
constexpr std::array<CopyFamily, 9> kCasts = {
    {cast<plain_count, plain_pattern>("plain"), cast<tie_count, tie_pattern>("ties"),
     cast<beside_tie_count, beside_tie_pattern>("beside-ties"),
     cast<limit_count, limit_pattern>("limits"), cast<tiny_count, tiny_pattern>("tiny"),
     cast<near_range_count, near_range_pattern>("near-range"), kSpecials,
     cast<sticky_bit_count, sticky_bit_pattern>("sticky-bits"),
     cast<carry_count, carry_pattern>("carries")}};

// A row with the s16 source that an s32 becomes when it is shifted.
const spec::Conversion& shifted_row() {
  static constexpr spec::Conversion kRow = {0,
                                            spec::NumberType::kS16,
                                            spec::NumberType::kS8,
                                            "",
                                            "",
                                            0,
                                            0,
                                            0,
                                            spec::Status::kDocumented,
                                            "",
                                            {}};
  return kRow;
}

}  // namespace

CopiedElement copied_element(const spec::Conversion& row, const CopyScale& scale) {
  const bool is_shifted = scale.shift != 0;
  return {row, {is_shifted ? shifted_row() : row, scale.scale, scale.offset}, scale.shift};
}

std::span<const CopyFamily> copy_families(const spec::Conversion& row) {
  switch (work_of(row)) {
    case CopyWork::kMoves:
      return kMoves;
    case CopyWork::kCasts:
      return kCasts;
    case CopyWork::kToHalf:
      return kToHalf;
    case CopyWork::kShifts:
      return kShifts;
    case CopyWork::kToB8:
      return kToB8;
    case CopyWork::kToB4:
      break;
  }
  return kToB4;
}

std::span<const CopyFamily> listed_copy_families(const spec::Conversion& row) {
  const CopyWork work = work_of(row);
  const bool to_integers = work == CopyWork::kToB8 || work == CopyWork::kToB4;
  return to_integers ? std::span<const CopyFamily>(kListedToIntegers)
                     : std::span<const CopyFamily>();
}

std::span<const CopyFamily> source_families() {
  return kOfSource;
}

std::uint64_t interesting_copied(ChoiceSource& choices, const spec::Conversion& row,
                                 const CopyScale& scale) {
  const CopiedElement element = copied_element(row, scale);
  const std::span<const CopyFamily> solved = copy_families(row);
  // Each draw keeps its meaning: complements, which come last, are listed only.
  const auto which = static_cast<std::size_t>(choices.below(solved.size() + kOfSource.size() - 1));
  const CopyFamily& drawn =
      which < solved.size() ? solved[which] : kOfSource[which - solved.size()];
  const CopyFamily& family = drawn.count(element) > 0 ? drawn : solved.front();
  const std::uint64_t index = choices.below(family.count(element));
  return family.pattern(element, index);
}

}  // namespace vconform::generators
