// The conversion instructions that a CPU has, as data, so that a test can take some away.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace vconform::adapters::third_party {

// Bits of X86Features.
enum class X86Feature : std::uint32_t {
  kF16c = 1 << 0,
  kAvx512f = 1 << 1,
  kAvx512dq = 1 << 2,
  kAvx512Bf16 = 1 << 3,
  kAvx512Fp16 = 1 << 4,
};

struct X86FeatureName {
  X86Feature feature;
  std::string_view name;
};

inline constexpr std::array<X86FeatureName, 5> kX86Features = {{
    {X86Feature::kF16c, "f16c"},
    {X86Feature::kAvx512f, "avx512f"},
    {X86Feature::kAvx512dq, "avx512dq"},
    {X86Feature::kAvx512Bf16, "avx512bf16"},
    {X86Feature::kAvx512Fp16, "avx512fp16"},
}};

struct X86Features {
  std::uint32_t bits = 0;

  constexpr bool has(X86Feature feature) const {
    return (bits & static_cast<std::uint32_t>(feature)) != 0;
  }
  constexpr X86Features with(X86Feature feature) const {
    return {bits | static_cast<std::uint32_t>(feature)};
  }
};

// The features of this CPU and its operating system; none if it is not an x86-64.
X86Features host_x86_features();

// "f16c avx512f", or "none".
std::string x86_feature_text(X86Features features);

}  // namespace vconform::adapters::third_party
