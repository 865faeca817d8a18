// How people call this program.
#pragma once

#include <string_view>

namespace vconform::suites {

// "vconform" where it is installed, "./vconform" in a checkout.
std::string_view program();

}  // namespace vconform::suites
