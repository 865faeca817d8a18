#include "suites/bench/scalar_conversion.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

namespace vconform::suites {

namespace {

using spec::Rounding, spec::NumberType;

// magnitude / 2^drop rounded to an integer, for 0 < drop < 64.
template <Rounding kRounding>
std::uint64_t shifted(std::uint64_t magnitude, int drop, bool negative) {
  const std::uint64_t kept = magnitude >> drop;
  const std::uint64_t rest = magnitude & ((std::uint64_t{1} << drop) - 1);
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  switch (kRounding) {
    case Rounding::kNearestAway:
      return kept + (rest >= half ? 1 : 0);
    case Rounding::kFloor:
      return kept + (negative && rest != 0 ? 1 : 0);
    case Rounding::kCeil:
      return kept + (!negative && rest != 0 ? 1 : 0);
    case Rounding::kTowardZero:
      return kept;
    case Rounding::kOdd:
      return kept | (rest != 0 ? 1 : 0);
    default:
      return kept + (rest > half || (rest == half && kept % 2 == 1) ? 1 : 0);
  }
}

template <Rounding kRounding>
float rounded(float value) {
  switch (kRounding) {
    case Rounding::kNearestAway:
      return std::round(value);
    case Rounding::kFloor:
      return std::floor(value);
    case Rounding::kCeil:
      return std::ceil(value);
    case Rounding::kTowardZero:
      return std::trunc(value);
    default:
      return std::rint(value);
  }
}

// A value narrowed to a 16-bit format. NaN becomes 0, an overflow the largest finite number.
template <int kMantissa, Rounding kRounding>
std::uint16_t narrowed(float value) {
  constexpr int kExponentBits = 15 - kMantissa;
  constexpr int kMinExponent = 2 - (1 << (kExponentBits - 1));
  constexpr std::uint32_t kInf = ((1U << kExponentBits) - 1) << kMantissa;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 31 << 15);
  const auto field = static_cast<int>(bits >> 23 & 0xff);
  const std::uint32_t fraction = bits & 0x7fffff;
  if (field == 0xff) {
    return fraction != 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(sign | (kInf - 1));
  }
  const int exponent = field == 0 ? -126 : field - 127;
  const std::uint32_t magnitude = field == 0 ? fraction : fraction | 0x800000;
  const int below = exponent < kMinExponent ? kMinExponent - exponent : 0;
  const int drop = 23 - kMantissa + (below < 26 ? below : 26);
  std::uint64_t result = shifted<kRounding>(magnitude, drop, sign != 0);
  if (below == 0) {
    result += static_cast<std::uint64_t>(exponent - kMinExponent) << kMantissa;
  }
  return static_cast<std::uint16_t>(sign | (result < kInf ? result : kInf - 1));
}

float widened_half(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits >> 15) << 31;
  const std::uint32_t field = bits >> 10 & 0x1f;
  const std::uint32_t fraction = bits & 0x3ff;
  if (field == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t exponent = field == 0x1f ? 0xff : field + 112;
  return std::bit_cast<float>(sign | exponent << 23 | fraction << 13);
}

template <Rounding kRounding>
float float_of(std::int64_t value) {
  if (kRounding == Rounding::kNull || kRounding == Rounding::kNearestEven) {
    return static_cast<float>(value);
  }
  const bool negative = value < 0;
  const auto unsigned_value = static_cast<std::uint64_t>(value);
  const std::uint64_t magnitude = negative ? ~unsigned_value + 1 : unsigned_value;
  const int drop = 64 - std::countl_zero(magnitude) - 24;
  if (drop <= 0) {
    return static_cast<float>(value);
  }
  const float result =
      std::ldexp(static_cast<float>(shifted<kRounding>(magnitude, drop, negative)), drop);
  return negative ? -result : result;
}

// A value rounded to an integer range. NaN becomes 0, an overflow the nearer limit.
std::int64_t saturated(float value, std::int64_t low, std::int64_t high) {
  if (std::isnan(value)) {
    return 0;
  }
  if (value >= static_cast<float>(high)) {
    return high;
  }
  return value <= static_cast<float>(low) ? low : static_cast<std::int64_t>(value);
}

template <typename Word>
Word word_at(const void* from, std::size_t index) {
  Word word;
  std::memcpy(&word, static_cast<const char*>(from) + index * sizeof word, sizeof word);
  return word;
}
template <typename Word>
void put_word(void* to, std::size_t index, Word word) {
  std::memcpy(static_cast<char*>(to) + index * sizeof word, &word, sizeof word);
}

// Reading each type as an exact float or integer, and writing it.
template <NumberType kType>
struct Type;

// The largest value of an integer with so many bits besides its sign.
template <int kBits>
inline constexpr std::int64_t kMaximum =
    static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - kBits));

