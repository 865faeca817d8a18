// FIXPIPE (page copy_matrix_cc): copy_matrix_cc_to_cbuf, copy_matrix_cc_to_gm and their _b4 forms,
// whose dst is void*. src is in L0C, 64-byte aligned; dst in L1, 32-byte aligned, or in GM. NSize
// and MSize count elements, srcStride rows of 16 elements, dstStride_dst_D 32 bytes or, with
// NZ2ND_EN, elements. The set_ functions of registers.h hold nd blocks, alpha and quant words.
//
// Each has a second form with two words, as public code calls it:
//   xm  [3:0] sid, [15:4] NSize, [31:16] MSize, [63:32] dstStride_dst_D
//   xt  [15:0] srcStride, [33:32] UnitFlagMode, [38:34] QuantPRE, [41:39] ReLUPRE,
//       [42] channelSplit, [43] NZ2ND_EN
#pragma once

#include <stdint.h>

#include "adapters/intrinsics/header/caller.h"
#include "adapters/intrinsics/header/numbers.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

// clang-format off
// X(name, Dst, Src) for each prototype, in the order of the page.
#define VCONFORM_EACH_COPY_MATRIX(X)           \
  X(copy_matrix_cc_to_cbuf, half, float)       \
  X(copy_matrix_cc_to_cbuf, bfloat16_t, float) \
  X(copy_matrix_cc_to_cbuf, int8_t, float)     \
  X(copy_matrix_cc_to_cbuf, uint8_t, float)    \
  X(copy_matrix_cc_to_cbuf, half, int32_t)     \
  X(copy_matrix_cc_to_cbuf, int16_t, int32_t)  \
  X(copy_matrix_cc_to_cbuf, int8_t, int32_t)   \
  X(copy_matrix_cc_to_cbuf, uint8_t, int32_t)  \
  X(copy_matrix_cc_to_cbuf_b4, void, float)    \
  X(copy_matrix_cc_to_cbuf_b4, void, int32_t)  \
  X(copy_matrix_cc_to_gm, half, float)         \
  X(copy_matrix_cc_to_gm, bfloat16_t, float)   \
  X(copy_matrix_cc_to_gm, int8_t, float)       \
  X(copy_matrix_cc_to_gm, uint8_t, float)      \
  X(copy_matrix_cc_to_gm, float, float)        \
  X(copy_matrix_cc_to_gm, half, int32_t)       \
  X(copy_matrix_cc_to_gm, int16_t, int32_t)    \
  X(copy_matrix_cc_to_gm, int8_t, int32_t)     \
  X(copy_matrix_cc_to_gm, uint8_t, int32_t)    \
  X(copy_matrix_cc_to_gm, int32_t, int32_t)    \
  X(copy_matrix_cc_to_gm_b4, void, float)      \
  X(copy_matrix_cc_to_gm_b4, void, int32_t)
// clang-format on

#ifdef VCONFORM_INTRINSICS_DEFINE

#define VCONFORM_COPY_MATRIX_PROTOTYPE(name, Dst, Src)                                             \
  void name(Dst* dst, Src* src, uint8_t sid, uint16_t NSize, uint16_t MSize,                       \
            uint32_t dstStride_dst_D, uint16_t srcStride, uint8_t UnitFlagMode, uint64_t QuantPRE, \
            uint8_t ReLUPRE, bool channelSplit, bool NZ2ND_EN);                                    \
  void name(Dst* dst, Src* src, uint64_t xm, uint64_t xt);

#else

#define VCONFORM_COPY_MATRIX_PROTOTYPE(name, Dst, Src)                                            \
  inline void name(Dst* dst, Src* src, vconform::intrinsics::Wide sid,                            \
                   vconform::intrinsics::Wide NSize, vconform::intrinsics::Wide MSize,            \
                   vconform::intrinsics::Wide dstStride_dst_D,                                    \
                   vconform::intrinsics::Wide srcStride, vconform::intrinsics::Wide UnitFlagMode, \
                   uint64_t QuantPRE, vconform::intrinsics::Wide ReLUPRE,                         \
                   vconform::intrinsics::Wide channelSplit, vconform::intrinsics::Wide NZ2ND_EN,  \
                   VCONFORM_CALL_SITE) {                                                          \
    namespace in = vconform::intrinsics;                                                          \
    void name(Dst*, Src*, uint8_t, uint16_t, uint16_t, uint32_t, uint16_t, uint8_t, uint64_t,     \
              uint8_t, bool, bool);                                                               \
    const vconform_argument arguments[] = {                                                       \
        in::operand("dst", dst),                                                                  \
        in::operand("src", src),                                                                  \
        in::number<uint8_t>("sid", sid),                                                          \
        in::number<uint16_t>("NSize", NSize),                                                     \
        in::number<uint16_t>("MSize", MSize),                                                     \
        in::number<uint32_t>("dstStride_dst_D", dstStride_dst_D),                                 \
        in::number<uint16_t>("srcStride", srcStride),                                             \
        in::number<uint8_t>("UnitFlagMode", UnitFlagMode),                                        \
        in::word("QuantPRE", QuantPRE),                                                           \
        in::number<uint8_t>("ReLUPRE", ReLUPRE),                                                  \
        in::number<bool>("channelSplit", channelSplit),                                           \
        in::number<bool>("NZ2ND_EN", NZ2ND_EN),                                                   \
    };                                                                                            \
    in::issue({#name, #Dst "*, " #Src "*", file, line}, arguments, [&] {                          \
      name(dst, src, static_cast<uint8_t>(sid), static_cast<uint16_t>(NSize),                     \
           static_cast<uint16_t>(MSize), static_cast<uint32_t>(dstStride_dst_D),                  \
           static_cast<uint16_t>(srcStride), static_cast<uint8_t>(UnitFlagMode), QuantPRE,        \
           static_cast<uint8_t>(ReLUPRE), channelSplit != 0, NZ2ND_EN != 0);                      \
    });                                                                                           \
  }                                                                                               \
  inline void name(Dst* dst, Src* src, uint64_t xm, uint64_t xt, VCONFORM_CALL_SITE) {            \
    namespace in = vconform::intrinsics;                                                          \
    void name(Dst*, Src*, uint64_t, uint64_t);                                                    \
    const vconform_argument arguments[] = {in::operand("dst", dst), in::operand("src", src),      \
                                           in::word("xm", xm), in::word("xt", xt)};               \
    in::issue({#name, #Dst "*, " #Src "*", file, line}, arguments,                                \
              [&] { name(dst, src, xm, xt); });                                                   \
  }

#endif

VCONFORM_EACH_COPY_MATRIX(VCONFORM_COPY_MATRIX_PROTOTYPE)

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
