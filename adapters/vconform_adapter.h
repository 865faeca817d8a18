/* The C ABI of vconform: what a library exports to be certified.
 *
 * C11, no include but <stdint.h>. A library exports one function, vconform_get_adapter(), which
 * returns a table. The suite creates a context, asks for the capabilities, and hands over programs:
 * arrays of steps, each a register write or an instruction, with the memories they act on. In C++20
 * vconform.hpp makes a class of it.
 *
 * Ownership: everything the suite passes belongs to the suite and is valid during the call only.
 * Everything a library returns (the table, names, capabilities, error texts) belongs to the
 * library; the table lives as long as the library is loaded, the rest until the context is
 * destroyed or, for last_error, until the next call with that context.
 *
 * Threads: one context is used by one thread at a time. Different contexts are used concurrently
 * only if the capabilities say VCONFORM_THREAD_SAFE.
 *
 * Registers: a program starts with every register zero. Nothing of a program may reach the next.
 *
 * Growth: structs that the suite and a library exchange carry their size in bytes. Whoever reads a
 * struct reads no further than that size; what is missing counts as zero.
 *
 * All words are in the byte order of the host, which must be little-endian. Reserved fields are
 * zero.
 */
#ifndef VCONFORM_ADAPTER_H
#define VCONFORM_ADAPTER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VCONFORM_ABI_VERSION 1u

#if defined(_WIN32)
#define VCONFORM_EXPORT __declspec(dllexport)
#else
#define VCONFORM_EXPORT __attribute__((visibility("default")))
#endif

/* ---- Words ---- */

/* What execute(), convert() and element() return. */
enum {
  VCONFORM_OK = 0,
  VCONFORM_UNSUPPORTED = 1, /* no such instruction, mode or feature; memories may be anything */
  VCONFORM_REJECTED = 2,    /* the arguments are outside the documented range; nothing written */
  VCONFORM_ERROR = 3        /* the library failed; last_error() says how */
};

/* Number types. An s4 array holds element 2k in the low nibble of byte k. */
enum {
  VCONFORM_S4 = 0,
  VCONFORM_S8 = 1,
  VCONFORM_S16 = 2,
  VCONFORM_S32 = 3,
  VCONFORM_S64 = 4,
  VCONFORM_U8 = 5,
  VCONFORM_F16 = 6,
  VCONFORM_BF16 = 7,
  VCONFORM_F32 = 8,
  /* Types that DataCopy moves and no instruction converts. */
  VCONFORM_U16 = 9,
  VCONFORM_U32 = 10,
  VCONFORM_U64 = 11,
  VCONFORM_F64 = 12
};

/* Rounding suffixes of vconv. */
enum {
  VCONFORM_ROUND_NULL = 0, /* no suffix */
  VCONFORM_ROUND_R = 1,    /* nearest, ties to even */
  VCONFORM_ROUND_A = 2,    /* nearest, ties away from zero */
  VCONFORM_ROUND_F = 3,    /* floor */
  VCONFORM_ROUND_C = 4,    /* ceil */
  VCONFORM_ROUND_Z = 5,    /* toward zero */
  VCONFORM_ROUND_O = 6     /* to odd, von Neumann */
};

enum {
  VCONFORM_UB = 0,
  VCONFORM_L1 = 1,
  VCONFORM_L0C = 2,
  VCONFORM_GM = 3,
  VCONFORM_FIXPIPE_BUFFER = 4,
  VCONFORM_MEMORY_COUNT = 5
};

/* Logical positions (TPosition), for DataCopy. */
enum {
  VCONFORM_VECIN = 0,
  VCONFORM_VECCALC = 1,
  VCONFORM_VECOUT = 2,
  VCONFORM_A1 = 3,
  VCONFORM_B1 = 4,
  VCONFORM_TSCM = 5,
  VCONFORM_CO1 = 6,
  VCONFORM_CO2 = 7,
  VCONFORM_POSITION_GM = 8
};

