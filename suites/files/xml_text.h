// Text that XML can carry. A backend chooses its names and messages, so any byte may occur in them.
#pragma once

#include <string>
#include <string_view>

namespace vconform::suites {

// The text with U+FFFD in place of each byte that is not UTF-8 and each character that XML 1.0
// forbids even as a reference: control characters other than tab, line feed and carriage return,
// U+FFFE and U+FFFF (https://www.w3.org/TR/xml, "Char").
std::string xml_text(std::string_view bytes);

}  // namespace vconform::suites
