// Untrusted text, made safe for a message of one line.
#pragma once

#include <string>
#include <string_view>

namespace vconform::suites {

// The text without control characters and line breaks.
std::string printable(std::string_view text);

// The printable text, cut to a length that fits a line. Idempotent.
std::string one_line(std::string_view text);

// one_line() in single quotes.
std::string in_quotes(std::string_view text);

}  // namespace vconform::suites
