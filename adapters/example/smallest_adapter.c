/* The smallest adapter: a library that converts arrays of one pair of types, s16 to f32.
 *
 * cc -std=c11 -shared -fPIC -I. adapters/example/smallest_adapter.c -o smallest.so
 * ./vconform certify --backend ./smallest.so
 */
#include "adapters/vconform_adapter.h"

static const vconform_capability kRows[] = {
    {VCONFORM_FAMILY_VCONV, 0, VCONFORM_S16, VCONFORM_F32, 1u << VCONFORM_ROUND_NULL, 0},
};

static const vconform_capabilities kCapabilities = {.struct_size = sizeof(vconform_capabilities),
                                                    .row_count = sizeof kRows / sizeof kRows[0],
                                                    .row_size = sizeof kRows[0],
                                                    .rows = kRows};

static int the_only_context;

static void* create(void) {
  return &the_only_context;
}

static void destroy(void* context) {
  (void)context;
}

static const char* last_error(void* context) {
  (void)context;
  return 0;
}

static const vconform_capabilities* capabilities(void* context) {
  (void)context;
  return &kCapabilities;
}

static uint32_t convert(void* context, const void* src, void* dst, uint64_t n, uint32_t source_type,
                        uint32_t destination_type, uint32_t rounding, uint64_t ctrl) {
  (void)context, (void)rounding, (void)ctrl;
  if (source_type != VCONFORM_S16 || destination_type != VCONFORM_F32) {
    return VCONFORM_UNSUPPORTED;
  }
  const int16_t* from = src;
  float* to = dst;
  for (uint64_t i = 0; i < n; ++i) {
    to[i] = from[i];
  }
  return VCONFORM_OK;
}

static const vconform_adapter kAdapter = {
    .struct_size = sizeof(vconform_adapter),
    .abi_version = VCONFORM_ABI_VERSION,
    .name = "smallest",
    .version = "1",
    .create = create,
    .destroy = destroy,
    .last_error = last_error,
    .capabilities = capabilities,
    .convert = convert,
};

const vconform_adapter* vconform_get_adapter(uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &kAdapter : 0;
}
