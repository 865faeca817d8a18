#include "adapters/third_party/x86_features.h"

namespace vconform::adapters::third_party {

X86Features host_x86_features() {
  X86Features features;
#if defined(__x86_64__)
  const auto add_if = [&](int supported, X86Feature feature) {
    features = supported != 0 ? features.with(feature) : features;
  };
  add_if(__builtin_cpu_supports("f16c"), X86Feature::kF16c);
  add_if(__builtin_cpu_supports("avx512f"), X86Feature::kAvx512f);
  add_if(__builtin_cpu_supports("avx512dq"), X86Feature::kAvx512dq);
  add_if(__builtin_cpu_supports("avx512bf16"), X86Feature::kAvx512Bf16);
  add_if(__builtin_cpu_supports("avx512fp16"), X86Feature::kAvx512Fp16);
#endif
  return features;
}

std::string x86_feature_text(X86Features features) {
  std::string text;
  for (const X86FeatureName& known : kX86Features) {
    if (features.has(known.feature)) {
      text += text.empty() ? "" : " ";
      text += known.name;
    }
  }
  return text.empty() ? "none" : text;
}

}  // namespace vconform::adapters::third_party
