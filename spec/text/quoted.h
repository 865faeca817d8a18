// Untrusted text, for a message of one line.
#pragma once

#include <string>
#include <string_view>

namespace vconform::spec {

// In quotes: its first 40 characters, and '?' for those that are not printable ASCII.
std::string quoted(std::string_view text);

}  // namespace vconform::spec