/* ---- Memories ---- */

/* `data` is aligned to 64 bytes, `size` in bytes; 0 (and `data` null) if the program has no such
 * memory. A library writes only to the destinations of its steps. */
typedef struct vconform_memory {
  uint8_t* data;
  uint64_t size;
} vconform_memory;

typedef struct vconform_memories {
  uint32_t struct_size;
  uint32_t reserved;
  vconform_memory memory[VCONFORM_MEMORY_COUNT]; /* indexed by VCONFORM_UB ... */
} vconform_memories;

/* Byte `offset` of a memory. Operands of vector instructions are in UB, 32-byte aligned; L1 32,
 * L0C and the Fixpipe buffer 64, GM 1. */
typedef struct vconform_address {
  uint64_t offset;
  uint32_t memory;
  uint32_t reserved;
} vconform_address;

/* ---- Steps ---- */

enum {
  VCONFORM_STEP_SET_REGISTER = 0,
  VCONFORM_STEP_VCONV = 1,
  VCONFORM_STEP_DEQ = 2,
  VCONFORM_STEP_CAST_DEQ = 3,
  VCONFORM_STEP_COPY_MATRIX = 4,
  VCONFORM_STEP_DATA_COPY = 5,
  VCONFORM_STEP_OPERATION = 6 /* only for a library whose capabilities list operations */
};

enum {
  VCONFORM_REGISTER_MASK = 0,     /* value[0] = mask0 (elements 0..63), value[1] = mask1 */
  VCONFORM_REGISTER_CTRL = 1,     /* bits 48, 56 and 59 change conversions */
  VCONFORM_REGISTER_DEQSCALE = 2, /* value[0] = deq_factor, a half M, or an address in 32 B units;
                                     value[1] = 1 where set_deq_scale was given a tensor */
  VCONFORM_REGISTER_ND_PARA = 3,  /* set_nd_para */
  VCONFORM_REGISTER_LRELU_ALPHA = 4, /* set_lrelu_alpha: f32 bits */
  VCONFORM_REGISTER_QUANT_PRE = 5,   /* the scalar quant word of FIXPIPE */
  VCONFORM_REGISTER_FPC = 6          /* [7:0] * 64 and [15:8] * 128: where alphas (f32) and quant
                                   words (64 bits), one a column, stand in the Fixpipe buffer */
};

typedef struct vconform_set_register {
  uint32_t register_id;
  uint32_t reserved;
  uint64_t value[2]; /* value[1] is for the mask and DEQSCALE only */
} vconform_set_register;

/* vconv_{src}2{dst}{rnd_mode}. Strides in DataBlocks of 32 bytes, start to start. */
typedef struct vconform_vconv {
  uint32_t source_type;
  uint32_t destination_type;
  uint32_t rounding;
  uint32_t repeat; /* 0..255 */
  vconform_address dst;
  vconform_address src;
  uint16_t dstBlockStride;
  uint16_t srcBlockStride;
  uint16_t dstRepeatStride;
  uint16_t srcRepeatStride;
} vconform_vconv;

enum {
  VCONFORM_DEQS162B8H = 0,
  VCONFORM_DEQS162B8L = 1,
  VCONFORM_VDEQS162B8H = 2,
  VCONFORM_VDEQS162B8L = 3,
  VCONFORM_DEQS322F16 = 4 /* vconv_deq: s32 to f16 */
};

/* vconv_deqs162b8{h,l} take the deq_factor in DEQSCALE, vconv_vdeqs162b8{h,l} the 16 factors in UB
 * from DEQSCALE[13:0] * 32 on, vconv_deq the half in DEQSCALE[15:0]. Strides as above. */
