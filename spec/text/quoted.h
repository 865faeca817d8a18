// Untrusted text: which characters are printable ASCII, and a message of one line.
#pragma once

#include <string>
#include <string_view>

namespace vconform::spec {

constexpr bool is_printable(char c) {
  return c >= ' ' && c <= '~';
}

// In quotes: its first 40 characters, and '?' for those that are not printable ASCII.
std::string quoted(std::string_view text);

}  // namespace vconform::spec
