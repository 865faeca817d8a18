/* What a lowering exports to be certified: a library that calls the documented prototypes
 * (vconform_intrinsics.h), judged by operation with --backend lowering:LIB.so.
 *
 * It exports one function, vconform_get_operations(), which returns a table of operations. Each
 * converts a rectangle of elements from one type to another. vconform fills the memories, calls the
 * operation in a process of its own, and compares every element with what ONE conversion from the
 * source to the destination type gives, or exactly the declared chain of conversions, whatever the
 * operation issued. Of an operation that quantises, an element is what the element chain of its
 * family gives: CastDeq, FIXPIPE or DataCopy, with the declared ReLU. Nothing else may be written,
 * and CTRL is to be as it was.
 *
 * C11 and C++17. In C++ the helpers at the end make an entry of one line:
 *
 *   #include "adapters/vconform_lowering.h"
 *   #include "my_kernels.h"
 *   static void run(const vconform_operation_call* call) {
 *     my_convert((half*)call->dst, (float*)call->src, call->rows, call->cols, call->dst_stride);
 *   }
 *   static const vconform_operation kOperations[] = {
 *       vconform::lowering::operation<half, float>("my_convert", VCONFORM_ROUND_R, run)};
 *   VCONFORM_LOWERING("my kernels", "1.0", kOperations)
 *
 * and one that quantises:
 *
 *   static void run(const vconform_operation_call* call) {
 *     my_requantise((int8_t*)call->dst, (int32_t*)call->src, call->rows, call->cols, call->quant);
 *   }
 *   vconform::lowering::quantising<int8_t, int32_t>("my_requantise", VCONFORM_FAMILY_COPY_MATRIX,
 *                                                   run)
 *
 * Growth and ownership are those of vconform_adapter.h: structs carry their size, what is missing
 * counts as zero, and the table lives as long as the library is loaded.
 */
#ifndef VCONFORM_LOWERING_H
#define VCONFORM_LOWERING_H

#include "adapters/vconform_adapter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which results out of range an operation gives; without a bit of a pair, CTRL at entry decides as
 * for an instruction. Low bits are kept of finite values of every pair of types, and in each
 * conversion of a chain that gives integers, whatever instructions make of CTRL[59]; an infinity
 * still gives the limit on its side and a NaN 0. */
enum {
  VCONFORM_INTEGERS_SATURATE = 1, /* as under CTRL[59]=0 */
  VCONFORM_INTEGERS_KEEP_LOW_BITS = 2,
  VCONFORM_HALF_SATURATES = 4, /* f16 and bf16, as under CTRL[48]=0 */
  VCONFORM_HALF_KEEPS_INF = 8  /* as under CTRL[48]=1 */
};

/* Registers that an operation may leave changed. */
#define VCONFORM_CLOBBERS(register_id) (1u << (register_id))

/* The arguments with which an operation is never called. Whatever is excluded here is not judged,
 * and the certificate says so in its headline. */
enum {
  VCONFORM_NEVER_ALIGNED = 1,   /* operands and rows that begin at multiples of 32 bytes */
  VCONFORM_NEVER_UNALIGNED = 2, /* any other */
  VCONFORM_NEVER_STRIDED = 4    /* gaps between rows */
};

struct vconform_operation;

/* One call. Operands are pointers into the memories of the intrinsics: on-chip ones lie below 2^31,
 * GM anywhere. Element (i, j) of an operand is element i * stride + j from its pointer; s4 elements
 * lie two in a byte. In NZ with blocks of C columns it is element (j / C) * stride + i * C + j % C,
 * and stride is at least rows * C. `scratch` is aligned to 32 bytes, null without scratch_bytes.
 *
 * `quant`, and each element of `quants`, is a word with the fields of the family's page: of CastDeq
 * from s16 a deq_factor ([31:0] scale as f32 bits, [45:37] offset, [46] sign), from s32 a half in
 * [15:0]; of FIXPIPE a quant word (the same fields, and [35:32] N, a shift less 1, [36] MCB; for s4
 * the offset is [41:37]); of DataCopy a deqValue (as FIXPIPE, without the ReLU bit, 47) or with
 * VCONFORM_DEQ and VCONFORM_VDEQ a half in [15:0]. The sign is that of the destination type. A
 * chain without a factor, such as f32 to f16 by FIXPIPE, uses none of it. */
