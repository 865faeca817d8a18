/* An adapter of s16 to f32 with one mistake that is common in a first adapter, as VCONFORM_MISTAKE
 * says: none, no-struct-size, no-rows, writes-nothing, unsupported, rejected, silent-error, crash,
 * hang, wrong, wrong-end; after "execute-" in an adapter that executes programs. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/vconform_adapter.h"

static const char kExecute[] = "execute-";

/* The mistake, without that prefix. */
static const char* the_mistake(void) {
  const char* mistake = getenv("VCONFORM_MISTAKE");
  mistake = mistake == NULL ? "none" : mistake;
  return strncmp(mistake, kExecute, sizeof kExecute - 1) == 0 ? mistake + sizeof kExecute - 1
                                                              : mistake;
}
static int is_mistake(const char* mistake) {
  return strcmp(the_mistake(), mistake) == 0;
}

static const vconform_capability kRows[] = {
    {VCONFORM_FAMILY_VCONV, 0, VCONFORM_S16, VCONFORM_F32, 1u << VCONFORM_ROUND_NULL, 0},
};

static vconform_capabilities claims = {
    .struct_size = sizeof(vconform_capabilities),
    .row_count = sizeof kRows / sizeof kRows[0],
    .row_size = sizeof kRows[0],
    .rows = kRows,
};

static int the_only_context;

static void* create(void) {
  return &the_only_context;
}

static void destroy(void* context) {
  (void)context;
  if (is_mistake("wrong-end")) {
    abort();
  }
}

static const char* last_error(void* context) {
  (void)context;
  return NULL;
}

static const vconform_capabilities* capabilities(void* context) {
  (void)context;
  claims.row_count = is_mistake("no-rows") ? 0 : 1;
  return &claims;
}

/* Whether the mistake is an answer; stores the answer in `status`. */
static int is_answer(uint32_t* status) {
  static const struct {
    const char* mistake;
    uint32_t status;
  } kAnswers[] = {{"writes-nothing", VCONFORM_OK},
                  {"unsupported", VCONFORM_UNSUPPORTED},
                  {"rejected", VCONFORM_REJECTED},
                  {"silent-error", VCONFORM_ERROR}};
  for (size_t i = 0; i < sizeof kAnswers / sizeof kAnswers[0]; ++i) {
    if (is_mistake(kAnswers[i].mistake)) {
      *status = kAnswers[i].status;
      return 1;
    }
  }
  return 0;
}

static uint32_t convert(void* context, const void* src, void* dst, uint64_t n, uint32_t source_type,
                        uint32_t destination_type, uint32_t rounding, uint64_t ctrl) {
  (void)context, (void)source_type, (void)destination_type, (void)rounding, (void)ctrl;
  uint32_t status = VCONFORM_OK;
  if (is_answer(&status)) {
    return status;
  }
  if (is_mistake("crash")) {
    abort();
  }
  while (is_mistake("hang")) {
  }
  const unsigned char* from = src;
  unsigned char* to = dst;
  for (uint64_t i = 0; i < n; ++i) {
    int16_t source = 0;
    memcpy(&source, from + i * sizeof source, sizeof source);
    const float result = is_mistake("wrong") ? (float)source + 1 : source;
    memcpy(to + i * sizeof result, &result, sizeof result);
  }
  return VCONFORM_OK;
}

/* One full contiguous repeat. */
static uint32_t execute(void* context, const vconform_step* steps, uint64_t step_count,
                        vconform_memories* memories) {
  const vconform_step* step = steps;
  for (uint64_t i = 0; i < step_count; ++i, step = vconform_next_step(step)) {
    if (step->kind == VCONFORM_STEP_VCONV) {
      uint8_t* ub = memories->memory[VCONFORM_UB].data;
      const uint32_t status =
          convert(context, ub + step->as.vconv.src.offset, ub + step->as.vconv.dst.offset, 64,
                  VCONFORM_S16, VCONFORM_F32, VCONFORM_ROUND_NULL, 0);
      if (status != VCONFORM_OK) {
        return status;
      }
    }
  }
  return VCONFORM_OK;
}

static vconform_adapter table = {
    .struct_size = sizeof(vconform_adapter),
    .abi_version = VCONFORM_ABI_VERSION,
    .name = "first",
    .version = "1",
    .create = create,
    .destroy = destroy,
    .last_error = last_error,
    .capabilities = capabilities,
    .convert = convert,
};

const vconform_adapter* vconform_get_adapter(uint32_t abi_version) {
  (void)abi_version;
  table.struct_size = is_mistake("no-struct-size") ? 0 : sizeof table;
  const char* mistake = getenv("VCONFORM_MISTAKE");
  table.execute =
      mistake != NULL && strncmp(mistake, kExecute, sizeof kExecute - 1) == 0 ? execute : NULL;
  return &table;
}
