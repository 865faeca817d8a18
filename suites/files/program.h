// The name under which people call this program.
#pragma once

#include <string>
#include <string_view>

namespace vconform::suites {

// "vconform" if it is installed, "./vconform" in a checkout.
std::string_view program();

// The same for commands that are copied into a shell in any folder.
std::string program_from_anywhere();

}  // namespace vconform::suites
