// Features that a case needs of a backend beyond full contiguous repeats, or one block. A backend
// claims features row by row; cases that need more are not run against it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vconform::spec {

// Bits of a FeatureSet; the same bits as VCONFORM_FEATURE_* of the C ABI.
enum class Feature : std::uint32_t {
  kSaturate = 1 << 0,  // half results with CTRL[48]=0
  kKeepInf = 1 << 1,   // half results with CTRL[48]=1
  kCtrl59 = 1 << 2,    // CTRL[59]=1
  kMask = 1 << 3,      // masks other than all ones
  kCounter = 1 << 4,   // counter mode
  kRepeat = 1 << 5,    // repeat other than 1
  kStrides = 1 << 6,   // strides other than the contiguous ones
  kInPlace = 1 << 7,   // operands that overlap legally
  // Copies only; kRepeat is a blockCount other than 1, kStrides are gaps between blocks.
  kRelu = 1 << 8,           // ReLU
  kNd = 1 << 9,             // NZ2ND_EN
  kChannelSplit = 1 << 10,  // channelSplit
  kVectorQuant = 1 << 11,   // quant words or alphas from the Fixpipe buffer
};

struct FeatureName {
  Feature feature;
  std::string_view name;
};

inline constexpr std::array<FeatureName, 12> kFeatures = {{
    {Feature::kSaturate, "saturate"},
    {Feature::kKeepInf, "keep-inf"},
    {Feature::kCtrl59, "ctrl59"},
    {Feature::kMask, "mask"},
    {Feature::kCounter, "counter"},
    {Feature::kRepeat, "repeat"},
    {Feature::kStrides, "strides"},
    {Feature::kInPlace, "in-place"},
    {Feature::kRelu, "relu"},
    {Feature::kNd, "nd"},
    {Feature::kChannelSplit, "channel-split"},
    {Feature::kVectorQuant, "vector-quant"},
}};

struct FeatureSet {
  std::uint32_t bits = 0;

  constexpr bool has(Feature feature) const {
    return (bits & static_cast<std::uint32_t>(feature)) != 0;
  }
  constexpr FeatureSet without(Feature feature) const {
    return {bits & ~static_cast<std::uint32_t>(feature)};
  }
  friend constexpr bool operator==(const FeatureSet&, const FeatureSet&) = default;
};

inline constexpr FeatureSet kAllFeatures = {0xfff};

}  // namespace vconform::spec