typedef struct vconform_deq {
  uint32_t form;
  uint32_t destination_type; /* S8 or U8, the C type of dst; F16 for DEQS322F16 */
  uint32_t repeat;
  uint32_t reserved;
  vconform_address dst;
  vconform_address src;
  uint16_t dstBlockStride;
  uint16_t srcBlockStride;
  uint16_t dstRepeatStride;
  uint16_t srcRepeatStride;
} vconform_deq;

enum {
  VCONFORM_CAST_DEQ_COUNT = 0,      /* count */
  VCONFORM_CAST_DEQ_CONTIGUOUS = 1, /* mask[0]: the first n elements */
  VCONFORM_CAST_DEQ_BITWISE = 2     /* mask[0], mask[1]: bit masks */
};

/* CastDeq in its API form. The form COUNT takes count, dst, src, is_vec_deq and half_block, the
 * others everything except count. With is_set_mask 0, mask is a placeholder: MASK and CTRL keep the
 * values set before. No page says whether a mask that the call sets is used under CTRL[56] as it is
 * (cast.mask-form-ctrl56), nor what the form COUNT leaves in MASK and CTRL[56] (cast.count-leaves);
 * otherwise MASK is afterwards what the call set, CTRL as before. Flags are 0 or 1. */
typedef struct vconform_cast_deq {
  uint32_t form;
  uint32_t source_type;      /* S16 or S32 */
  uint32_t destination_type; /* S8 or U8; F16 */
  uint32_t count;
  uint64_t mask[2];
  vconform_address dst;
  vconform_address src;
  uint32_t repeat_time;
  uint16_t dstBlkStride; /* UnaryRepeatParams */
  uint16_t srcBlkStride;
  uint16_t dstRepStride;
  uint16_t srcRepStride;
  uint8_t is_set_mask;
  uint8_t is_vec_deq;
  uint8_t half_block;
  uint8_t reserved;
} vconform_cast_deq;

/* Codes of QuantPRE. A vector code (V...) takes a quant word for each column from the Fixpipe
 * buffer, the others the register QUANT_PRE, or none. */
enum {
  VCONFORM_QUANT_NONE = 0,
  VCONFORM_QUANT_F322F16 = 1,
  VCONFORM_QUANT_VREQ8 = 8,
  VCONFORM_QUANT_REQ8 = 9,
  VCONFORM_QUANT_VDEQF16 = 10,
  VCONFORM_QUANT_DEQF16 = 11,
  VCONFORM_QUANT_VSHIFTS322S16 = 12,
  VCONFORM_QUANT_SHIFTS322S16 = 13,
  VCONFORM_QUANT_F322BF16 = 16,
  VCONFORM_QUANT_VREQ4 = 21,
  VCONFORM_QUANT_REQ4 = 22,
  VCONFORM_QUANT_VQF322B8_PRE = 23,
  VCONFORM_QUANT_QF322B8_PRE = 24,
  VCONFORM_QUANT_VQF322S4 = 25,
  VCONFORM_QUANT_QF322S4 = 26
};

/* copy_matrix_cc_to_cbuf (dst in L1), copy_matrix_cc_to_gm (dst in GM) and their _b4 forms
 * (destination_type S4). */
typedef struct vconform_copy_matrix {
  uint32_t source_type; /* F32 or S32 */
  uint32_t destination_type;
  vconform_address dst;
  vconform_address src; /* in L0C */
  uint64_t QuantPRE;
  uint32_t dstStride_dst_D; /* 32 B; elements with NZ2ND_EN */
  uint32_t NSize;
  uint32_t MSize;
  uint32_t srcStride; /* C0 rows of 16 elements */
  uint8_t sid;
  uint8_t UnitFlagMode;
  uint8_t ReLUPRE;
  uint8_t channelSplit;
  uint8_t NZ2ND_EN;
  uint8_t reserved[3];
} vconform_copy_matrix;

enum {
  VCONFORM_BLOCK_MODE_NORMAL = 0,
  VCONFORM_BLOCK_MODE_MATRIX = 1,
  VCONFORM_BLOCK_MODE_VECTOR = 2
};

