// Features that a case needs of a backend beyond full contiguous repeats, or one block. A backend
// claims features row by row; cases that need more are not run against it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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
  kRelu = 1 << 8,           // ReLU, in every mode that the row has
  kNd = 1 << 9,             // NZ2ND_EN
  kChannelSplit = 1 << 10,  // channelSplit
  kVectorQuant = 1 << 11,   // quant words or alphas from the Fixpipe buffer
  // FIXPIPE only: one mode of ReLU, by its code in ReLUPRE.
  kReluNormal = 1 << 12,
  kReluLeaky = 1 << 13,
  kReluPrelu = 1 << 14,
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

// The modes of ReLU, of which kRelu is the sum.
inline constexpr std::array<FeatureName, 3> kReluModes = {{
    {Feature::kReluNormal, "relu-normal"},
    {Feature::kReluLeaky, "relu-leaky"},
    {Feature::kReluPrelu, "relu-prelu"},
}};

struct FeatureSet {
  std::uint32_t bits = 0;

  constexpr bool includes(FeatureSet needed) const {
    return (needed.in_modes() & ~in_modes()) == 0;
  }
  constexpr bool has(Feature feature) const { return includes(only(feature)); }
  constexpr FeatureSet without(Feature feature) const {
    return of_modes(in_modes() & ~only(feature).in_modes());
  }
  // Those of both.
  constexpr FeatureSet within(FeatureSet other) const {
    return of_modes(in_modes() & other.in_modes());
  }
  // kRelu instead of all its modes, so that equal sets have equal bits.
  constexpr FeatureSet normalised() const { return of_modes(in_modes()); }
  friend constexpr bool operator==(const FeatureSet&, const FeatureSet&) = default;

  static constexpr FeatureSet only(Feature feature) {
    return {static_cast<std::uint32_t>(feature)};
  }

 private:
  static constexpr std::uint32_t kRelu = static_cast<std::uint32_t>(Feature::kRelu);
  static constexpr std::uint32_t kModes = static_cast<std::uint32_t>(Feature::kReluNormal) |
                                          static_cast<std::uint32_t>(Feature::kReluLeaky) |
                                          static_cast<std::uint32_t>(Feature::kReluPrelu);

  constexpr std::uint32_t in_modes() const {
    return (bits & kRelu) != 0 ? (bits & ~kRelu) | kModes : bits;
  }
  static constexpr FeatureSet of_modes(std::uint32_t bits) {
    return {(bits & kModes) == kModes ? (bits & ~kModes) | kRelu : bits};
  }
};

inline constexpr FeatureSet kAllFeatures = {0xfff};
// Every bit that a set may have.
inline constexpr std::uint32_t kFeatureBits = 0x7fff;

// The names of a normalised set, in the order of the tables.
std::vector<std::string_view> names_of(FeatureSet features);
std::optional<Feature> feature_named(std::string_view name);

}  // namespace vconform::spec
