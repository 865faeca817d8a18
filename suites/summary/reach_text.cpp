#include "suites/summary/reach_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "spec/case/memory_image.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::suites {

namespace {

// All cases may have strides of so many bits, and none but those that tell the readings of
// walk.stride-width apart more than these.
constexpr int kLeastBits = 8;
constexpr int kMostBits = 12;

bool copies_with_gm(const spec::Conversion& row, spec::FeatureSet) {
  return row.is_copy() &&
         (row.path.from == spec::PositionId::kGm || row.path.to == spec::PositionId::kGm);
}

bool has_wide_strides(const spec::Conversion& row, spec::FeatureSet features) {
  return row.family == spec::Family::kVconv && features.has(spec::Feature::kStrides);
}

bool claims_any(const RunInfo& info, bool (*is_meant)(const spec::Conversion&, spec::FeatureSet)) {
  return std::ranges::any_of(spec::all_cells(), [&](const spec::Cell& cell) {
    const std::optional<spec::FeatureSet> features = info.claims(cell);
    return features && is_meant(cell.conversion(), *features);
  });
}

}  // namespace

std::string reach_text(const RunInfo& info) {
  std::string text;
  if (info.largest_memory < spec::kMaxGmBytes && claims_any(info, copies_with_gm)) {
    text += fmt::format(
        "addresses in GM were tried up to {} bytes: the backend, on this machine, holds no more\n",
        info.largest_memory);
  }
  if (info.stride_bits < kMostBits && claims_any(info, has_wide_strides)) {
    text += fmt::format("strides of vconv were tried up to {}: the backend honours no wider ones\n",
                        (1U << std::max(info.stride_bits, kLeastBits)) - 1);
  }
  return text;
}

}  // namespace vconform::suites