enum {
  VCONFORM_DEQ_NONE = 0,
  VCONFORM_DEQ = 1,
  VCONFORM_VDEQ = 2,
  VCONFORM_DEQ8 = 3,
  VCONFORM_VDEQ8 = 4,
  VCONFORM_DEQ16 = 5,
  VCONFORM_VDEQ16 = 6
};

/* DataCopy with DataCopyParams and DataCopyEnhancedParams. */
typedef struct vconform_data_copy {
  uint32_t source_type;
  uint32_t destination_type;
  uint32_t source_position;
  uint32_t destination_position;
  vconform_address dst;
  vconform_address src;
  uint16_t blockCount;
  uint16_t blockLen;
  uint16_t srcStride;
  uint16_t dstStride;
  uint32_t blockMode;
  uint32_t deqScale;
  uint64_t deqValue;
  uint64_t deqTensorAddr; /* bytes, in UB */
  uint8_t sidStoreMode;
  uint8_t isRelu;
  uint8_t padMode;
  uint8_t reserved[5];
  uint64_t padValue;
} vconform_data_copy;

#define VCONFORM_OPERATION_NAME_BYTES 48

/* An operation of vconform_lowering.h on rows x cols elements; strides in elements from row to row,
 * in NZ from one block of columns to the next. `name` is that of the operation and its rounding,
 * "tcvt_f32_f16_r". The registers hold these values when it is called, whatever was set before. */
typedef struct vconform_operation_step {
  char name[VCONFORM_OPERATION_NAME_BYTES]; /* ends with a zero */
  vconform_address dst;
  vconform_address src;
  vconform_address scratch;
  uint32_t rows;
  uint32_t cols;
  uint32_t dst_stride;
  uint32_t src_stride;
  uint64_t scratch_bytes;
  uint64_t ctrl;
  uint64_t mask[2];
  uint64_t deqscale;
  uint64_t fixpipe[4]; /* ND_PARA, LRELU_ALPHA, QUANT_PRE, FPC */
  /* Parameters of an operation that quantises: the word of all columns, or where there is one for
   * each; the alpha as f32 bits, or where there is one for each column. */
  uint64_t quant;
  vconform_address quants;
  vconform_address alphas;
  uint32_t alpha;
  uint32_t reserved;
} vconform_operation_step;

typedef struct vconform_step {
  uint32_t struct_size; /* of vconform_step: the distance to the next step */
  uint32_t kind;
  union {
    vconform_set_register set_register;
    vconform_vconv vconv;
    vconform_deq deq;
    vconform_cast_deq cast_deq;
    vconform_copy_matrix copy_matrix;
    vconform_data_copy data_copy;
    vconform_operation_step operation;
    uint64_t reserved[32];
  } as;
} vconform_step;

/* The step behind `step` in a program. A suite of a later version has longer steps than a library
 * built against this header knows, so that steps[i] would be the wrong place. */
static inline const vconform_step* vconform_next_step(const vconform_step* step) {
  return (const vconform_step*)((const unsigned char*)step + step->struct_size);
}

/* ---- Capabilities ---- */

enum {
  VCONFORM_FAMILY_VCONV = 0,
  VCONFORM_FAMILY_DEQ = 1,
  VCONFORM_FAMILY_CAST_DEQ = 2,
  VCONFORM_FAMILY_COPY_MATRIX = 3,
  VCONFORM_FAMILY_DATA_COPY = 4
};

struct vconform_operation; /* vconform_lowering.h */

