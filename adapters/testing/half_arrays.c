/* An adapter that converts arrays of f32 to f16, to nearest, under CTRL[48]=1. It keeps the
 * payloads of NaN, which no rule forbids, so that most of them differ from golden's.
 * VCONFORM_NAN_SOURCE, read when a context is created, is the pattern of a source that it turns
 * into NaN, in hexadecimal.
 */
#include <stdlib.h>
#include <string.h>

#include "adapters/vconform_adapter.h"

static const vconform_capability kRows[] = {{VCONFORM_FAMILY_VCONV, 0, VCONFORM_F32, VCONFORM_F16,
                                             1u << VCONFORM_ROUND_R, VCONFORM_FEATURE_KEEP_INF}};

static const vconform_capabilities kCapabilities = {.struct_size = sizeof(vconform_capabilities),
                                                    .row_count = sizeof kRows / sizeof kRows[0],
                                                    .row_size = sizeof kRows[0],
                                                    .rows = kRows};

/* The pattern of a NaN means none. */
static uint32_t nan_source = 0xffffffffu;

static void* create(void) {
  const char* named = getenv("VCONFORM_NAN_SOURCE");
  nan_source = named == 0 ? 0xffffffffu : (uint32_t)strtoul(named, 0, 16);
  return &nan_source;
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

static uint16_t half_of(uint32_t source) {
  const uint32_t sign = source >> 16 & 0x8000;
  const uint32_t size = source & 0x7fffffff;
  /* Below the smallest normal half, a sum with 1/2 has its last bit where a subnormal half has it.
   */
  float small;
  memcpy(&small, &size, sizeof small);
  small += 0.5f;
  uint32_t small_bits;
  memcpy(&small_bits, &small, sizeof small_bits);
  const uint32_t subnormal = small_bits - 0x3f000000;
  const uint32_t normal = (size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13;
  const uint32_t nan = 0x7e00 | (size >> 13 & 0x1ff);
  const uint32_t finite = size < 0x38800000 ? subnormal : size < 0x47800000 ? normal : 0x7c00;
  const uint32_t number = size > 0x7f800000 ? nan : finite;
  return (uint16_t)(sign | (source == nan_source ? 0x7e00 : number));
}

static uint32_t convert(void* context, const void* src, void* dst, uint64_t n, uint32_t source_type,
                        uint32_t destination_type, uint32_t rounding, uint64_t ctrl) {
  (void)context, (void)source_type, (void)destination_type, (void)rounding, (void)ctrl;
  const uint32_t* from = src;
  uint16_t* to = dst;
  for (uint64_t i = 0; i < n; ++i) {
    to[i] = half_of(from[i]);
  }
  return VCONFORM_OK;
}

static const vconform_adapter kAdapter = {
    .struct_size = sizeof(vconform_adapter),
    .abi_version = VCONFORM_ABI_VERSION,
    .name = "half-arrays",
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
