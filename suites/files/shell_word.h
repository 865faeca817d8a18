// Names in commands that people copy into a shell.
#pragma once

#include <string>

namespace vconform::suites {

// As one word of a shell, in quotes where it needs them, without control characters.
std::string shell_word(const std::string& word);

}  // namespace vconform::suites
