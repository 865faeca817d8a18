// Arguments why a class, or a pair of classes, cannot occur in a row: from formats and modes alone.
#pragma once

#include <optional>
#include <string_view>

#include "spec/rows/conversions.h"
#include "suites/coverage/tally.h"

namespace vconform::suites {

// The first argument that holds; nullopt if there is none, which says nothing.
std::optional<std::string_view> reason_against(const spec::Cell& cell, const Bin& bin);

}  // namespace vconform::suites
