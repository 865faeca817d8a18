/* An adapter of elements: DEQ, CastDeq, FIXPIPE and DataCopy of one pipeline, an integer times a
 * scale plus an offset to an s8 or u8. VCONFORM_ELEMENTS_FAULT, read when a context is created,
 * makes it wrong: "wraps" where results must saturate, "relu" in that negative sources pass ReLU.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/vconform_adapter.h"

#define DATA_COPY_DEQ8 VCONFORM_DATA_COPY_VARIANT(VCONFORM_CO1, VCONFORM_CO2, VCONFORM_DEQ8, 0)
#define DATA_COPY_VDEQ8 VCONFORM_DATA_COPY_VARIANT(VCONFORM_CO1, VCONFORM_CO2, VCONFORM_VDEQ8, 0)

static const vconform_capability kRows[] = {
    {VCONFORM_FAMILY_DEQ, VCONFORM_DEQS162B8H, VCONFORM_S16, VCONFORM_S8, 1, 0},
    {VCONFORM_FAMILY_DEQ, VCONFORM_DEQS162B8L, VCONFORM_S16, VCONFORM_U8, 1, 0},
    {VCONFORM_FAMILY_DEQ, VCONFORM_VDEQS162B8H, VCONFORM_S16, VCONFORM_U8, 1, 0},
    {VCONFORM_FAMILY_CAST_DEQ, 0, VCONFORM_S16, VCONFORM_S8, 1, 0},
    {VCONFORM_FAMILY_COPY_MATRIX, VCONFORM_GM, VCONFORM_S32, VCONFORM_S8, 1, VCONFORM_FEATURE_RELU},
    {VCONFORM_FAMILY_COPY_MATRIX, VCONFORM_L1, VCONFORM_S32, VCONFORM_U8, 1, 0},
    {VCONFORM_FAMILY_DATA_COPY, DATA_COPY_DEQ8, VCONFORM_S32, VCONFORM_S8, 1,
     VCONFORM_FEATURE_RELU},
    {VCONFORM_FAMILY_DATA_COPY, DATA_COPY_VDEQ8, VCONFORM_S32, VCONFORM_U8, 1, 0},
};

static const vconform_capabilities kCapabilities = {.struct_size = sizeof(vconform_capabilities),
                                                    .row_count = sizeof kRows / sizeof kRows[0],
                                                    .row_size = sizeof kRows[0],
                                                    .rows = kRows};

static const char* fault = "";

static void* create(void) {
  const char* named = getenv("VCONFORM_ELEMENTS_FAULT");
  fault = named == 0 ? "" : named;
  return &fault;
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

static float float_of(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static uint32_t bits_of(uint64_t word, int low, int count) {
  return (uint32_t)(word >> low & ((1u << count) - 1));
}

static int32_t clamped(int32_t number, int32_t least, int32_t most) {
  return number < least ? least : number > most ? most : number;
}

/* MCB shifts an s32 right by N + 1 and takes an s16. */
static int32_t source_of(const vconform_element* element) {
  if (element->source_type == VCONFORM_S16) {
    return (int16_t)(uint16_t)element->source;
  }
  const int32_t source = (int32_t)(uint32_t)element->source;
  const int shifts = bits_of(element->word, 36, 1) != 0;
  return shifts ? clamped(source >> (bits_of(element->word, 32, 4) + 1), -0x8000, 0x7fff) : source;
}

/* DataCopy takes M as an f32, the others as 1-8-10. */
static float scale_of(const vconform_element* element, int32_t source) {
  const int is_copy = element->family == VCONFORM_FAMILY_DATA_COPY;
  const uint32_t m = (uint32_t)element->word;
  const float scale = float_of(is_copy ? m : m & ~0x1fffu);
  const int relu = is_copy || strcmp(fault, "relu") == 0 ? VCONFORM_RELU_NONE : (int)element->relu;
  if (relu == VCONFORM_RELU_NONE || source >= 0) {
    return scale;
  }
  return relu == VCONFORM_RELU_NORMAL ? 0.0f : float_of(element->alpha);
}

static int32_t offset_of(const vconform_element* element) {
  const int32_t offset = (int32_t)bits_of(element->word, 37, 9);
  return offset < 256 ? offset : offset - 512;
}

static int32_t saturated(const vconform_element* element, int32_t sum) {
  const int is_signed = bits_of(element->word, 46, 1) != 0;
  if (strcmp(fault, "wraps") == 0) {
    return sum;
  }
  return is_signed ? clamped(sum, -128, 127) : clamped(sum, 0, 255);
}

static uint32_t serve(void* context, const vconform_element* element, uint64_t* result) {
  (void)context;
  const int32_t source = source_of(element);
  const float product = (float)source * scale_of(element, source);
  /* An s9; a scale that is NaN gives anything. */
  const float s9 = fminf(fmaxf(rintf(product), -256.0f), 255.0f);
  int32_t sum = (int32_t)s9 + offset_of(element);
  const int cuts = element->family == VCONFORM_FAMILY_DATA_COPY &&
                   element->relu != VCONFORM_RELU_NONE && strcmp(fault, "relu") != 0;
  sum = cuts && sum < 0 ? 0 : sum;
  *result = (uint8_t)saturated(element, sum);
  return VCONFORM_OK;
}

static const vconform_adapter kAdapter = {
    .struct_size = sizeof(vconform_adapter),
    .abi_version = VCONFORM_ABI_VERSION,
    .name = "elements",
    .version = "1",
    .create = create,
    .destroy = destroy,
    .last_error = last_error,
    .capabilities = capabilities,
    .element = serve,
};

const vconform_adapter* vconform_get_adapter(uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &kAdapter : 0;
}
