#include "spec/rows/features.h"

#include <algorithm>
#include <span>

namespace vconform::spec {

std::vector<std::string_view> names_of(FeatureSet features) {
  std::vector<std::string_view> names;
  const auto add = [&](const FeatureName& known) {
    if ((features.bits & static_cast<std::uint32_t>(known.feature)) != 0) {
      names.push_back(known.name);
    }
  };
  std::ranges::for_each(kFeatures, add);
  std::ranges::for_each(kReluModes, add);
  return names;
}

std::optional<Feature> feature_named(std::string_view name) {
  for (const std::span<const FeatureName> table :
       {std::span<const FeatureName>(kFeatures), std::span<const FeatureName>(kReluModes)}) {
    const auto found = std::ranges::find(table, name, &FeatureName::name);
    if (found != table.end()) {
      return found->feature;
    }
  }
  return std::nullopt;
}

}  // namespace vconform::spec
