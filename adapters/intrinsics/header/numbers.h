// half and bfloat16_t: 16-bit classes, trivially constructible and copyable, their bits public, so
// that *(half*)&int16 and memcpy work, without warnings too. Implicit from every arithmetic type,
// rounded once to nearest, ties to even, from the exact value (of a long double, from its double);
// overflow gives infinity. Arithmetic is that of float, by operator float; a += b is a = a + b, and
// so on. From one of the two to the other by a cast, as between such types of the language. s4 has
// no type: its operands are void*.
#pragma once

#include <cstdint>
#include <type_traits>

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

namespace vconform::intrinsics {

// magnitude * 2^exponent in a binary format of 16 bits with so many fraction bits, to nearest even.
template <int kFractionBits>
constexpr std::uint16_t encoded(bool negative, std::uint64_t magnitude, int exponent) {
  constexpr int kExponentBits = 15 - kFractionBits;
  constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  constexpr std::uint64_t kInfinity = ((std::uint64_t{1} << kExponentBits) - 1) << kFractionBits;
  const std::uint64_t sign = negative ? 0x8000 : 0;
  if (magnitude == 0) {
    return static_cast<std::uint16_t>(sign);
  }
  const int top = 63 - __builtin_clzll(magnitude);
  const int normal = top + exponent < 1 - kBias ? 1 - kBias : top + exponent;
  // The lowest bit that is kept has this weight.
  const int unit = normal - kFractionBits;
  const int dropped = unit - exponent;
  std::uint64_t kept = 0;
  if (dropped <= 0) {
    kept = magnitude << -dropped;
  } else if (dropped <= 64) {
    kept = dropped == 64 ? 0 : magnitude >> dropped;
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    const std::uint64_t rest = magnitude & (half | (half - 1));
    kept += rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0;
  }
  // A significand that rounds up into the next binade carries into the exponent, as it should.
  const std::uint64_t hidden = std::uint64_t{1} << kFractionBits;
  const std::uint64_t bits =
      kept < hidden ? kept
                    : (static_cast<std::uint64_t>(normal + kBias) << kFractionBits) + kept - hidden;
  return static_cast<std::uint16_t>(sign |
                                    (bits < kInfinity && normal <= kBias ? bits : kInfinity));
}

template <int kFractionBits>
constexpr std::uint16_t encoded(double value) {
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  const bool negative = (bits >> 63) != 0;
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & 0xfffffffffffff;
  if (exponent == 0x7ff) {
    const std::uint64_t quiet = fraction == 0 ? 0 : std::uint64_t{1} << (kFractionBits - 1);
    const std::uint64_t infinity = 0x7fff & ~((std::uint64_t{1} << kFractionBits) - 1);
    return static_cast<std::uint16_t>((negative ? 0x8000 : 0) | infinity | quiet);
  }
  return exponent == 0
             ? encoded<kFractionBits>(negative, fraction, -1074)
             : encoded<kFractionBits>(negative, fraction | std::uint64_t{1} << 52, exponent - 1075);
}

template <int kFractionBits, typename T>
constexpr std::uint16_t encoded_number(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return encoded<kFractionBits>(static_cast<double>(value));
  } else {
    const bool negative = value < T{};
    const auto pattern = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    return encoded<kFractionBits>(negative, negative ? 0 - pattern : pattern, 0);
  }
}

template <int kFractionBits>
constexpr float decoded(std::uint16_t bits) {
  constexpr int kExponentBits = 15 - kFractionBits;
  constexpr std::uint32_t kTop = (1U << kExponentBits) - 1;
  const std::uint32_t sign = static_cast<std::uint32_t>(bits >> 15) << 31;
  const std::uint32_t exponent = bits >> kFractionBits & kTop;
  const std::uint32_t fraction = bits & ((1U << kFractionBits) - 1);
  if constexpr (kExponentBits == 8) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  }
  if (exponent == 0) {
    // Units of 2^-24 (f16): exact in a float.
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == kTop ? 0xff : exponent + 127 - kTop / 2;
  return __builtin_bit_cast(float, sign | wide << 23 | fraction << (23 - kFractionBits));
}

template <typename T>
using if_arithmetic = std::enable_if_t<std::is_arithmetic_v<T>, int>;

}  // namespace vconform::intrinsics

struct bfloat16_t;

// IEEE binary16.
struct half {
  half() = default;
  template <typename T, vconform::intrinsics::if_arithmetic<T> = 0>
  constexpr half(T value)  // NOLINT(google-explicit-constructor): as the device's type
      : bits(vconform::intrinsics::encoded_number<10>(value)) {}
  explicit constexpr half(bfloat16_t value);
  constexpr operator float() const {  // NOLINT(google-explicit-constructor)
    return vconform::intrinsics::decoded<10>(bits);
  }

  std::uint16_t bits;
};

// The upper half of a float.
struct bfloat16_t {
  bfloat16_t() = default;
  template <typename T, vconform::intrinsics::if_arithmetic<T> = 0>
  constexpr bfloat16_t(T value)  // NOLINT(google-explicit-constructor): as the device's type
      : bits(vconform::intrinsics::encoded_number<7>(value)) {}
  explicit constexpr bfloat16_t(half value)
      : bits(vconform::intrinsics::encoded_number<7>(float{value})) {}
  constexpr operator float() const {  // NOLINT(google-explicit-constructor)
    return vconform::intrinsics::decoded<7>(bits);
  }

  std::uint16_t bits;
};

constexpr half::half(bfloat16_t value)
    : bits(vconform::intrinsics::encoded_number<10>(float{value})) {}

namespace vconform::intrinsics {

template <typename T>
inline constexpr bool kIsShort = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;

template <typename T, typename Other>
using if_compound =
    std::enable_if_t<kIsShort<T> && (kIsShort<Other> || std::is_arithmetic_v<Other>), int>;

// An operand as the language converts it beside a float, without a warning.
template <typename T>
constexpr auto promoted(T number) {
  if constexpr (std::is_floating_point_v<T>) {
    return number;
  } else {
    return static_cast<float>(number);
  }
}

}  // namespace vconform::intrinsics

#define VCONFORM_COMPOUND(op)                                                                      \
  template <typename T, typename Other, vconform::intrinsics::if_compound<T, Other> = 0>           \
  constexpr T& operator op##=(T & number, Other other) {                                           \
    return number =                                                                                \
               T(vconform::intrinsics::promoted(number) op vconform::intrinsics::promoted(other)); \
  }
VCONFORM_COMPOUND(+)
VCONFORM_COMPOUND(-)
VCONFORM_COMPOUND(*)
VCONFORM_COMPOUND(/)
#undef VCONFORM_COMPOUND

static_assert(sizeof(half) == 2 && std::is_trivial_v<half>);
static_assert(sizeof(bfloat16_t) == 2 && std::is_trivial_v<bfloat16_t>);

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
