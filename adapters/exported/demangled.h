// Symbols as people write functions.
#pragma once

#include <string>

namespace vconform::adapters::exported {

// "set_ctrl(unsigned long)" for "_Z8set_ctrlm"; a name that is not mangled as it is.
std::string demangled(const std::string& symbol);

}  // namespace vconform::adapters::exported
