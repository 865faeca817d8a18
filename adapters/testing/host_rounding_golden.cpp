// A library for the test of golden's digests: golden whose vconv_f322f32r leaves the rounding to
// the host.
#include <bit>
#include <cmath>

#include "adapters/testing/wrapped_golden.h"

namespace vconform::adapters::host_rounding {

namespace {

void rounded_by_host(const spec::Cell& cell, std::uint64_t /*ctrl*/, std::uint64_t source,
                     std::uint64_t& result) {
  static const spec::Cell changed = spec::cell_named("vconv_f322f32r").value();
  const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(source));
  const bool has_fraction = std::fabs(value) > 1 && std::fabs(value) < 0x1p23F;
  if (cell == changed && has_fraction) {
    result = std::bit_cast<std::uint32_t>(std::nearbyintf(value));
  }
}

golden::Behaviour behaviour() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  behaviour.result.add(rounded_by_host);
  return behaviour;
}

void* create() {
  return std::make_unique<WrappedGolden>(behaviour).release();
}

constexpr char kProblem[] = "out of memory";
constexpr vconform_adapter kTable = wrapped_table<kProblem>("host-rounding-golden", create);

}  // namespace

}  // namespace vconform::adapters::host_rounding

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::host_rounding::kTable : nullptr;
}
