// The number formats that the conversions read and write, described at run time by their fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vconform::spec {

// The numbers are part of saved corpora and of the C ABI: append, never renumber.
enum class NumberType : std::uint8_t {
  kS4 = 0,
  kS8 = 1,
  kS16 = 2,
  kS32 = 3,
  kS64 = 4,
  kU8 = 5,
  kF16 = 6,
  kBf16 = 7,
  kF32 = 8,
  // Moved by DataCopy, never converted.
  kU16 = 9,
  kU32 = 10,
  kU64 = 11,
  kF64 = 12,
};

enum class NumberKind : std::uint8_t { kSignedInteger, kUnsignedInteger, kFloatingPoint };

// An element is `bits` wide and is held in the low bits of a 64-bit word, called its pattern.
// Integers are two's complement; floating-point formats are IEEE 754 interchange layouts:
// sign, exponent with bias 2^(exponent_bits-1)-1, fraction with a hidden leading bit.
struct NumberFormat {
  NumberType type;
  std::string_view name;
  int bits;
  NumberKind kind;
  int exponent_bits;
  int fraction_bits;

  constexpr bool is_floating() const { return kind == NumberKind::kFloatingPoint; }
  constexpr bool is_signed() const { return kind != NumberKind::kUnsignedInteger; }
  constexpr std::uint64_t pattern_mask() const {
    return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  }
  constexpr std::uint64_t sign_mask() const {
    return is_signed() ? std::uint64_t{1} << (bits - 1) : 0;
  }

  // The rest is for floating-point formats.
  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  // Significant bits of a normal number, the hidden one included.
  constexpr int precision() const { return fraction_bits + 1; }
  // Exponent of the leading bit of the largest and of the smallest normal number.
  constexpr int max_exponent() const { return bias(); }
  constexpr int min_exponent() const { return 1 - bias(); }
  // Exponent of the last bit of a subnormal number.
  constexpr int min_subnormal_exponent() const { return min_exponent() - fraction_bits; }
  constexpr std::uint64_t fraction_mask() const { return (std::uint64_t{1} << fraction_bits) - 1; }
  constexpr std::uint64_t exponent_field_mask() const {
    return (std::uint64_t{1} << exponent_bits) - 1;
  }
  constexpr std::uint64_t infinity_pattern() const {
    return exponent_field_mask() << fraction_bits;
  }
  constexpr std::uint64_t max_finite_pattern() const { return infinity_pattern() - 1; }
};

inline constexpr std::array<NumberFormat, 13> kNumberFormats = {{
    {NumberType::kS4, "s4", 4, NumberKind::kSignedInteger, 0, 0},
    {NumberType::kS8, "s8", 8, NumberKind::kSignedInteger, 0, 0},
    {NumberType::kS16, "s16", 16, NumberKind::kSignedInteger, 0, 0},
    {NumberType::kS32, "s32", 32, NumberKind::kSignedInteger, 0, 0},
    {NumberType::kS64, "s64", 64, NumberKind::kSignedInteger, 0, 0},
    {NumberType::kU8, "u8", 8, NumberKind::kUnsignedInteger, 0, 0},
    {NumberType::kF16, "f16", 16, NumberKind::kFloatingPoint, 5, 10},
    {NumberType::kBf16, "bf16", 16, NumberKind::kFloatingPoint, 8, 7},
    {NumberType::kF32, "f32", 32, NumberKind::kFloatingPoint, 8, 23},
    {NumberType::kU16, "u16", 16, NumberKind::kUnsignedInteger, 0, 0},
    {NumberType::kU32, "u32", 32, NumberKind::kUnsignedInteger, 0, 0},
    {NumberType::kU64, "u64", 64, NumberKind::kUnsignedInteger, 0, 0},
    {NumberType::kF64, "f64", 64, NumberKind::kFloatingPoint, 11, 52},
}};

constexpr const NumberFormat& format_of(NumberType type) {
  return kNumberFormats[static_cast<std::size_t>(type)];
}
inline constexpr const NumberFormat& kS16 = format_of(NumberType::kS16);
inline constexpr const NumberFormat& kS32 = format_of(NumberType::kS32);
inline constexpr const NumberFormat& kF16 = format_of(NumberType::kF16);
inline constexpr const NumberFormat& kF32 = format_of(NumberType::kF32);

constexpr std::optional<NumberType> number_type_named(std::string_view name) {
  for (const NumberFormat& format : kNumberFormats) {
    if (format.name == name) {
      return format.type;
    }
  }
  return std::nullopt;
}

}  // namespace vconform::spec
