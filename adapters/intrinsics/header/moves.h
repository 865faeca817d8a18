// Instructions that surround conversions in public code: fills, masks of bits, plain moves. They
// are not on the pages; prototypes from the vendor's headers (cann:cce_aicore_intrinsics.h).
// libvconform_intrinsics executes them itself, whatever the backend.
//
// vector_dup, vand: strides in DataBlocks as for a vconv, MASK applies. Moves: nBurst bursts of
// lenBurst DataBlocks, strides are the gaps between bursts, in DataBlocks; sid is 0.
// copy_cbuf_to_fbuf: burstLen and gaps in units of 128 bytes.
#pragma once

#include <stddef.h>

#include "adapters/intrinsics/header/caller.h"
#include "adapters/intrinsics/header/numbers.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

// X(name, T) for each type that is filled, and for each of which bits are combined.
#define VCONFORM_EACH_FILL(X) \
  X(vector_dup, half)         \
  X(vector_dup, bfloat16_t)   \
  X(vector_dup, float)        \
  X(vector_dup, int16_t)      \
  X(vector_dup, uint16_t)     \
  X(vector_dup, int32_t)      \
  X(vector_dup, uint32_t)
#define VCONFORM_EACH_AND(X) \
  X(vand, int16_t)           \
  X(vand, uint16_t)

// X(name, first, second, third, fourth) for each move, with the names of its numbers.
#define VCONFORM_EACH_BURST_MOVE(X)                            \
  X(copy_ubuf_to_ubuf, nBurst, lenBurst, srcStride, dstStride) \
  X(copy_gm_to_ubuf, nBurst, lenBurst, srcStride, dstStride)   \
  X(copy_ubuf_to_gm, nBurst, lenBurst, srcStride, dstStride)

#ifdef VCONFORM_INTRINSICS_DEFINE

#define VCONFORM_FILL(name, T)                                                               \
  void name(T* dst, T src, uint8_t repeat, uint16_t dstBlockStride, uint16_t srcBlockStride, \
            uint8_t dstRepeatStride, uint8_t srcRepeatStride);
#define VCONFORM_AND(name, T)                                                          \
  void name(T* dst, T* src0, T* src1, uint8_t repeat, uint8_t dstBlockStride,          \
            uint8_t src0BlockStride, uint8_t src1BlockStride, uint8_t dstRepeatStride, \
            uint8_t src0RepeatStride, uint8_t src1RepeatStride);
#define VCONFORM_BURST_MOVE(name, count, length, src_gap, dst_gap)                                \
  void name(void* dst, void* src, uint8_t sid, uint16_t count, uint16_t length, uint16_t src_gap, \
            uint16_t dst_gap);

void copy_cbuf_to_fbuf(void* dst, void* src, uint16_t burstNum, uint16_t burstLen,
                       uint16_t srcGapSize, uint16_t dstGapSize);

#else

#define VCONFORM_FILL(name, T)                                                                     \
  inline void name(                                                                                \
      T* dst, T src, vconform::intrinsics::Wide repeat, vconform::intrinsics::Wide dstBlockStride, \
      vconform::intrinsics::Wide srcBlockStride, vconform::intrinsics::Wide dstRepeatStride,       \
      vconform::intrinsics::Wide srcRepeatStride, VCONFORM_CALL_SITE) {                            \
    namespace in = vconform::intrinsics;                                                           \
    void name(T*, T, uint8_t, uint16_t, uint16_t, uint8_t, uint8_t);                               \
    const vconform_argument arguments[] = {                                                        \
        in::operand("dst", dst),                                                                   \
        in::bits("src", src),                                                                      \
        in::number<uint8_t>("repeat", repeat),                                                     \
        in::number<uint16_t>("dstBlockStride", dstBlockStride),                                    \
        in::number<uint16_t>("srcBlockStride", srcBlockStride),                                    \
        in::number<uint8_t>("dstRepeatStride", dstRepeatStride),                                   \
        in::number<uint8_t>("srcRepeatStride", srcRepeatStride),                                   \
    };                                                                                             \
    in::issue({#name, #T "*, " #T, file, line}, arguments, [&] {                                   \
      name(dst, src, static_cast<uint8_t>(repeat), static_cast<uint16_t>(dstBlockStride),          \
           static_cast<uint16_t>(srcBlockStride), static_cast<uint8_t>(dstRepeatStride),           \
           static_cast<uint8_t>(srcRepeatStride));                                                 \
    });                                                                                            \
  }

