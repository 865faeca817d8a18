/* Programs of conversion instructions, and what is permitted after them. C11, little-endian hosts.
 *
 * Each program begins by writing zero to every register. Its steps act on memories (UB, L1, L0C,
 * GM, the Fixpipe buffer), of which only windows matter: bytes [address, address + bytes).
 */
#ifndef VECTORS_H
#define VECTORS_H

#include <stddef.h>
#include <stdint.h>

/* A row of a step: its kind, the number of its instruction (of a register write 0), its fields in
 * the order of the table in README.md. An address is the number of a memory and an offset. */
enum { VECTORS_STEP_COLUMNS = 24, VECTORS_FIRST_FIELD = 2 };
typedef uint64_t vectors_step[VECTORS_STEP_COLUMNS];

/* Numbers of memories. */
enum { VECTORS_UB = 0, VECTORS_L1 = 1, VECTORS_L0C = 2, VECTORS_GM = 3, VECTORS_FIXPIPE = 4 };

/* Kinds of steps. */
enum {
  VECTORS_MASK = 0,
  VECTORS_CTRL = 1,
  VECTORS_DEQSCALE = 2,
  VECTORS_ND_PARA = 3,
  VECTORS_LRELU_ALPHA = 4,
  VECTORS_QUANT_PRE = 5,
  VECTORS_FPC = 6,
  VECTORS_VCONV = 7,
  VECTORS_CAST_DEQ_COUNT = 8,
  VECTORS_CAST_DEQ_MASK = 9,
  VECTORS_CAST_DEQ_BITWISE = 10,
  VECTORS_COPY_MATRIX = 11,
  VECTORS_DATA_COPY = 12
};

/* What run() returns. */
enum {
  VECTORS_NOT_RUN = 0,
  VECTORS_COMPLETED = 1,
  VECTORS_REFUSED = 2,
  VECTORS_CRASHED = 3,
  VECTORS_TIMED_OUT = 4,
  VECTORS_NO_SUCH_INSTRUCTION = 5
};

typedef struct vectors_window {
  uint64_t memory;
  uint64_t address;
  uint64_t bytes;
  uint8_t* data; /* the bytes before; run() leaves those after the program here */
} vectors_window;

typedef struct vectors_program {
  const char* instruction; /* that it is about */
  uint64_t number;         /* among those of the instruction */
  const vectors_step* steps;
  size_t step_count;
  vectors_window* windows;
  size_t window_count;
} vectors_program;

/* To be filled in: run.c. Writes outside of the windows are not seen. */
int run(const vectors_program* program);

/* Byte `offset` of a memory, as far as a window has it; else null. */
uint8_t* vectors_at(const vectors_program* program, uint64_t memory, uint64_t offset);

/* By the numbers in steps. */
extern const char* const vectors_instructions[];
extern const char* const vectors_kinds[];

/* The tables of data.c; check.c reads them. */
typedef struct vectors_group {
  const char* instruction;
  size_t program_count;
  size_t open_count;
  const uint64_t* programs; /* 5: first step, steps, first window, windows, may be refused */
  const uint64_t* steps;
  const uint64_t* windows; /* 4: memory, address, bytes, at */
  const uint64_t* before;  /* bytes */
  const uint64_t* after;
  const uint64_t* known;
  const uint64_t* open; /* 6: program, at, nibble, bits, type, set */
  const uint64_t* sets; /* 3: kind, first and end of patterns */
  const uint64_t* patterns;
} vectors_group;

extern const vectors_group vectors_groups[];
extern const size_t vectors_group_count;
/* Programs of the level that did not fit, and are not here. */
extern const size_t vectors_left_out;

#endif
