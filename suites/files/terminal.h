// Colours and line breaks for people who read on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vconform::suites {

enum class Colour { kGreen, kRed };

// The text in bold and a colour if standard output is a terminal, and NO_COLOR (no-color.org) is
// not set or empty; otherwise as it is.
std::string coloured(const std::string& text, Colour colour);

// The text with lines of at most so many columns: longer ones are broken at spaces and go on under
// their second column of text. A line with a command of ours stays whole, so that it can be copied.
std::string broken_at(std::size_t columns, std::string_view text);

// The same for the width of standard output; as it is if that is no terminal.
std::string fitted(const std::string& text);

}  // namespace vconform::suites
