#include "adapters/third_party/x86_adapter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "adapters/third_party/x86_rows.h"
#include "spec/number/number_format.h"
#include "spec/number/units.h"

namespace vconform::adapters::third_party {

namespace {

#if defined(__x86_64__)
constexpr const char* kProblem = "this CPU has no F16C: take another backend, eigen for one";
#else
constexpr const char* kProblem = "this is no x86-64 CPU: take another backend, eigen for one";
#endif

struct Context {
  X86Features features;
  std::vector<vconform_capability> claims;
  vconform_capabilities declared{};
};

vconform_capability claim_of(const X86Row& row) {
  vconform_capability claim{};
  claim.family = VCONFORM_FAMILY_VCONV;
  claim.source_type = row.source_type;
  claim.destination_type = row.destination_type;
  for (std::size_t rounding = 0; rounding < row.kernels.size(); ++rounding) {
    claim.roundings |= row.kernels[rounding] != nullptr ? 1U << rounding : 0U;
  }
  // Both states of CTRL[48]: the instructions behave the same in both.
  claim.features = VCONFORM_FEATURE_SATURATE | VCONFORM_FEATURE_KEEP_INF;
  return claim;
}

std::size_t bytes_of(std::uint32_t type) {
  return static_cast<std::size_t>(spec::kNumberFormats[type].bits) / spec::kBitsPerByte;
}

void convert_array(const X86Row& row, X86Kernel kernel, const void* src, void* dst, std::size_t n) {
  const std::size_t source_bytes = bytes_of(row.source_type);
  const std::size_t destination_bytes = bytes_of(row.destination_type);
  alignas(kX86VectorBytes) std::array<std::byte, kX86VectorBytes> from{};
  alignas(kX86VectorBytes) std::array<std::byte, kX86VectorBytes> to{};
  for (std::size_t done = 0; done < n; done += row.lanes) {
    const std::size_t count = std::min(row.lanes, n - done);
    std::memcpy(from.data(), static_cast<const std::byte*>(src) + done * source_bytes,
                count * source_bytes);
    kernel(from.data(), to.data());
    std::memcpy(static_cast<std::byte*>(dst) + done * destination_bytes, to.data(),
                count * destination_bytes);
  }
}

std::uint32_t convert(void* context, const void* src, void* dst, std::uint64_t n,
                      std::uint32_t source_type, std::uint32_t destination_type,
                      std::uint32_t rounding, std::uint64_t) {
  const X86Features features = static_cast<const Context*>(context)->features;
  for (const X86Row& row : x86_rows()) {
    if (row.source_type == source_type && row.destination_type == destination_type &&
        features.has(row.needs) && rounding < row.kernels.size() &&
        row.kernels[rounding] != nullptr) {
      convert_array(row, row.kernels[rounding], src, dst, n);
      return VCONFORM_OK;
    }
  }
  return VCONFORM_UNSUPPORTED;
}

vconform_adapter table() {
  static const std::string version = x86_feature_text(host_x86_features());
  vconform_adapter adapter{};
  adapter.struct_size = sizeof(vconform_adapter);
  adapter.abi_version = VCONFORM_ABI_VERSION;
  adapter.name = "x86";
  adapter.version = version.c_str();
  adapter.create = []() -> void* { return new_x86_context(host_x86_features()); };
  adapter.destroy = [](void* context) { delete static_cast<Context*>(context); };
  adapter.last_error = [](void* context) { return context == nullptr ? kProblem : nullptr; };
  adapter.capabilities = [](void* context) -> const vconform_capabilities* {
    return &static_cast<const Context*>(context)->declared;
  };
  adapter.convert = convert;
  return adapter;
}

}  // namespace

const vconform_adapter* x86_adapter() {
  static const vconform_adapter adapter = table();
  return &adapter;
}

std::string x86_problem(X86Features features) {
  return features.has(X86Feature::kF16c) ? "" : kProblem;
}

void* new_x86_context(X86Features features) {
  if (!x86_problem(features).empty()) {
    return nullptr;
  }
  auto context = std::make_unique<Context>();
  context->features = features;
  for (const X86Row& row : x86_rows()) {
    if (features.has(row.needs)) {
      context->claims.push_back(claim_of(row));
    }
  }
  context->declared.struct_size = sizeof(vconform_capabilities);
  context->declared.flags = VCONFORM_THREAD_SAFE;
  context->declared.row_count = static_cast<std::uint32_t>(context->claims.size());
  context->declared.row_size = sizeof(vconform_capability);
  context->declared.rows = context->claims.data();
  return context.release();
}

}  // namespace vconform::adapters::third_party