/* Features of a row. A case that needs a feature the row lacks is not run against the library.
 * MASK, COUNTER, REPEAT and STRIDES depend on the form:
 *
 * - vconv, deq: MASK is an inactive lane; COUNTER is CTRL[56]=1, so that MASK counts elements;
 *   REPEAT is a repeat other than 1, or a count of more than one repeat; STRIDES is a block stride
 *   other than 1, or a repeat stride other than the blocks of the operand.
 * - cast_deq: as for the instructions that it stands for. The form COUNT needs COUNTER; the others
 *   need it if CTRL[56] is 1 before the call.
 * - copy_matrix: STRIDES is a srcStride other than MSize rounded up to 16, or gaps that
 *   dstStride_dst_D or nd_para leave. REPEAT is never needed.
 * - data_copy: REPEAT is a blockCount other than 1, STRIDES a srcStride or dstStride other than 0.
 * - of both copies MASK and COUNTER say that these registers may hold something, to be ignored.
 *
 * For rows served by convert() and element() the suite does these four and IN_PLACE itself, and for
 * element() ND, CHANNEL_SPLIT and VECTOR_QUANT too, whatever the row claims; SATURATE, KEEP_INF,
 * CTRL59, RELU and its modes stay claims of the library. */
enum {
  /* A row with half results claims one of the first two, or both. */
  VCONFORM_FEATURE_SATURATE = 1 << 0, /* half results with CTRL[48]=0 */
  VCONFORM_FEATURE_KEEP_INF = 1 << 1, /* half results with CTRL[48]=1 */
  VCONFORM_FEATURE_CTRL59 = 1 << 2,   /* CTRL[59]=1, whatever it does */
  VCONFORM_FEATURE_MASK = 1 << 3,     /* masks other than all ones */
  VCONFORM_FEATURE_COUNTER = 1 << 4,  /* counter mode, CTRL[56]=1 */
  VCONFORM_FEATURE_REPEAT = 1 << 5,   /* repeat other than 1 */
  VCONFORM_FEATURE_STRIDES = 1 << 6,  /* strides other than the contiguous ones */
  VCONFORM_FEATURE_IN_PLACE = 1 << 7, /* operands that overlap legally */
  /* For copies. */
  VCONFORM_FEATURE_RELU = 1 << 8,           /* in every mode that the row has */
  VCONFORM_FEATURE_ND = 1 << 9,             /* NZ2ND_EN */
  VCONFORM_FEATURE_CHANNEL_SPLIT = 1 << 10, /* channelSplit */
  VCONFORM_FEATURE_VECTOR_QUANT = 1 << 11,  /* quant words or alphas from the Fixpipe buffer */
  /* Of copy_matrix, for those that have not all of RELU: a mode by its code in ReLUPRE. Alphas of
   * PRELU stand in the Fixpipe buffer: it is tried in rows that claim VECTOR_QUANT too. */
  VCONFORM_FEATURE_RELU_NORMAL = 1 << 12,
  VCONFORM_FEATURE_RELU_LEAKY = 1 << 13,
  VCONFORM_FEATURE_RELU_PRELU = 1 << 14,
  VCONFORM_FEATURE_ALL = 0xfff /* RELU in all modes among them */
};

/* How a row is served: at most one of these bits in its features. Without one, execute() serves it
 * if the table has that; otherwise convert() a row of vconv, and element() any other. */
enum {
  VCONFORM_BY_EXECUTE = 1 << 16,
  VCONFORM_BY_CONVERT = 1 << 17, /* rows of vconv */
  VCONFORM_BY_ELEMENT = 1 << 18  /* deq, cast_deq, copy_matrix, and data_copy from CO1 to CO2 */
};

/* `variant` of a row of data_copy: a path (VCONFORM_VECIN ...) and its computation. isRelu is 1 in
 * the rows of VCONFORM_DEQ_NONE with ReLU, which are rows of their own; elsewhere it is 0 and ReLU
 * a feature. */
#define VCONFORM_DATA_COPY_VARIANT(source_position, destination_position, deqScale, isRelu) \
  ((uint32_t)(source_position) << 24 | (uint32_t)(destination_position) << 16 |             \
   (uint32_t)(deqScale) << 8 | (uint32_t)(isRelu))