typedef struct vconform_operation_call {
  uint32_t struct_size;
  uint32_t rounding;
  const struct vconform_operation* operation;
  void* dst;
  void* src;
  void* scratch;
  uint64_t scratch_bytes;
  uint32_t rows;
  uint32_t cols;
  uint32_t dst_stride; /* elements; from row to row, in NZ from block to block */
  uint32_t src_stride;
  /* Parameters of an operation that quantises; zero and null otherwise. */
  uint64_t quant;   /* not by_column: the word of all columns */
  uint64_t* quants; /* by_column: cols words, in parameter_memory; aligned to 128 bytes */
  float* alphas;    /* VCONFORM_RELU_PRELU: cols alphas, likewise */
  float alpha;      /* VCONFORM_RELU_LEAKY */
  uint32_t reserved;
} vconform_operation_call;

typedef void (*vconform_run_operation)(const vconform_operation_call* call);

/* One conversion of a chain. */
typedef struct vconform_leg {
  uint32_t rounding; /* VCONFORM_ROUND_... */
  uint32_t type;     /* that it converts to */
} vconform_leg;

typedef struct vconform_operation {
  const char* name;     /* letters, digits, '_' and '.', at most 40 */
  uint32_t source_type; /* VCONFORM_F32 ... */
  uint32_t destination_type;
  uint32_t rounding;   /* of a chain that of its last conversion */
  uint32_t saturation; /* VCONFORM_INTEGERS_... | VCONFORM_HALF_... */
  uint32_t clobbers;   /* VCONFORM_CLOBBERS(VCONFORM_REGISTER_MASK) | ...; never CTRL */
  uint32_t never;      /* VCONFORM_NEVER_... */
  uint32_t most_rows;  /* 0: as many as fit */
  uint32_t most_cols;
  uint32_t cols_multiple; /* 0: any number of columns; of s4 an even one in any case */
  uint32_t dst_memory; /* VCONFORM_UB or VCONFORM_GM; of one that quantises also VCONFORM_L1 or */
  uint32_t src_memory; /* VCONFORM_L0C, where operands are never unaligned */
  uint32_t scratch_bytes; /* in UB */
  /* A declared double rounding: the conversions one after another, the last one to
   * destination_type. Null: one conversion. */
  const vconform_leg* chain;
  uint64_t chain_length;
  vconform_run_operation run;
  /* 0: the operation converts, and nothing below counts. VCONFORM_FAMILY_CAST_DEQ, _COPY_MATRIX or
   * _DATA_COPY: it quantises by that family's element chain, which the family has for these types;
   * rounding is VCONFORM_ROUND_NULL and there is no chain. Of saturation it may declare that of f16
   * and bf16, or for DataCopy, in which CTRL has no part, none. */
  uint32_t quantises;
  uint32_t deq_scale; /* DataCopy: VCONFORM_DEQ_NONE ...; with VCONFORM_VDEQ... by_column is 1 */
  uint32_t relu;      /* VCONFORM_RELU_x of the adapter header */
  uint32_t by_column; /* 1: call->quants; 0: call->quant. CastDeq from s32 has none by column. */
  uint32_t dst_block; /* columns of a block in NZ: 8, 16, 32 or 64; 0: ND */
  uint32_t src_block;
  /* 0: any number of rows. With more than 1 and aligned rows that are never strided, columns come
   * in whole blocks of 32 bytes. */
  uint32_t rows_multiple;
  uint32_t parameter_memory; /* of quants and alphas: VCONFORM_UB, _L1, _GM, _FIXPIPE_BUFFER */
} vconform_operation;

typedef struct vconform_operations {
  uint32_t struct_size;
  uint32_t abi_version; /* VCONFORM_ABI_VERSION */
  const char* name;     /* printable ASCII, at most 64 characters */
  const char* version;
  const vconform_operation* operations;
  uint32_t operation_count;
  uint32_t operation_size; /* sizeof(vconform_operation) */
} vconform_operations;

/* Returns the table, or null if the library does not support `abi_version`. */
VCONFORM_EXPORT const vconform_operations* vconform_get_operations(uint32_t abi_version);

#ifdef __cplusplus
}
#endif

/* Without the helpers, for who only reads tables: define VCONFORM_LOWERING_TABLE. */
#if defined(__cplusplus) && !defined(VCONFORM_LOWERING_TABLE)

