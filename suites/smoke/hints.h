// Common mistakes of a first adapter, and what to do about them.
#pragma once

#include <string_view>

#include "suites/smoke/tried.h"

namespace vconform::suites {

// For a backend that claims nothing.
inline constexpr std::string_view kNoClaims =
    "set rows, row_count and row_size = sizeof(vconform_capability) in what capabilities() "
    "returns; "
    "with vconform.hpp, rows in what claims() returns";

// Advice about this result; "" if nothing common explains it. `converts`: the adapter has
// convert() alone.
std::string_view hint_of(const Tried& tried, bool converts);

}  // namespace vconform::suites
