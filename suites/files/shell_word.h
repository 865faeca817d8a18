// Quotes names in commands that people copy into a shell.
#pragma once

#include <string>

namespace vconform::suites {

// The text as one word of a shell, quoted if necessary, without control characters.
std::string shell_word(const std::string& word);

}  // namespace vconform::suites
