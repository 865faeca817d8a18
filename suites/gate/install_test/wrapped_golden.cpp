// An adapter that delegates to the golden library and claims only one of its rows.
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "adapters/vconform_adapter.h"

namespace {

const vconform_adapter* golden = nullptr;
vconform_adapter wrapped;
vconform_capability row;
vconform_capabilities claims;

bool is_f32_to_f16(const vconform_capability& claim) {
  return claim.family == VCONFORM_FAMILY_VCONV && claim.source_type == VCONFORM_F32 &&
         claim.destination_type == VCONFORM_F16;
}

const vconform_capabilities* capabilities(void* context) {
  const vconform_capabilities* all = golden->capabilities(context);
  const std::span rows(all->rows, all->row_count);
  const auto found = std::find_if(rows.begin(), rows.end(), is_f32_to_f16);
  if (found == rows.end()) {
    return nullptr;
  }
  row = *found;
  row.roundings = 1u << VCONFORM_ROUND_R;
  claims = *all;
  claims.row_count = 1;
  claims.rows = &row;
  return &claims;
}

}  // namespace

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  // Golden's function has the same name as this one; it is the next in load order.
  const auto next =
      reinterpret_cast<decltype(&vconform_get_adapter)>(dlsym(RTLD_NEXT, "vconform_get_adapter"));
  golden = next == nullptr ? nullptr : next(abi_version);
  if (golden == nullptr) {
    return nullptr;
  }
  wrapped = *golden;
  wrapped.name = "wrapped-golden";
  wrapped.capabilities = capabilities;
  return &wrapped;
}
