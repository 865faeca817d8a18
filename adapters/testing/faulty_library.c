/* A library with one fault, selected by FAULT at compile time; the loader's tests open one of
 * each. */
#include <stddef.h>

#include "adapters/vconform_adapter.h"

#define FAULT_NONE 0
#define FAULT_NULL_TABLE 1
#define FAULT_WRONG_ABI_VERSION 2
#define FAULT_SMALL_STRUCT 3
#define FAULT_CONTROL_CHARACTER 4
#define FAULT_CONTRADICTION 5
#define FAULT_MISSING_SYMBOL 6
#define FAULT_NO_CONTEXT 7

#define HAS(fault) (FAULT == FAULT_##fault)

static const vconform_capability kRows[] = {
    {VCONFORM_FAMILY_VCONV, 0, VCONFORM_F32, VCONFORM_S32, 1u << VCONFORM_ROUND_R,
     VCONFORM_FEATURE_ALL},
    {VCONFORM_FAMILY_VCONV, 0, VCONFORM_F32, VCONFORM_S32, 1u << VCONFORM_ROUND_R,
     HAS(CONTRADICTION) ? VCONFORM_FEATURE_MASK : VCONFORM_FEATURE_ALL},
};

static const vconform_capabilities kCapabilities = {
    .struct_size = sizeof(vconform_capabilities),
    .row_count = sizeof kRows / sizeof kRows[0],
    .row_size = sizeof kRows[0],
    .rows = kRows,
};

static int the_only_context;

static void* create(void) {
  return HAS(NO_CONTEXT) ? NULL : &the_only_context;
}

static void destroy(void* context) {
  (void)context;
}

static const char* last_error(void* context) {
  return context == NULL ? "no device\nfound" : "nothing works";
}

static const vconform_capabilities* capabilities(void* context) {
  (void)context;
  return &kCapabilities;
}

static uint32_t execute(void* context, const vconform_step* steps, uint64_t step_count,
                        vconform_memories* memories) {
  (void)context, (void)steps, (void)step_count, (void)memories;
  return VCONFORM_ERROR;
}

static const vconform_adapter kAdapter = {
    .struct_size = HAS(SMALL_STRUCT) ? 16 : sizeof(vconform_adapter),
    .abi_version = HAS(WRONG_ABI_VERSION) ? VCONFORM_ABI_VERSION + 1 : VCONFORM_ABI_VERSION,
    .name = HAS(CONTROL_CHARACTER) ? "two\nlines" : "faulty",
    .version = "1",
    .create = create,
    .destroy = destroy,
    .last_error = last_error,
    .capabilities = capabilities,
    .execute = execute,
};

#if HAS(MISSING_SYMBOL)
VCONFORM_EXPORT const vconform_adapter* misnamed_get_adapter(uint32_t abi_version);
#define vconform_get_adapter misnamed_get_adapter
#endif

const vconform_adapter* vconform_get_adapter(uint32_t abi_version) {
  (void)abi_version;
  return HAS(NULL_TABLE) ? NULL : &kAdapter;
}
