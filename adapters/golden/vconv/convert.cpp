#include "adapters/golden/vconv/convert.h"

#include <algorithm>
#include <array>
#include <bit>

#include "adapters/golden/vconv/overflow.h"
#include "spec/case/registers.h"

namespace vconform::adapters::golden {

namespace {

// The pairs that CTRL[59] concerns, each with the readings of its rule that have an effect.
struct TruncatingPair {
  spec::NumberType from;
  spec::NumberType to;
  Choice truncates;
  Choice needs_ctrl60;
};

constexpr Choice kTruncates = choice("ctrl.59", "truncates");
constexpr Choice kNeedsCtrl60 = choice("ctrl.59", "needs-ctrl60");
using spec::NumberType;

constexpr std::array<TruncatingPair, 6> kTruncatingPairs = {{
    {NumberType::kF16, NumberType::kU8, kTruncates, kNeedsCtrl60},
    {NumberType::kF16, NumberType::kS8, kTruncates, kNeedsCtrl60},
    {NumberType::kF32, NumberType::kS16, kTruncates, kNeedsCtrl60},
    {NumberType::kS64, NumberType::kS32, kTruncates, kNeedsCtrl60},
    {NumberType::kS32, NumberType::kS16, kTruncates, kNeedsCtrl60},
    {NumberType::kF16, NumberType::kS16, choice("ctrl.59-f162s16", "truncates"),
     choice("ctrl.59-f162s16", "needs-ctrl60")},
}};

bool truncates(const Behaviour& behaviour, const spec::Conversion& row, std::uint64_t ctrl) {
  if (!spec::ctrl_bit(ctrl, spec::kCtrlTruncate)) {
    return false;
  }
  for (const TruncatingPair& pair : kTruncatingPairs) {
    if (pair.from == row.source && pair.to == row.destination) {
      return behaviour.follows(pair.truncates) || (behaviour.follows(pair.needs_ctrl60) &&
                                                   spec::ctrl_bit(ctrl, spec::kCtrlTruncateEnable));
    }
  }
  return false;
}

// std::bit_width returns int or its argument's type, depending on the library version.
int bit_count(std::uint64_t word) {
  return static_cast<int>(std::bit_width(word));
}

std::uint64_t rounded(const Behaviour& behaviour, const ElementConversion& conversion,
                      const Tail& tail) {
  return behaviour.round[static_cast<std::size_t>(conversion.rounding)](tail);
}

std::uint64_t to_integer(const Behaviour& behaviour, const ElementConversion& conversion,
                         const Unpacked& value) {
  const spec::NumberFormat& to = *conversion.to;
  if (value.kind == Kind::kNan) {
    return 0;
  }
  const std::uint64_t limit = integer_limit(to, value.negative);
  if (value.kind == Kind::kInfinity) {
    return limit;
  }
  // Bits from 64 up are only counted: no destination holds them.
  const bool huge = bit_count(value.significand) + value.exponent > 64;
  std::uint64_t magnitude = 0;
  if (!huge) {
    magnitude = rounded(behaviour, conversion,
                        shift_right(value.significand, -value.exponent, value.negative));
  } else if (value.exponent < 64) {
    magnitude = value.significand << value.exponent;
  }
  const std::uint64_t low_bits = (value.negative ? 0 - magnitude : magnitude) & to.pattern_mask();
  // The limit of a negative number has the same bits as its magnitude.
  const bool in_range = !huge && magnitude <= limit;
  return in_range || conversion.truncates ? low_bits : limit;
}

// The exponent field counts places above the subnormal numbers, whose last bit the significand's
// lines up with, so that adding the two packs normal and subnormal numbers alike and a carry out
// of the significand moves into the exponent. Past MAX the sum goes on counting: that is the
// unbounded exponent of round.once-then-range.
std::uint64_t packed(const spec::NumberFormat& to, int last_place, std::uint64_t significand) {
  const auto field = static_cast<std::uint64_t>(last_place - to.min_subnormal_exponent());
  return (field << to.fraction_bits) + significand;
}

std::uint64_t number_to_floating(const Behaviour& behaviour, const ElementConversion& conversion,
                                 const Unpacked& value) {
  const spec::NumberFormat& to = *conversion.to;
  const int leading = value.exponent + bit_count(value.significand) - 1;
  const int last_place = std::max(leading - to.fraction_bits, to.min_subnormal_exponent());
  const Tail tail = shift_right(value.significand, last_place - value.exponent, value.negative);
  const FloatResult result{
      packed(to, last_place, rounded(behaviour, conversion, tail)),
      packed(to, last_place, tail.kept),
      tail.inexact(),
      value.negative,
  };
  const std::uint64_t magnitude = conversion.saturates
                                      ? std::min(result.rounded, to.max_finite_pattern())
                                      : within_range(behaviour, conversion.rounding, to, result);
  const bool flushed =
      is_subnormal(to, magnitude) && behaviour.follows(choice("subnormal.results", "flushed"));
  return flushed ? 0 : magnitude;
}

std::uint64_t to_floating(const Behaviour& behaviour, const ElementConversion& conversion,
                          const Unpacked& value) {
  const spec::NumberFormat& to = *conversion.to;
  const std::uint64_t sign = value.negative ? to.sign_mask() : 0;
  if (value.kind == Kind::kNan) {
    const std::uint64_t quiet = std::uint64_t{1} << (to.fraction_bits - 1);
    return conversion.saturates ? 0 : to.infinity_pattern() | quiet;
  }
  if (value.kind == Kind::kInfinity) {
    return sign | (conversion.saturates ? to.max_finite_pattern() : to.infinity_pattern());
  }
  if (value.significand == 0) {
    return sign;
  }
  return sign | number_to_floating(behaviour, conversion, value);
}

// f32 to f32: rounds to an integral value of the same format.
std::uint64_t to_integral(const Behaviour& behaviour, const ElementConversion& conversion,
                          Unpacked value) {
  if (value.kind == Kind::kNumber && value.exponent < 0) {
    value.significand = rounded(behaviour, conversion,
                                shift_right(value.significand, -value.exponent, value.negative));
    value.exponent = 0;
  }
  if (value.kind == Kind::kNumber && value.significand == 0) {
    value.negative = false;
  }
  return to_floating(behaviour, conversion, value);
}

}  // namespace

ElementConversion element_conversion(const Behaviour& behaviour, const spec::Cell& cell,
                                     std::uint64_t ctrl) {
  const spec::Conversion& row = cell.conversion();
  const bool half_result = row.to().is_floating() && row.to().bits == 16;
  return {&row.from(), &row.to(), cell.rounding,
          half_result && !spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan),
          truncates(behaviour, row, ctrl)};
}

std::uint64_t convert(const Behaviour& behaviour, const ElementConversion& conversion,
                      std::uint64_t pattern) {
  const spec::NumberFormat& from = *conversion.from;
  if (is_subnormal(from, pattern) && behaviour.follows(choice("subnormal.inputs", "flushed"))) {
    pattern &= from.sign_mask();
  }
  const Unpacked value = behaviour.unpack(from, pattern);
  if (!conversion.to->is_floating()) {
    return to_integer(behaviour, conversion, value);
  }
  const bool integral = from.type == conversion.to->type;
  return integral ? to_integral(behaviour, conversion, value)
                  : to_floating(behaviour, conversion, value);
}

}  // namespace vconform::adapters::golden
