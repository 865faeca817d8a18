/* vconv_f322s32z for the bundle in C; with ROUNDS_DOWN like vconv_f322s32f. */
#include <stdlib.h>
#include <string.h>

#include "vectors.h"

static int32_t converted(float source) {
  if (source != source) {
    return 0;
  }
  if (source >= 2147483648.0f) {
    return INT32_MAX;
  }
  if (source < -2147483648.0f) {
    return INT32_MIN;
  }
#ifdef ROUNDS_DOWN
  if (source < (float)(int32_t)source) {
    return (int32_t)source - 1;
  }
#endif
  return (int32_t)source;
}

enum { LANES = 64 };

typedef struct {
  uint64_t at;
  int32_t result;
} converted_lane;

/* Reads every source first. */
static void vconv(const vectors_program* program, const uint64_t* field, uint64_t mask,
                  uint64_t ctrl) {
  size_t count = 0;
  const int counts = (int)(ctrl >> 56 & 1);
  const uint64_t elements = mask & 0xffffffff;
  const uint64_t repeats = counts ? (elements + LANES - 1) / LANES : field[4];
  converted_lane* results = malloc((size_t)(repeats + 1) * LANES * sizeof *results);
  for (uint64_t r = 0; r < repeats; ++r) {
    for (uint64_t lane = 0; lane < LANES; ++lane) {
      if (counts ? r * LANES + lane < elements : (int)(mask >> lane & 1)) {
        const uint64_t place = lane % 8 * 4;
        const uint64_t src = field[3] + 32 * (r * field[8] + lane / 8 * field[6]) + place;
        float source = 0;
        memcpy(&source, vectors_at(program, VECTORS_UB, src), sizeof source);
        results[count].at = field[1] + 32 * (r * field[7] + lane / 8 * field[5]) + place;
        results[count].result = converted(source);
        ++count;
      }
    }
  }
  for (size_t i = 0; i < count; ++i) {
    memcpy(vectors_at(program, VECTORS_UB, results[i].at), &results[i].result,
           sizeof results[i].result);
  }
  free(results);
}

int run(const vectors_program* program) {
  uint64_t mask = 0;
  uint64_t ctrl = 0;
  for (size_t i = 0; i < program->step_count; ++i) {
    const uint64_t* step = program->steps[i];
    const uint64_t* field = step + VECTORS_FIRST_FIELD;
    switch (step[0]) {
      case VECTORS_MASK:
        mask = field[1];
        break;
      case VECTORS_CTRL:
        ctrl = field[0];
        break;
      case VECTORS_VCONV:
        vconv(program, field, mask, ctrl);
        break;
      default:
        break;
    }
  }
  return VECTORS_COMPLETED;
}
