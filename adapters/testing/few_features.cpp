// The library few_features for tests: golden, except that its rows claim repeats and saturating
// results alone, those of FIXPIPE one mode of ReLU, and those of vconv to s32 strides of eight
// bits.
#include <vector>

#include "adapters/testing/wrapped_golden.h"

namespace vconform::adapters {

namespace {

struct FewFeatures final : WrappedGolden {
  FewFeatures() : WrappedGolden(golden::golden_behaviour) {
    rows.assign(declared.rows, declared.rows + declared.row_count);
    for (vconform_capability& row : rows) {
      row.features = VCONFORM_FEATURE_SATURATE | VCONFORM_FEATURE_REPEAT;
      if (row.family == VCONFORM_FAMILY_COPY_MATRIX) {
        row.features |= VCONFORM_FEATURE_RELU_LEAKY;
      }
      if (row.family == VCONFORM_FAMILY_VCONV && row.destination_type == VCONFORM_S32) {
        row.features |= VCONFORM_FEATURE_STRIDES;
      }
    }
    declared.rows = rows.data();
    declared.stride_bits = 8;
  }

  std::vector<vconform_capability> rows;
};

void* create() {
  // Destroyed as what the table makes of it.
  std::unique_ptr<WrappedGolden> made = std::make_unique<FewFeatures>();
  return made.release();
}

constexpr char kProblem[] = "out of memory";
constexpr vconform_adapter kTable = wrapped_table<kProblem>("few-features", create);

}  // namespace

}  // namespace vconform::adapters

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::kTable : nullptr;
}
