// Versions that certificates carry.
#pragma once

#include <string_view>

namespace vconform::spec {

// Raised when a rule changes meaning, a row is added, or a default reading changes: certificates of
// different versions do not compare.
inline constexpr int kSpecVersion = 7;

inline constexpr std::string_view kProgramVersion = "0.2.0";

}  // namespace vconform::spec
