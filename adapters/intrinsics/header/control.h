/* Control of whatever executes the intrinsics: the record of one call, the observer of all calls,
 * the backend, the memories. C11 and C++17; only vconform_adapter.h is included.
 *
 * libvconform_intrinsics.so exports all functions here. Whoever else implements the prototypes
 * needs none of them: the callers reach begin and end by weak references, and check arguments
 * themselves if there are none.
 *
 * One core is modelled: the calls of a process come from one thread at a time.
 */
#ifndef VCONFORM_INTRINSICS_CONTROL_H
#define VCONFORM_INTRINSICS_CONTROL_H

#include "adapters/vconform_adapter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- One call ---- */

/* An argument as the caller wrote it, before it is narrowed to the type of the prototype. Operands
 * are addresses; words of 64 bits and alphas are bit patterns, of which every value fits. */
typedef struct vconform_argument {
  const char* name; /* as on the page */
  int64_t value;
  int64_t least; /* the range of the prototype's type */
  int64_t most;
} vconform_argument;

typedef struct vconform_call {
  uint32_t struct_size;
  uint32_t line;        /* 0: unknown, the exact prototype was called */
  const char* function; /* "vconv_f322f16r" */
  const char* types;    /* the types of the operands, "half*, float*"; "" without operands */
  const char* file;     /* null: unknown */
  const vconform_argument* arguments;
  uint64_t argument_count;
} vconform_call;

/* The result of a call: VCONFORM_OK, UNSUPPORTED, REJECTED, ERROR, or one of these. */
enum {
  /* Executed, but the pages promise nothing about the result, nor does the backend. */
  VCONFORM_CALL_UNDEFINED = 16,
  /* An argument does not fit the type of the prototype: not executed, unless it has no effect. */
  VCONFORM_CALL_BAD_ARGUMENT = 17
};

/* ---- Callers ---- */

/* Before the documented symbol is called: 0 if the call must not be made. */
VCONFORM_EXPORT int vconform_intrinsics_begin(const vconform_call* call);
/* Afterwards: the result of the call is known. */
VCONFORM_EXPORT void vconform_intrinsics_end(const vconform_call* call);
/* A name that is declared only was used: the call is unsupported. */
VCONFORM_EXPORT void vconform_intrinsics_not_modelled(const vconform_call* call);

/* ---- Observer ---- */

/* Sees every call once, after it was executed or refused: register writes, barriers, flags and
 * queries as well. `message` is one line, or "" for VCONFORM_OK. The call is valid during the
 * function only. An observer replaces the lines on stderr. */
typedef struct vconform_observer {
  uint32_t struct_size;
  uint32_t reserved;
  void* context;
  void (*called)(void* context, const vconform_call* call, uint32_t status, const char* message);
} vconform_observer;

/* Copies the observer; null removes it. */
VCONFORM_EXPORT void vconform_intrinsics_observe(const vconform_observer* observer);

/* Without an observer, a call whose status is not VCONFORM_OK is a line on stderr, once for each
 * place in the source. The calls so far with such a status. */
VCONFORM_EXPORT uint64_t vconform_intrinsics_failures(void);

/* ---- Backend and state ---- */

/* Executes what follows on this backend: golden, golden:RULE=READING, eigen, x86, mutant:NAME, the
 * path of a shared library with the C ABI. Registers and memories stay. Returns 0, or 1 for an
 * unknown name and 2 for a backend that cannot be loaded; the backend then stays as it was. The
 * environment variable VCONFORM_ON names the first backend; without it, that is golden. */
VCONFORM_EXPORT int vconform_intrinsics_use(const char* backend);
/* The failure of the last vconform_intrinsics_use in one line, or "". */
VCONFORM_EXPORT const char* vconform_intrinsics_error(void);

/* Registers as at the entry of a kernel: MASK all ones, everything else 0. Memories stay. */
VCONFORM_EXPORT void vconform_intrinsics_reset(void);
/* A register, VCONFORM_REGISTER_...; word 1 is that of the mask and of DEQSCALE. */
VCONFORM_EXPORT uint64_t vconform_intrinsics_register(uint32_t register_id, uint32_t word);

/* The host's pointer to byte `offset` of a memory, VCONFORM_UB...; null beyond its end. The symbol
 * is vconform_memory, which in C is a struct of the ABI. */
VCONFORM_EXPORT void* vconform_memory_at(int memory, uint64_t offset) __asm__("vconform_memory");

/* ---- The API layer ---- */

/* The operands' offsets hold addresses as in the prototypes: the host's pointers, or offsets. */
VCONFORM_EXPORT void vconform_intrinsics_cast_deq(const vconform_cast_deq* call);
VCONFORM_EXPORT void vconform_intrinsics_data_copy(const vconform_data_copy* call);
/* SetDeqScale: a deq_factor, or the bits of a half. */
VCONFORM_EXPORT void vconform_intrinsics_deq_scale(uint64_t word);
/* The tensor form of SetDeqScale: stores 16 words at `address` in UB, which goes into DEQSCALE. */
VCONFORM_EXPORT void vconform_intrinsics_deq_vector(uint64_t address, const uint64_t* words);

#ifdef __cplusplus
}
#endif

#endif /* VCONFORM_INTRINSICS_CONTROL_H */
