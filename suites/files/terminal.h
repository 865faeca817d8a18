// Colours for people who read on a terminal.
#pragma once

#include <string>

namespace vconform::suites {

enum class Colour { kGreen, kRed };

// The text in bold and a colour if standard output is a terminal, and NO_COLOR (no-color.org) is
// not set or empty; otherwise as it is.
std::string coloured(const std::string& text, Colour colour);

}  // namespace vconform::suites
