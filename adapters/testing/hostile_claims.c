/* Lies: false claims, and wrong results. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapters/testing/hostile.h"

enum { kMaxRows = 1024 };

static char claimed_rows[8];
static int is_plain;

/* Read once, since an attack changes the environment. */
__attribute__((constructor)) static void read_rows(void) {
  const char* rows = getenv("VCONFORM_HOSTILE_ROWS");
  snprintf(claimed_rows, sizeof claimed_rows, "%s", rows == NULL ? "" : rows);
  is_plain = getenv("VCONFORM_HOSTILE_PLAIN") != NULL;
}

static int rows_are(const char* which) {
  return strcmp(claimed_rows, which) == 0;
}

static int is_claimed(const vconform_capability* row) {
  return rows_are("all") ||
         (row->family == VCONFORM_FAMILY_CAST_DEQ && row->source_type == VCONFORM_S16) ||
         (row->family == VCONFORM_FAMILY_VCONV && row->destination_type == VCONFORM_F16 &&
          (row->source_type == VCONFORM_S8 ||
           (row->source_type == VCONFORM_U8 && !rows_are("fewer"))));
}

static uint32_t claimed_features(uint32_t features) {
  const uint32_t saturates = features & VCONFORM_FEATURE_SATURATE;
  uint32_t gone = is_plain ? ~(uint32_t)(saturates ? saturates : VCONFORM_FEATURE_KEEP_INF) : 0;
  if (hostile_wants("capabilities", "no-state", NULL)) {
    gone |= VCONFORM_FEATURE_SATURATE | VCONFORM_FEATURE_KEEP_INF;
  }
  if (hostile_wants("capabilities", "fewer-features", NULL)) {
    gone |= VCONFORM_FEATURE_MASK;
  }
  return features & ~gone;
}

const vconform_capabilities* hostile_capabilities(const vconform_capabilities* inner) {
  static vconform_capability rows[kMaxRows];
  static vconform_capabilities declared;
  declared = *inner;
  declared.row_count = 0;
  for (uint32_t i = 0; i < inner->row_count && declared.row_count < kMaxRows; ++i) {
    if (is_claimed(&inner->rows[i])) {
      rows[declared.row_count] = inner->rows[i];
      rows[declared.row_count].features = claimed_features(inner->rows[i].features);
      ++declared.row_count;
    }
  }
  declared.rows = rows;
  declared.row_size = sizeof rows[0];
  if (hostile_wants("capabilities", "fewer-rows", NULL)) {
    declared.row_count = 1;
  }
  if (hostile_wants("capabilities", "no-rows", NULL)) {
    declared.row_count = 0;
  }
  if (hostile_wants("capabilities", "more-rows", NULL)) {
    declared.rows = inner->rows;
    declared.row_count = inner->row_count;
  }
  if (hostile_wants("capabilities", "no-checking", NULL)) {
    declared.flags = 0;
  }
  if (hostile_wants("capabilities", "thread-safe", NULL)) {
    declared.flags |= VCONFORM_THREAD_SAFE;
  }
  if (hostile_wants("capabilities", "wild-rows", NULL)) {
    declared.rows = (const vconform_capability*)(uintptr_t)4096;
  }
  if (hostile_wants("capabilities", "endless-rows", NULL)) {
    declared.row_count = UINT32_MAX;
  }
  return hostile_wants("capabilities", "null", NULL) ? NULL : &declared;
}

typedef struct copies {
  uint8_t* bytes[VCONFORM_MEMORY_COUNT];
} copies;

static copies copied(const vconform_memories* memories) {
  copies before = {{NULL}};
  for (int i = 0; i < VCONFORM_MEMORY_COUNT; ++i) {
    const vconform_memory* memory = &memories->memory[i];
    if (memory->data != NULL && memory->size > 0) {
      before.bytes[i] = malloc(memory->size);
      memcpy(before.bytes[i], memory->data, memory->size);
    }
  }
  return before;
}

/* Flips bits of the first byte that the program wrote. */
static void spoil(const vconform_memories* memories, copies before, uint8_t bits) {
  int spoilt = 0;
  for (int i = 0; i < VCONFORM_MEMORY_COUNT; ++i) {
    const vconform_memory* memory = &memories->memory[i];
    for (uint64_t at = 0; before.bytes[i] != NULL && !spoilt && at < memory->size; ++at) {
      if (memory->data[at] != before.bytes[i][at]) {
        memory->data[at] ^= bits;
        spoilt = 1;
      }
    }
    free(before.bytes[i]);
  }
}

/* A program that a thread finishes after its end was reported. */
typedef struct late {
  const vconform_adapter* inner;
  void* context;
  vconform_step* steps;
  uint64_t step_count;
  vconform_memories memories;
  long wait;
} late;

static void* finish_late(void* wanted) {
  late* work = wanted;
  const struct timespec wait = {work->wait / 1000, work->wait % 1000 * 1000000};
  nanosleep(&wait, NULL);
  work->inner->execute(work->context, work->steps, work->step_count, &work->memories);
  return NULL;
}

static uint32_t execute_late(const vconform_adapter* inner, void* context,
                             const vconform_step* steps, uint64_t step_count,
                             const vconform_memories* memories, long wait) {
  late* work = malloc(sizeof *work);
  const size_t size = step_count * sizeof *steps;
  *work = (late){inner, context, malloc(size == 0 ? 1 : size), step_count, *memories, wait};
  memcpy(work->steps, steps, size);
  pthread_t thread;
  if (pthread_create(&thread, NULL, finish_late, work) == 0) {
    pthread_detach(thread);
  }
  return VCONFORM_OK;
}

/* Writes a byte behind or before UB, or far from it. */
static void write_outside(const vconform_memories* memories, long distance) {
  const vconform_memory* ub = &memories->memory[VCONFORM_UB];
  if (ub->data != NULL) {
    ub->data[distance >= 0 ? (ptrdiff_t)ub->size + distance : distance] ^= 1;
  }
}

uint32_t hostile_execute(const vconform_adapter* inner, void* context, const vconform_step* steps,
                         uint64_t step_count, vconform_memories* memories) {
  static _Atomic unsigned calls;
  static _Atomic int running;
  long number = 0;
  const unsigned call = ++calls;
  if (hostile_wants("execute", "return", &number)) {
    return (uint32_t)number;
  }
  if (hostile_wants("execute", "late", &number)) {
    return execute_late(inner, context, steps, step_count, memories, number);
  }
  const int spoils = hostile_wants("execute", "spoil", NULL);
  const int alternates = hostile_wants("execute", "alternate", NULL);
  const int at_once = hostile_wants("execute", "spoil-at-once", NULL);
  if (!spoils && !alternates && !at_once) {
    const uint32_t status = inner->execute(context, steps, step_count, memories);
    if (hostile_wants("execute", "outside", &number)) {
      write_outside(memories, number);
    }
    return status;
  }
  const int others = running++;
  const copies before = copied(memories);
  /* Long enough for another thread to run at the same time on a busy machine. */
  const struct timespec wait = {0, at_once ? 500 * 1000 : 0};
  nanosleep(&wait, NULL);
  const uint32_t status = inner->execute(context, steps, step_count, memories);
  const int is_wrong = spoils || (alternates && call % 2 == 0) || (at_once && others > 0);
  spoil(memories, before, is_wrong ? 0x15 : 0);
  --running;
  return status;
}