/* One row that a library claims; UNSUPPORTED on it is then a broken claim. */
typedef struct vconform_capability {
  uint32_t family;
  uint32_t variant; /* vconv, cast_deq: 0; deq: form; copy_matrix: memory of dst; data_copy: see
                       VCONFORM_DATA_COPY_VARIANT */
  uint32_t source_type;
  uint32_t destination_type;
  uint32_t roundings; /* bit VCONFORM_ROUND_x; 1 for families without a rounding suffix */
  uint32_t features;
} vconform_capability;

/* Flags of capabilities. */
enum {
  VCONFORM_ARGUMENT_CHECKING = 1 << 0, /* arguments outside the documented range are REJECTED */
  VCONFORM_THREAD_SAFE = 1 << 1        /* contexts may be used concurrently */
};

/* The order in which overlapping operands are read and written (rule walk.order). */
enum {
  VCONFORM_ORDER_UNDECLARED = 0,
  VCONFORM_ORDER_REPEAT = 1,
  VCONFORM_ORDER_BLOCK = 2,
  VCONFORM_ORDER_SNAPSHOT = 3
};

typedef struct vconform_capabilities {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t overlap_order;
  uint32_t stride_bits; /* 1 to 16: strides up to 2^stride_bits - 1 are honoured; 0 means 8 */
  uint32_t row_count;
  uint32_t row_size; /* sizeof(vconform_capability) */
  const vconform_capability* rows;
  /* Permissive readings asked for, each "rule=reading". They weaken the certificate, which lists
   * them. */
  uint32_t choice_count;
  uint32_t reserved;
  const char* const* choices;
  /* The bytes of the largest memory that the library can be given, at least 2^24; 0 means 2^24. The
   * suite has a GM of up to 2^38 bytes, of which only the pages exist that somebody touches: a
   * library that copies or scans all of it must not ask for it. */
  uint64_t largest_memory;
  /* Operations, of a library that serves VCONFORM_STEP_OPERATION; vconform_lowering.h. */
  const struct vconform_operation* operations;
  uint32_t operation_count;
  uint32_t operation_size; /* sizeof(vconform_operation) */
} vconform_capabilities;

/* ---- What an operation did ---- */

/* A call that the last operation issued. Texts end with a zero. Of more calls than
 * VCONFORM_MOST_ISSUED only their number is read. */
enum { VCONFORM_ISSUED_ARGUMENTS = 8, VCONFORM_MOST_ISSUED = 1024 };
typedef struct vconform_issued {
  char function[40]; /* "vconv_f322f16r" */
  char file[40];     /* the end of its path; empty: not known */
  uint32_t line;
  uint32_t status; /* VCONFORM_OK, or a status of intrinsics/header/control.h */
  uint32_t argument_count;
  uint32_t reserved;
  int64_t arguments[VCONFORM_ISSUED_ARGUMENTS]; /* in the order of the page; operands as offsets */
  uint64_t mask[2];
  uint64_t ctrl;
  uint64_t deqscale;
  uint64_t fixpipe[4]; /* as in vconform_operation_step */
  /* What the backend was asked to execute for it, operands as offsets; kind 0: nothing. */
  vconform_step instruction;
} vconform_issued;

typedef struct vconform_report {
  uint32_t struct_size;
  uint32_t issued_size;    /* sizeof(vconform_issued) */
  uint64_t issued_count;   /* of all calls */
  uint64_t recorded_count; /* of those in `issued`, the first ones */
  const vconform_issued* issued;
  /* The first call that was not executed as the pages say, in one line; "" if there is none. */
  const char* problem;
  /* Registers at the end, as in vconform_operation_step. */
  uint64_t ctrl;
  uint64_t mask[2];
  uint64_t deqscale;
  uint64_t fixpipe[4];
} vconform_report;

/* ---- One element ---- */

