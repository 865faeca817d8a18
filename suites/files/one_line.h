// Text that somebody else wrote, for a message of one line.
#pragma once

#include <string>
#include <string_view>

namespace vconform::suites {

// Without control characters and line breaks.
std::string printable(std::string_view text);

// The same, and cut at a length that a line can bear. Of such a line, the same.
std::string one_line(std::string_view text);

// The same in quotes.
std::string in_quotes(std::string_view text);

}  // namespace vconform::suites
