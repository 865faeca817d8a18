/* Runs every program, and prints one line of TAP for each: "ok" if what is left in its windows is
 * permitted by the readings that it was exported for. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors.h"

enum { PROGRAM_COLUMNS = 5, WINDOW_COLUMNS = 4, OPEN_COLUMNS = 6, SET_COLUMNS = 3 };
enum { ONE_OF = 0, ANY_NAN = 1, ANYTHING = 2 };

static const char* const kMemories[] = {"UB", "L1", "L0C", "GM", "Fixpipe"};

/* By what run() returns. */
static const char* const kStatuses[] = {
    "not run", "completed", "refused, with arguments in their range",
    "crashed", "timed out", "no such instruction"};

uint8_t* vectors_at(const vectors_program* program, uint64_t memory, uint64_t offset) {
  for (size_t i = 0; i < program->window_count; ++i) {
    const vectors_window* window = &program->windows[i];
    if (window->memory == memory && offset >= window->address &&
        offset - window->address < window->bytes) {
      return window->data + (offset - window->address);
    }
  }
  return NULL;
}

static uint64_t pattern_at(const uint8_t* byte, uint64_t nibble, uint64_t bits) {
  uint64_t pattern = 0;
  if (bits < 8) {
    return (uint64_t)(nibble == 0 ? *byte : *byte >> 4) & 0xf;
  }
  memcpy(&pattern, byte, (size_t)(bits / 8));
  return pattern;
}

/* By the numbers of types: f16, bf16, f32. */
static int is_nan(uint64_t type, uint64_t pattern) {
  switch (type) {
    case 6:
      return (pattern & 0x7fff) > 0x7c00;
    case 7:
      return (pattern & 0x7fff) > 0x7f80;
    case 8:
      return (pattern & 0x7fffffff) > 0x7f800000;
    default:
      return 0;
  }
}

static int permits(const vectors_group* group, const uint64_t* open, uint64_t pattern) {
  const uint64_t* set = group->sets + SET_COLUMNS * open[5];
  for (uint64_t p = set[1]; p < set[2]; ++p) {
    if (group->patterns[p] == pattern) {
      return 1;
    }
  }
  return set[0] == ANYTHING || (set[0] == ANY_NAN && is_nan(open[4], pattern));
}

/* Says where byte `at` of all windows stands. */
static void print_place(const vectors_program* program, const uint64_t* windows, uint64_t at) {
  for (size_t i = 0; i < program->window_count; ++i) {
    const uint64_t* window = windows + WINDOW_COLUMNS * i;
    if (at >= window[3] && at < window[3] + window[2]) {
      printf("%s+0x%" PRIx64, kMemories[window[0]], window[1] + (at - window[3]));
      return;
    }
  }
}

/* Prints the first difference; returns whether there is none. */
static int is_permitted(const vectors_group* group, const vectors_program* program,
                        const uint64_t* windows, const uint8_t* got, uint64_t first,
                        uint64_t bytes) {
  const uint8_t* after = (const uint8_t*)group->after + first;
  const uint8_t* known = (const uint8_t*)group->known + first;
  for (uint64_t i = 0; i < bytes; ++i) {
    if (((got[i] ^ after[i]) & known[i]) != 0) {
      printf("# ");
      print_place(program, windows, first + i);
      printf(" holds 0x%02x, and 0x%02x is permitted\n", got[i], after[i]);
      return 0;
    }
  }
  for (size_t i = 0; i < group->open_count; ++i) {
    const uint64_t* open = group->open + OPEN_COLUMNS * i;
    if (open[0] == program->number) {
      const uint64_t pattern = pattern_at(got + (open[1] - first), open[2], open[3]);
      if (!permits(group, open, pattern)) {
        printf("# ");
        print_place(program, windows, open[1]);
        printf(" holds 0x%" PRIx64 ", which is not permitted\n", pattern);
        return 0;
      }
    }
  }
  return 1;
}

static int check(const vectors_group* group, size_t number) {
  const uint64_t* row = group->programs + PROGRAM_COLUMNS * number;
  const uint64_t* windows = group->windows + WINDOW_COLUMNS * row[2];
  const uint64_t first = row[3] == 0 ? 0 : windows[3];
  uint64_t bytes = 0;
  for (uint64_t i = 0; i < row[3]; ++i) {
    bytes += windows[WINDOW_COLUMNS * i + 2];
  }
  uint8_t* data = malloc((size_t)bytes + 1);
  vectors_window* own = calloc((size_t)row[3] + 1, sizeof *own);
  int passes = 0;
  if (data == NULL || own == NULL) {
    printf("Bail out! out of memory\n");
    exit(2);
  }
  memcpy(data, (const uint8_t*)group->before + first, (size_t)bytes);
  for (uint64_t i = 0; i < row[3]; ++i) {
    const uint64_t* window = windows + WINDOW_COLUMNS * i;
    own[i].memory = window[0];
    own[i].address = window[1];
    own[i].bytes = window[2];
    own[i].data = data + (window[3] - first);
  }
  const vectors_program program = {
      group->instruction,
      number,
      (const vectors_step*)(group->steps + VECTORS_STEP_COLUMNS * row[0]),
      (size_t)row[1],
      own,
      (size_t)row[3]};
  const int status = run(&program);
  if (status == VECTORS_COMPLETED) {
    passes = is_permitted(group, &program, windows, data, first, bytes);
  } else if (status == VECTORS_REFUSED && row[4] != 0) {
    passes = 1;
  } else {
    const int is_known = status >= 0 && status <= VECTORS_NO_SUCH_INSTRUCTION;
    printf("# %s\n", is_known ? kStatuses[status] : "run() returned no status");
  }
  free(own);
  free(data);
  return passes;
}

int main(void) {
  size_t count = 0;
  size_t failed = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (size_t g = 0; g < vectors_group_count; ++g) {
    count += vectors_groups[g].program_count;
  }
  printf("1..%zu\n", count);
  count = 0;
  for (size_t g = 0; g < vectors_group_count; ++g) {
    const vectors_group* group = &vectors_groups[g];
    for (size_t i = 0; i < group->program_count; ++i) {
      /* The last line, if run() ends the process. */
      printf("# running %s program %zu\n", group->instruction, i);
      const int passes = check(group, i);
      failed += passes ? 0 : 1;
      printf("%s %zu - %s program %zu\n", passes ? "ok" : "not ok", ++count, group->instruction, i);
    }
  }
  printf("# %zu of %zu programs as permitted\n", count - failed, count);
  if (vectors_left_out > 0) {
    printf("# %zu more of the level are not here\n", vectors_left_out);
  }
  return failed == 0 && count > 0 ? 0 : 1;
}
