// The one reading of numbers that people write: in options, in variables of the environment, in
// case files and in the arguments of `explain`.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <optional>
#include <string_view>

namespace vconform::spec {

// Digits and nothing else; a '-' before them where T is signed. Nullopt for an empty text, a blank,
// a '+' or what T cannot hold. "010" is ten.
template <std::integral T>
std::optional<T> decimal_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 10);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

// The same, or 0x and hexadecimal digits without a sign.
template <std::integral T>
std::optional<T> whole_number(std::string_view text) {
  if (!text.starts_with("0x")) {
    return decimal_number<T>(text);
  }
  const std::string_view digits = text.substr(2);
  T value{};
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return error == std::errc{} && end == digits.data() + digits.size() && !digits.starts_with('-')
             ? std::optional(value)
             : std::nullopt;
}

// "2", "0.5" or "1e3". Nullopt for a sign, a blank, "nan", "inf" or what a double cannot hold.
inline std::optional<double> decimal_fraction(std::string_view text) {
  double value = 0;
  const bool begins = !text.empty() && (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return begins && error == std::errc{} && end == text.data() + text.size() && std::isfinite(value)
             ? std::optional(value)
             : std::nullopt;
}

}  // namespace vconform::spec
