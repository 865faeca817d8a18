/* smallest: an adapter of vconform. It converts s16 to f32, and conforms on that row as it is;
 * FILL IN marks what to replace by your library. README.md says how to build and try it.
 */
#include "adapters/vconform_adapter.h"

/* FILL IN 1: what your library is meant to do and nothing else; a row for each pair of types, with
 * a bit for each rounding suffix that it has, and features: results of 16 bits need
 * VCONFORM_FEATURE_SATURATE (CTRL[48] is 0), VCONFORM_FEATURE_KEEP_INF (it is 1) or both. */
static const vconform_capability kRows[] = {
    {VCONFORM_FAMILY_VCONV, 0, VCONFORM_S16, VCONFORM_F32, 1u << VCONFORM_ROUND_NULL, 0},
};

static const vconform_capabilities kCapabilities = {.struct_size = sizeof(vconform_capabilities),
                                                    .row_count = sizeof kRows / sizeof kRows[0],
                                                    .row_size = sizeof kRows[0],
                                                    .rows = kRows};

/* FILL IN 2: what your library needs from one call to the next; create() makes it and returns null
 * if it cannot, destroy() releases it. */
static int the_only_context;

static void* create(void) {
  return &the_only_context;
}

static void destroy(void* context) {
  (void)context;
}

/* FILL IN 3: one line about the last failure. The context is null after create() returned null. */
static const char* last_error(void* context) {
  (void)context;
  return 0;
}

static const vconform_capabilities* capabilities(void* context) {
  (void)context;
  return &kCapabilities;
}

/* FILL IN 4: call your library for each pair and rounding that kRows has. The suite does masks,
 * repeats and strides itself. A library that has those of its own gets an execute() instead, and
 * one of dequantisations or copies an element(): see vconform_adapter, vconform_step and
 * vconform_element in the header. */
static uint32_t convert(void* context, const void* src, void* dst, uint64_t n, uint32_t source_type,
                        uint32_t destination_type, uint32_t rounding, uint64_t ctrl) {
  (void)context, (void)rounding, (void)ctrl;
  if (source_type == VCONFORM_S16 && destination_type == VCONFORM_F32) {
    const int16_t* from = src;
    float* to = dst;
    for (uint64_t i = 0; i < n; ++i) {
      to[i] = from[i];
    }
    return VCONFORM_OK;
  }
  return VCONFORM_UNSUPPORTED;
}

/* FILL IN 5: the version of your library. */
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
