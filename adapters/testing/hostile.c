/* The table of the library hostile, and the schedule of its attacks. */
#define _GNU_SOURCE
#include "adapters/testing/hostile.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <time.h>
#include <unistd.h>

enum { kMaxAttacks = 8 };

typedef struct attack {
  char when[32];
  long from;
  long every;
  long until;
  char what[32];
  long number;
} attack;

static attack attacks[kMaxAttacks];
static int attack_count;
static long openings = 1;
static _Atomic long executions;
static const vconform_adapter* inner;

/* Counts openings over all processes. Uses System V memory, since a worker may write no file. */
static void count_opening(void) {
  const char* key = getenv("VCONFORM_HOSTILE_STATE");
  const int id =
      key == NULL ? -1 : shmget((key_t)strtol(key, NULL, 10), sizeof(long), IPC_CREAT | 0600);
  long* shared = id < 0 ? (void*)-1 : shmat(id, NULL, 0);
  if (shared != (void*)-1) {
    openings = __atomic_add_fetch(shared, 1, __ATOMIC_SEQ_CST);
    shmdt(shared);
  }
}

static int parse(char* text, attack* parsed) {
  char* what = strchr(text, ':');
  if (what == NULL) {
    return 0;
  }
  *what++ = '\0';
  char* number = strchr(what, ':');
  if (number != NULL) {
    *number++ = '\0';
  }
  const char* every = strchr(text, '%');
  const char* from = strchr(text, '@');
  const char* until = strchr(text, '~');
  parsed->every = every == NULL ? 1 : strtol(every + 1, NULL, 10);
  parsed->from = from == NULL ? 1 : strtol(from + 1, NULL, 10);
  parsed->until = until == NULL ? LONG_MAX : strtol(until + 1, NULL, 10);
  parsed->number = number == NULL ? 0 : strtol(number, NULL, 10);
  snprintf(parsed->when, sizeof parsed->when, "%.*s", (int)strcspn(text, "@%~"), text);
  snprintf(parsed->what, sizeof parsed->what, "%s", what);
  return 1;
}

static void read_attacks(void) {
  const char* variable = getenv("VCONFORM_ATTACK");
  char* copy = strdup(variable == NULL ? "" : variable);
  char* rest = copy;
  for (char* one = strtok_r(rest, ",", &rest); one != NULL && attack_count < kMaxAttacks;
       one = strtok_r(NULL, ",", &rest)) {
    attack_count += parse(one, &attacks[attack_count]);
  }
  free(copy);
}

static int is_due(const attack* one, const char* when) {
  const long times = strcmp(when, "execute") == 0 ? executions : openings;
  return strcmp(one->when, when) == 0 && times >= one->from && times % one->every == 0 &&
         openings <= one->until;
}

static void run(const attack* one) {
  const hostile_action* const tables[] = {hostile_ends, hostile_processes, hostile_memory,
                                          hostile_files};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) {
    for (const hostile_action* action = tables[i]; action->name != NULL; ++action) {
      if (strcmp(action->name, one->what) == 0) {
        action->run(one->number);
      }
    }
  }
}

void hostile_at(const char* when) {
  for (int i = 0; i < attack_count; ++i) {
    if (is_due(&attacks[i], when)) {
      run(&attacks[i]);
    }
  }
}

void hostile_execution(void) {
  ++executions;
  hostile_at("execute");
}

int hostile_wants(const char* when, const char* what, long* number) {
  for (int i = 0; i < attack_count; ++i) {
    if (is_due(&attacks[i], when) && strcmp(attacks[i].what, what) == 0) {
      if (number != NULL) {
        *number = attacks[i].number;
      }
      return 1;
    }
  }
  return 0;
}

/* The number is the waiting time; the action itself gets 0. */
static void* later(void* wanted) {
  attack one = *(const attack*)wanted;
  const struct timespec wait = {one.number / 1000, one.number % 1000 * 1000000};
  nanosleep(&wait, NULL);
  one.number = 0;
  run(&one);
  return NULL;
}

static void start_later(void) {
  for (int i = 0; i < attack_count; ++i) {
    pthread_t thread;
    if (is_due(&attacks[i], "later") && pthread_create(&thread, NULL, later, &attacks[i]) == 0) {
      pthread_detach(thread);
    }
  }
}