template <typename Integer>
struct IntegerType {
  static constexpr bool kIsFloat = false;
  static constexpr int kBits = std::numeric_limits<Integer>::digits;
  static constexpr std::int64_t kLow =
      std::numeric_limits<Integer>::is_signed ? -kMaximum<kBits> - 1 : 0;
  static constexpr std::int64_t kHigh = kMaximum<kBits>;
  static std::int64_t load(const void* from, std::size_t i) { return word_at<Integer>(from, i); }
  static void store(void* to, std::size_t i, std::int64_t value) {
    put_word(to, i, static_cast<Integer>(value));
  }
};
template <>
struct Type<NumberType::kS8> : IntegerType<std::int8_t> {};
template <>
struct Type<NumberType::kU8> : IntegerType<std::uint8_t> {};
template <>
struct Type<NumberType::kS16> : IntegerType<std::int16_t> {};
template <>
struct Type<NumberType::kS32> : IntegerType<std::int32_t> {};
template <>
struct Type<NumberType::kS64> : IntegerType<std::int64_t> {};
template <>
struct Type<NumberType::kS4> {
  static constexpr bool kIsFloat = false;
  static constexpr std::int64_t kLow = -8;
  static constexpr std::int64_t kHigh = 7;
  static std::int64_t load(const void* from, std::size_t i) {
    const int nibble = word_at<std::uint8_t>(from, i / 2) >> (i % 2 * 4) & 0xf;
    return nibble < 8 ? nibble : nibble - 16;
  }
  static void store(void* to, std::size_t i, std::int64_t value) {
    const int shift = i % 2 == 0 ? 0 : 4;
    const int kept = word_at<std::uint8_t>(to, i / 2) & ~(0xf << shift);
    put_word(to, i / 2, static_cast<std::uint8_t>(kept | (static_cast<int>(value) & 0xf) << shift));
  }
};
template <>
struct Type<NumberType::kF32> {
  static constexpr bool kIsFloat = true;
  static float load(const void* from, std::size_t i) { return word_at<float>(from, i); }
};
template <>
struct Type<NumberType::kF16> {
  static constexpr bool kIsFloat = true;
  static constexpr int kMantissa = 10;
  static float load(const void* from, std::size_t i) {
    return widened_half(word_at<std::uint16_t>(from, i));
  }
};
template <>
struct Type<NumberType::kBf16> {
  static constexpr bool kIsFloat = true;
  static constexpr int kMantissa = 7;
  static float load(const void* from, std::size_t i) {
    return std::bit_cast<float>(std::uint32_t{word_at<std::uint16_t>(from, i)} << 16);
  }
};

template <NumberType kFrom, NumberType kTo, Rounding kRounding>
void convert_one(const void* source, void* destination, std::size_t i) {
  using From = Type<kFrom>;
  using To = Type<kTo>;
  const auto value = From::load(source, i);
  if constexpr (!To::kIsFloat) {
    if constexpr (From::kIsFloat) {
      To::store(destination, i, saturated(rounded<kRounding>(value), To::kLow, To::kHigh));
    } else {
      To::store(destination, i,
                value < To::kLow    ? To::kLow
                : value > To::kHigh ? To::kHigh
                                    : value);
    }
  } else {
    float as_float = 0;
    if constexpr (From::kIsFloat) {
      // f32 to f32 rounds to an integral value, whose zero is positive.
      as_float = kFrom == kTo ? rounded<kRounding>(value) + 0.0F : value;
    } else {
      as_float = float_of<kRounding>(value);
    }
    if constexpr (kTo == NumberType::kF32) {
      put_word(destination, i, as_float);
    } else {
      put_word(destination, i, narrowed<To::kMantissa, kRounding>(as_float));
    }
  }
}

template <NumberType kFrom, NumberType kTo, Rounding kRounding>
void loop(const void* source, void* destination, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    convert_one<kFrom, kTo, kRounding>(source, destination, i);
  }
}

template <std::size_t kRow>
constexpr std::array<ScalarLoop, spec::kRoundingModes.size()> loops_of_row() {
  constexpr NumberType kFrom = spec::kConversions[kRow].source;
  constexpr NumberType kTo = spec::kConversions[kRow].destination;
  return {loop<kFrom, kTo, Rounding::kNull>,        loop<kFrom, kTo, Rounding::kNearestEven>,
          loop<kFrom, kTo, Rounding::kNearestAway>, loop<kFrom, kTo, Rounding::kFloor>,
          loop<kFrom, kTo, Rounding::kCeil>,        loop<kFrom, kTo, Rounding::kTowardZero>,
          loop<kFrom, kTo, Rounding::kOdd>};
}

template <std::size_t... kRow>
constexpr auto all_loops(std::index_sequence<kRow...>) {
  return std::array{loops_of_row<kRow>()...};
}

constexpr auto kLoops = all_loops(std::make_index_sequence<spec::kConversions.size()>{});

}  // namespace

ScalarLoop scalar_loop(const spec::Cell& cell) {
  return kLoops.at(spec::position_of(cell.conversion()))
      .at(static_cast<std::size_t>(cell.rounding));
}

}  // namespace vconform::suites
