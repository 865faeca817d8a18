// The name under which people call this program.
#pragma once

#include <string_view>

namespace vconform::suites {

// "vconform" if it is installed, "./vconform" in a checkout.
std::string_view program();

}  // namespace vconform::suites