#include "adapters/vconform_intrinsics.h"

namespace vconform {
namespace lowering {

/* The number of an element's type; s4 is void, as in the prototypes. */
template <typename T>
struct type_number;
template <>
struct type_number<void> {
  static constexpr uint32_t kValue = VCONFORM_S4;
};
template <>
struct type_number<int8_t> {
  static constexpr uint32_t kValue = VCONFORM_S8;
};
template <>
struct type_number<uint8_t> {
  static constexpr uint32_t kValue = VCONFORM_U8;
};
template <>
struct type_number<int16_t> {
  static constexpr uint32_t kValue = VCONFORM_S16;
};
template <>
struct type_number<int32_t> {
  static constexpr uint32_t kValue = VCONFORM_S32;
};
template <>
struct type_number<int64_t> {
  static constexpr uint32_t kValue = VCONFORM_S64;
};
template <>
struct type_number<half> {
  static constexpr uint32_t kValue = VCONFORM_F16;
};
template <>
struct type_number<bfloat16_t> {
  static constexpr uint32_t kValue = VCONFORM_BF16;
};
template <>
struct type_number<float> {
  static constexpr uint32_t kValue = VCONFORM_F32;
};

/* An entry with operands in UB that excludes nothing and clobbers MASK; change what differs. */
template <typename Dst, typename Src>
constexpr vconform_operation operation(const char* name, uint32_t rounding,
                                       vconform_run_operation run, uint32_t saturation = 0) {
  vconform_operation entry{};
  entry.name = name;
  entry.source_type = type_number<Src>::kValue;
  entry.destination_type = type_number<Dst>::kValue;
  entry.rounding = rounding;
  entry.saturation = saturation;
  entry.clobbers = VCONFORM_CLOBBERS(VCONFORM_REGISTER_MASK);
  entry.run = run;
  return entry;
}

/* One that quantises with a word for all columns and without ReLU, and where its operands usually
 * are. CastDeq: ND, in UB. FIXPIPE: from NZ in L0C to ND in GM, parameters in the Fixpipe buffer.
 * DataCopy: from NZ in L0C to NZ in UB, in whole fractals; set deq_scale. */
template <typename Dst, typename Src>
constexpr vconform_operation quantising(const char* name, uint32_t family,
                                        vconform_run_operation run) {
  vconform_operation entry = operation<Dst, Src>(name, VCONFORM_ROUND_NULL, run);
  entry.quantises = family;
  if (family == VCONFORM_FAMILY_CAST_DEQ) {
    entry.clobbers |= VCONFORM_CLOBBERS(VCONFORM_REGISTER_DEQSCALE);
    return entry;
  }
  entry.clobbers = 0;
  entry.src_memory = VCONFORM_L0C;
  entry.src_block = 16;
  if (family == VCONFORM_FAMILY_COPY_MATRIX) {
    entry.clobbers = VCONFORM_CLOBBERS(VCONFORM_REGISTER_ND_PARA) |
                     VCONFORM_CLOBBERS(VCONFORM_REGISTER_LRELU_ALPHA) |
                     VCONFORM_CLOBBERS(VCONFORM_REGISTER_QUANT_PRE) |
                     VCONFORM_CLOBBERS(VCONFORM_REGISTER_FPC);
    entry.dst_memory = VCONFORM_GM;
    entry.parameter_memory = VCONFORM_FIXPIPE_BUFFER;
  } else {
    entry.dst_block = 16;
    entry.rows_multiple = 16;
    entry.cols_multiple = 16;
    entry.never = VCONFORM_NEVER_UNALIGNED;
  }
  return entry;
}

}  // namespace lowering
}  // namespace vconform

#define VCONFORM_LOWERING(table_name, table_version, table)                             \
  extern "C" const vconform_operations* vconform_get_operations(uint32_t abi_version) { \
    static const vconform_operations kTable = {sizeof(vconform_operations),             \
                                               VCONFORM_ABI_VERSION,                    \
                                               table_name,                              \
                                               table_version,                           \
                                               table,                                   \
                                               sizeof(table) / sizeof((table)[0]),      \
                                               sizeof(vconform_operation)};             \
    return abi_version == VCONFORM_ABI_VERSION ? &kTable : nullptr;                     \
  }
#endif

#endif /* VCONFORM_LOWERING_H */
