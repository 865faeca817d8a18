// Names and numbers in a folder of vectors.
#pragma once

#include <array>
#include <string_view>

#include "spec/case/outcome.h"

namespace vconform::suites {

inline constexpr std::string_view kManifestFile = "manifest.json";
inline constexpr std::string_view kResultsFolder = "results";
// Without their endings.
inline constexpr std::string_view kStatusFile = "status";
inline constexpr std::string_view kAfterFile = "after";

// By the number that stands for it in a folder.
struct StatusName {
  spec::OutcomeStatus status;
  std::string_view name;
};
inline constexpr std::array<StatusName, 6> kStatusNames = {{
    {spec::OutcomeStatus::kNotReturned, "not run"},
    {spec::OutcomeStatus::kCompleted, "completed"},
    {spec::OutcomeStatus::kRejected, "refused"},
    {spec::OutcomeStatus::kCrashed, "crashed"},
    {spec::OutcomeStatus::kTimedOut, "timed out"},
    {spec::OutcomeStatus::kUnsupported, "no such instruction"},
}};

}  // namespace vconform::suites
