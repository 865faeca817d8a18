// Common mistakes of a first adapter, and what to do about them.
#pragma once

#include <string_view>

#include "adapters/abi/capabilities.h"
#include "suites/smoke/tried.h"

namespace vconform::suites {

// For a backend that claims nothing.
inline constexpr std::string_view kNoClaims =
    "set rows, row_count and row_size = sizeof(vconform_capability) in what capabilities() "
    "returns; "
    "with vconform.hpp, rows in what claims() returns";

// Advice about this result of a row that is served in this form; "" if nothing common explains it.
std::string_view hint_of(const Tried& tried, adapters::Form form);

}  // namespace vconform::suites