/* ReLU, by the codes of ReLUPRE. */
enum {
  VCONFORM_RELU_NONE = 0,
  VCONFORM_RELU_NORMAL = 1, /* of a DataCopy isRelu */
  VCONFORM_RELU_LEAKY = 2,  /* alpha is one for all: set_lrelu_alpha */
  VCONFORM_RELU_PRELU = 3   /* alpha is that of the column */
};

/* An element of a dequantisation or of a copy that computes, for element(). Patterns stand in the
 * low bits, above them are zeros. */
typedef struct vconform_element {
  uint32_t struct_size;
  uint32_t family; /* family, variant and types as in the capability of the row */
  uint32_t variant;
  uint32_t source_type;
  uint32_t destination_type;
  uint32_t relu;   /* copies: VCONFORM_RELU_x; of data_copy NONE or NORMAL */
  uint64_t source; /* the pattern of the element */
  uint64_t word;   /* deq, cast_deq: the deq_factor, or of an s32 the half M; copy_matrix: the quant
                      word; data_copy: deqValue, or the element's word of the vector. Bits that no
                      field has may hold anything */
  uint64_t ctrl;   /* the CTRL register */
  uint32_t alpha;  /* f32 bits, for LEAKY and PRELU */
  uint32_t reserved;
} vconform_element;

/* ---- The table ---- */

/* One of many independent programs, for execute_batch. */
typedef struct vconform_program {
  const vconform_step* steps;
  uint64_t step_count;
  vconform_memories* memories;
  uint32_t status; /* out: what execute() would have returned */
  uint32_t reserved;
} vconform_program;

/* Never null: create, destroy, last_error, capabilities and one of execute, convert, element. */
typedef struct vconform_adapter {
  uint32_t struct_size;
  uint32_t abi_version; /* VCONFORM_ABI_VERSION */
  const char* name;     /* printable ASCII, at most 64 characters */
  const char* version;  /* likewise */

  /* Returns a context, or null if the library cannot start; last_error(null) then says why. */
  void* (*create)(void);
  void (*destroy)(void* context);
  /* One line about the last failure, or null. */
  const char* (*last_error)(void* context);
  const vconform_capabilities* (*capabilities)(void* context);

  /* Executes a program in order. Null in a library that has only convert() or element(). */
  uint32_t (*execute)(void* context, const vconform_step* steps, uint64_t step_count,
                      vconform_memories* memories);
  /* Optional: executes `count` programs in order, each with the same meaning as in execute(), which
   * stands beside it. Returns VCONFORM_OK if each has its status; otherwise each is executed by
   * itself. Called where the next programs are known; they are executed one by one, too. */
  uint32_t (*execute_batch)(void* context, vconform_program* programs, uint64_t count);
  /* Optional: converts an array of n elements, packed without gaps; `src` and `dst` do not overlap.
   * For libraries that only convert arrays: the suite applies masks, repeats and strides itself,
   * and the certificate says that addressing was not judged. `ctrl` is the CTRL register. Serves
   * rows of vconv, all of them if execute is null and those with VCONFORM_BY_CONVERT. */
  uint32_t (*convert)(void* context, const void* src, void* dst, uint64_t n, uint32_t source_type,
                      uint32_t destination_type, uint32_t rounding, uint64_t ctrl);
  /* Optional: what the last execute() did, of which the last step was an operation; null if none
   * was. Valid until the next call with that context. */
  const vconform_report* (*report)(void* context);
  /* Optional: one element of a dequantisation or of a copy that computes; `result` takes its
   * pattern, and holds what stood there before. The suite does masks, repeats, strides, layouts and
   * vectors of words itself, and the certificate says so. Serves such rows, all of them if execute
   * is null and those with VCONFORM_BY_ELEMENT. */
  uint32_t (*element)(void* context, const vconform_element* element, uint64_t* result);
} vconform_adapter;

/* Returns the table, or null if the library does not support `abi_version`. */
VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(uint32_t abi_version);

#ifdef __cplusplus
}
#endif

#endif /* VCONFORM_ADAPTER_H */