__attribute__((constructor)) static void constructed(void) {
  count_opening();
  read_attacks();
  hostile_at("constructor");
}

__attribute__((destructor)) static void destructed(void) {
  hostile_at("destructor");
}

static void* create(void) {
  start_later();
  hostile_at("create");
  return hostile_wants("create", "refuse", NULL) ? NULL : inner->create();
}

static void destroy(void* context) {
  hostile_at("destroy");
  inner->destroy(context);
}

static const char* last_error(void* context) {
  static char flood[100000];
  hostile_at("last_error");
  if (hostile_wants("last_error", "flood", NULL)) {
    memset(flood, '\033', sizeof flood - 1);
    return flood;
  }
  return context == NULL ? "it does not want to" : inner->last_error(context);
}

static const vconform_capabilities* capabilities(void* context) {
  hostile_at("capabilities");
  return hostile_capabilities(inner->capabilities(context));
}

static uint32_t execute(void* context, const vconform_step* steps, uint64_t step_count,
                        vconform_memories* memories) {
  hostile_execution();
  return hostile_execute(inner, context, steps, step_count, memories);
}

static uint32_t execute_batch(void* context, vconform_program* programs, uint64_t count) {
  hostile_at("execute_batch");
  for (uint64_t i = 0; i < count; ++i) {
    programs[i].status =
        inner->execute(context, programs[i].steps, programs[i].step_count, programs[i].memories);
  }
  return VCONFORM_OK;
}

static int is_attacked(const char* when) {
  for (int i = 0; i < attack_count; ++i) {
    if (strcmp(attacks[i].when, when) == 0) {
      return 1;
    }
  }
  return 0;
}

static uint32_t convert(void* context, const void* src, void* dst, uint64_t n, uint32_t source_type,
                        uint32_t destination_type, uint32_t rounding, uint64_t ctrl) {
  long number = 0;
  hostile_execution();
  if (hostile_wants("execute", "return", &number)) {
    return (uint32_t)number;
  }
  const uint32_t status =
      inner->convert(context, src, dst, n, source_type, destination_type, rounding, ctrl);
  if (n > 0 && hostile_wants("execute", "spoil", NULL)) {
    *(uint8_t*)dst ^= 0x15;
  }
  return status;
}

static uint32_t element(void* context, const vconform_element* one, uint64_t* result) {
  long number = 0;
  hostile_execution();
  if (hostile_wants("execute", "return", &number)) {
    return (uint32_t)number;
  }
  const uint32_t status = inner->element(context, one, result);
  *result ^= hostile_wants("execute", "spoil", NULL) ? 0x15 : 0;
  return status;
}

/* Opened once, since the environment may change later. */
static const vconform_adapter* golden(void) {
  if (inner != NULL) {
    return inner;
  }
  const char* path = getenv("VCONFORM_HOSTILE_INNER");
  void* library = dlopen(path == NULL ? VCONFORM_GOLDEN_LIBRARY : path, RTLD_NOW | RTLD_LOCAL);
  const vconform_adapter* (*get)(uint32_t) = NULL;
  if (library != NULL) {
    *(void**)(&get) = dlsym(library, "vconform_get_adapter");
  }
  return get == NULL ? NULL : get(VCONFORM_ABI_VERSION);
}

VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(uint32_t abi_version) {
  static vconform_adapter table;
  hostile_at("get_adapter");
  inner = abi_version == VCONFORM_ABI_VERSION ? golden() : NULL;
  if (inner == NULL) {
    return NULL;
  }
  table = *inner;
  table.name = hostile_wants("get_adapter", "lie-name", NULL) ? "somebody-else" : "hostile";
  table.version = hostile_wants("get_adapter", "lie-version", NULL) ? "2" : "1";
  table.create = create;
  table.destroy = destroy;
  table.last_error = last_error;
  table.capabilities = capabilities;
  table.execute = inner->execute == NULL ? NULL : execute;
  table.convert = inner->convert == NULL ? NULL : convert;
  table.element = inner->element == NULL ? NULL : element;
  /* Without batches there is one moment for each program. */
  table.execute_batch = is_attacked("execute_batch") ? execute_batch : NULL;
  return &table;
}