#define VCONFORM_AND(name, T)                                                                   \
  inline void name(                                                                             \
      T* dst, T* src0, T* src1, vconform::intrinsics::Wide repeat,                              \
      vconform::intrinsics::Wide dstBlockStride, vconform::intrinsics::Wide src0BlockStride,    \
      vconform::intrinsics::Wide src1BlockStride, vconform::intrinsics::Wide dstRepeatStride,   \
      vconform::intrinsics::Wide src0RepeatStride, vconform::intrinsics::Wide src1RepeatStride, \
      VCONFORM_CALL_SITE) {                                                                     \
    namespace in = vconform::intrinsics;                                                        \
    void name(T*, T*, T*, uint8_t, uint8_t, uint8_t, uint8_t, uint8_t, uint8_t, uint8_t);       \
    const vconform_argument arguments[] = {                                                     \
        in::operand("dst", dst),                                                                \
        in::operand("src0", src0),                                                              \
        in::operand("src1", src1),                                                              \
        in::number<uint8_t>("repeat", repeat),                                                  \
        in::number<uint8_t>("dstBlockStride", dstBlockStride),                                  \
        in::number<uint8_t>("src0BlockStride", src0BlockStride),                                \
        in::number<uint8_t>("src1BlockStride", src1BlockStride),                                \
        in::number<uint8_t>("dstRepeatStride", dstRepeatStride),                                \
        in::number<uint8_t>("src0RepeatStride", src0RepeatStride),                              \
        in::number<uint8_t>("src1RepeatStride", src1RepeatStride),                              \
    };                                                                                          \
    in::issue({#name, #T "*, " #T "*, " #T "*", file, line}, arguments, [&] {                   \
      name(dst, src0, src1, static_cast<uint8_t>(repeat), static_cast<uint8_t>(dstBlockStride), \
           static_cast<uint8_t>(src0BlockStride), static_cast<uint8_t>(src1BlockStride),        \
           static_cast<uint8_t>(dstRepeatStride), static_cast<uint8_t>(src0RepeatStride),       \
           static_cast<uint8_t>(src1RepeatStride));                                             \
    });                                                                                         \
  }

#define VCONFORM_BURST_MOVE(name, count, length, src_gap, dst_gap)                         \
  inline void name(void* dst, void* src, vconform::intrinsics::Wide sid,                   \
                   vconform::intrinsics::Wide count, vconform::intrinsics::Wide length,    \
                   vconform::intrinsics::Wide src_gap, vconform::intrinsics::Wide dst_gap, \
                   VCONFORM_CALL_SITE) {                                                   \
    namespace in = vconform::intrinsics;                                                   \
    void name(void*, void*, uint8_t, uint16_t, uint16_t, uint16_t, uint16_t);              \
    const vconform_argument arguments[] = {                                                \
        in::operand("dst", dst),                                                           \
        in::operand("src", src),                                                           \
        in::number<uint8_t>("sid", sid),                                                   \
        in::number<uint16_t>(#count, count),                                               \
        in::number<uint16_t>(#length, length),                                             \
        in::number<uint16_t>(#src_gap, src_gap),                                           \
        in::number<uint16_t>(#dst_gap, dst_gap),                                           \
    };                                                                                     \
    in::issue({#name, "void*, void*", file, line}, arguments, [&] {                        \
      name(dst, src, static_cast<uint8_t>(sid), static_cast<uint16_t>(count),              \
           static_cast<uint16_t>(length), static_cast<uint16_t>(src_gap),                  \
           static_cast<uint16_t>(dst_gap));                                                \
    });                                                                                    \
  }

inline void copy_cbuf_to_fbuf(void* dst, void* src, vconform::intrinsics::Wide burstNum,
                              vconform::intrinsics::Wide burstLen,
                              vconform::intrinsics::Wide srcGapSize,
                              vconform::intrinsics::Wide dstGapSize, VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  void copy_cbuf_to_fbuf(void*, void*, uint16_t, uint16_t, uint16_t, uint16_t);
  const vconform_argument arguments[] = {
      in::operand("dst", dst),
      in::operand("src", src),
      in::number<uint16_t>("burstNum", burstNum),
      in::number<uint16_t>("burstLen", burstLen),
      in::number<uint16_t>("srcGapSize", srcGapSize),
      in::number<uint16_t>("dstGapSize", dstGapSize),
  };
  in::issue({"copy_cbuf_to_fbuf", "void*, void*", file, line}, arguments, [&] {
    copy_cbuf_to_fbuf(dst, src, static_cast<uint16_t>(burstNum), static_cast<uint16_t>(burstLen),
                      static_cast<uint16_t>(srcGapSize), static_cast<uint16_t>(dstGapSize));
  });
}

#endif

VCONFORM_EACH_FILL(VCONFORM_FILL)
VCONFORM_EACH_AND(VCONFORM_AND)
VCONFORM_EACH_BURST_MOVE(VCONFORM_BURST_MOVE)

// The device's scalar max and min.
constexpr size_t max(size_t a, size_t b) {
  return a < b ? b : a;
}
constexpr size_t min(size_t a, size_t b) {
  return b < a ? b : a;
}

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
