// The vector conversions (page vconv): vconv_{src}2{dst}{rnd_mode}, DEQ and VDEQ.
//
//   void vconv_f322s32r(int32_t *dst, float *src, uint8_t repeat, uint16_t dstBlockStride,
//                       uint16_t srcBlockStride, uint16_t dstRepeatStride, uint16_t
//                       srcRepeatStride)
//
// Operands are in UB, 32-byte aligned; strides count DataBlocks of 32 bytes, start to start. The
// repeat strides of the dequantisations are uint8_t. MASK and CTRL apply, DEQSCALE to those that
// dequantise. Types: one row of the tables below for each pair; a letter for each rounding.
#pragma once

#include <stdint.h>

#include "adapters/intrinsics/header/caller.h"
#include "adapters/intrinsics/header/numbers.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

// clang-format off
// The roundings of a pair: the bare name, and r, a, c, f, z.
#define VCONFORM_BARE(X, pair, Dst, Src) X(vconv_##pair, Dst, Src)
#define VCONFORM_RACFZ(X, pair, Dst, Src) \
  X(vconv_##pair##r, Dst, Src) X(vconv_##pair##a, Dst, Src) X(vconv_##pair##c, Dst, Src) \
  X(vconv_##pair##f, Dst, Src) X(vconv_##pair##z, Dst, Src)
#define VCONFORM_ODD(X, pair, Dst, Src) X(vconv_##pair##o, Dst, Src)

// X(name, Dst, Src) for each conversion. First those of the page's table; f322f16 has no prototype
// there, but rows. Behind them the vendor's headers, and the alias that the page's text names.
#define VCONFORM_EACH_VCONV(X)                     \
  VCONFORM_RACFZ(X, f322f32, float, float)         \
  VCONFORM_BARE(X, f322f16, half, float)           \
  VCONFORM_RACFZ(X, f322f16, half, float)          \
  VCONFORM_ODD(X, f322f16, half, float)            \
  VCONFORM_RACFZ(X, f322bf16, bfloat16_t, float)   \
  VCONFORM_ODD(X, f322bf16, bfloat16_t, float)     \
  VCONFORM_RACFZ(X, f322s64, int64_t, float)       \
  VCONFORM_RACFZ(X, f322s32, int32_t, float)       \
  VCONFORM_BARE(X, f322s16, int16_t, float)        \
  VCONFORM_RACFZ(X, f322s16, int16_t, float)       \
  VCONFORM_RACFZ(X, f162s32, int32_t, half)        \
  VCONFORM_RACFZ(X, f162s16, int16_t, half)        \
  VCONFORM_BARE(X, f162s8, int8_t, half)           \
  VCONFORM_RACFZ(X, f162s8, int8_t, half)          \
  VCONFORM_BARE(X, f162u8, uint8_t, half)          \
  VCONFORM_RACFZ(X, f162u8, uint8_t, half)         \
  VCONFORM_BARE(X, f162s4, void, half)             \
  VCONFORM_RACFZ(X, f162s4, void, half)            \
  VCONFORM_RACFZ(X, bf162s32, int32_t, bfloat16_t) \
  VCONFORM_BARE(X, s162f16, half, int16_t)         \
  VCONFORM_RACFZ(X, s162f16, half, int16_t)        \
  VCONFORM_BARE(X, s322f32, float, int32_t)        \
  VCONFORM_RACFZ(X, s322f32, float, int32_t)       \
  VCONFORM_RACFZ(X, s642f32, float, int64_t)       \
  VCONFORM_BARE(X, bf162f32, float, bfloat16_t)    \
  X(vconv_bf162f32a, float, bfloat16_t)            \
  VCONFORM_BARE(X, f162f32, float, half)           \
  VCONFORM_BARE(X, s162f32, float, int16_t)        \
  VCONFORM_BARE(X, s82f16, half, int8_t)           \
  VCONFORM_BARE(X, u82f16, half, uint8_t)          \
  VCONFORM_BARE(X, s42f16, half, void)             \
  VCONFORM_BARE(X, s322s16, int16_t, int32_t)      \
  VCONFORM_BARE(X, s642s32, int32_t, int64_t)      \
  VCONFORM_BARE(X, s322s64, int64_t, int32_t)

// The dequantisations: two prototypes for each s16 form, which differ in the type of dst; vconv_deq
// is the one of s32 (page cast_deq).
#define VCONFORM_EACH_DEQ(X)             \
  X(vconv_deqs162b8h, int8_t, int16_t)   \
  X(vconv_deqs162b8h, uint8_t, int16_t)  \
  X(vconv_deqs162b8l, int8_t, int16_t)   \
  X(vconv_deqs162b8l, uint8_t, int16_t)  \
  X(vconv_vdeqs162b8h, int8_t, int16_t)  \
  X(vconv_vdeqs162b8h, uint8_t, int16_t) \
  X(vconv_vdeqs162b8l, int8_t, int16_t)  \
  X(vconv_vdeqs162b8l, uint8_t, int16_t) \
  X(vconv_deq, half, int32_t)
// clang-format on

#ifdef VCONFORM_INTRINSICS_DEFINE

#define VCONFORM_VECTOR_PROTOTYPE(name, Dst, Src, RepeatStride)                                   \
  void name(Dst* dst, Src* src, uint8_t repeat, uint16_t dstBlockStride, uint16_t srcBlockStride, \
            RepeatStride dstRepeatStride, RepeatStride srcRepeatStride);

#else

#define VCONFORM_VECTOR_PROTOTYPE(name, Dst, Src, RepeatStride)                               \
  inline void name(Dst* dst, Src* src, vconform::intrinsics::Wide repeat,                     \
                   vconform::intrinsics::Wide dstBlockStride,                                 \
                   vconform::intrinsics::Wide srcBlockStride,                                 \
                   vconform::intrinsics::Wide dstRepeatStride,                                \
                   vconform::intrinsics::Wide srcRepeatStride, VCONFORM_CALL_SITE) {          \
    namespace in = vconform::intrinsics;                                                      \
    void name(Dst*, Src*, uint8_t, uint16_t, uint16_t, RepeatStride, RepeatStride);           \
    const vconform_argument arguments[] = {                                                   \
        in::operand("dst", dst),                                                              \
        in::operand("src", src),                                                              \
        in::number<uint8_t>("repeat", repeat),                                                \
        in::number<uint16_t>("dstBlockStride", dstBlockStride),                               \
        in::number<uint16_t>("srcBlockStride", srcBlockStride),                               \
        in::number<RepeatStride>("dstRepeatStride", dstRepeatStride),                         \
        in::number<RepeatStride>("srcRepeatStride", srcRepeatStride),                         \
    };                                                                                        \
    in::issue({#name, #Dst "*, " #Src "*", file, line}, arguments, [&] {                      \
      name(dst, src, static_cast<uint8_t>(repeat), static_cast<uint16_t>(dstBlockStride),     \
           static_cast<uint16_t>(srcBlockStride), static_cast<RepeatStride>(dstRepeatStride), \
           static_cast<RepeatStride>(srcRepeatStride));                                       \
    });                                                                                       \
  }

#endif

#define VCONFORM_VCONV_PROTOTYPE(name, Dst, Src) VCONFORM_VECTOR_PROTOTYPE(name, Dst, Src, uint16_t)
#define VCONFORM_DEQ_PROTOTYPE(name, Dst, Src) VCONFORM_VECTOR_PROTOTYPE(name, Dst, Src, uint8_t)

VCONFORM_EACH_VCONV(VCONFORM_VCONV_PROTOTYPE)
VCONFORM_EACH_DEQ(VCONFORM_DEQ_PROTOTYPE)

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
