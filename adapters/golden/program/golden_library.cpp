// The library libvconform_golden.so: golden with the C ABI.
#include "adapters/golden/program/golden_adapter.h"

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? vconform::adapters::golden::golden_adapter()
                                             : nullptr;
}
