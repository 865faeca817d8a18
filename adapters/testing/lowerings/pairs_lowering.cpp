// A lowering of every pair of the vconv table, right in all calls: aligned rows by instructions in
// place, others by way of a scratch buffer to which the host moves them.
#include <cstring>

#include "adapters/testing/lowerings/vector_rows.h"

namespace {

constexpr std::uint32_t kHalfOfScratch = 16 * 1024;

std::uint8_t* bytes(void* pointer) {
  return static_cast<std::uint8_t*>(pointer);
}

// Convert takes dst, src, repeats and both repeat strides.
template <std::uint32_t kDstBits, std::uint32_t kSrcBits>
struct Rows {
  static constexpr std::uint32_t kRepeat = 256 * 8 / (kDstBits > kSrcBits ? kDstBits : kSrcBits);
  static constexpr int kDstStride = kRepeat * kDstBits / 256;
  static constexpr int kSrcStride = kRepeat * kSrcBits / 256;

  template <typename Convert>
  static void aligned_row(std::uint8_t* dst, std::uint8_t* src, std::uint32_t count,
                          Convert convert) {
    set_vector_mask(~0ULL, ~0ULL);
    std::uint32_t whole = count / kRepeat;
    while (whole > 0) {
      const std::uint32_t repeats = whole < 255 ? whole : 255;
      convert(dst, src, static_cast<int>(repeats), kDstStride, kSrcStride);
      dst += repeats * kDstStride * 32;
      src += repeats * kSrcStride * 32;
      whole -= repeats;
    }
    if (count % kRepeat != 0) {
      lowerings::set_first_lanes(count % kRepeat);
      convert(dst, src, 1, kDstStride, kSrcStride);
    }
  }

  template <typename Convert>
  static void moved_row(std::uint8_t* dst, std::uint8_t* src, std::uint32_t count,
                        std::uint8_t* scratch, Convert convert) {
    constexpr std::uint32_t kMost =
        kHalfOfScratch * 8 / (kDstBits > kSrcBits ? kDstBits : kSrcBits);
    for (std::uint32_t done = 0; done < count; done += kMost) {
      const std::uint32_t now = count - done < kMost ? count - done : kMost;
      std::memcpy(scratch, src + done * kSrcBits / 8, now * kSrcBits / 8);
      aligned_row(scratch + kHalfOfScratch, scratch, now, convert);
      std::memcpy(dst + done * kDstBits / 8, scratch + kHalfOfScratch, now * kDstBits / 8);
    }
  }

  template <typename Convert>
  static void run(const vconform_operation_call& call, Convert convert) {
    for (std::uint32_t row = 0; row < call.rows; ++row) {
      std::uint8_t* dst = bytes(call.dst) + std::size_t{row} * call.dst_stride * kDstBits / 8;
      std::uint8_t* src = bytes(call.src) + std::size_t{row} * call.src_stride * kSrcBits / 8;
      const bool is_aligned =
          (reinterpret_cast<std::uintptr_t>(dst) | reinterpret_cast<std::uintptr_t>(src)) % 32 == 0;
      if (is_aligned) {
        aligned_row(dst, src, call.cols, convert);
      } else {
        moved_row(dst, src, call.cols, bytes(call.scratch), convert);
      }
    }
  }
};

constexpr vconform_operation with_scratch(vconform_operation entry) {
  entry.scratch_bytes = 2 * kHalfOfScratch;
  return entry;
}

// X(instruction, Dst, Src, bits of each, rounding)
#define EACH_PAIR(X)                                                        \
  X(vconv_f322f32r, float, float, 32, 32, VCONFORM_ROUND_R)                 \
  X(vconv_f322f16r, half, float, 16, 32, VCONFORM_ROUND_R)                  \
  X(vconv_f322f16o, half, float, 16, 32, VCONFORM_ROUND_O)                  \
  X(vconv_f322bf16r, bfloat16_t, float, 16, 32, VCONFORM_ROUND_R)           \
  X(vconv_f322s64a, std::int64_t, float, 64, 32, VCONFORM_ROUND_A)          \
  X(vconv_f322s32z, std::int32_t, float, 32, 32, VCONFORM_ROUND_Z)          \
  X(vconv_f322s16f, std::int16_t, float, 16, 32, VCONFORM_ROUND_F)          \
  X(vconv_f162s32c, std::int32_t, half, 32, 16, VCONFORM_ROUND_C)           \
  X(vconv_f162s16r, std::int16_t, half, 16, 16, VCONFORM_ROUND_R)           \
  X(vconv_f162s8z, std::int8_t, half, 8, 16, VCONFORM_ROUND_Z)              \
  X(vconv_f162u8r, std::uint8_t, half, 8, 16, VCONFORM_ROUND_R)             \
  X(vconv_f162s4r, void, half, 4, 16, VCONFORM_ROUND_R)                     \
  X(vconv_bf162s32a, std::int32_t, bfloat16_t, 32, 16, VCONFORM_ROUND_A)    \
  X(vconv_s162f16f, half, std::int16_t, 16, 16, VCONFORM_ROUND_F)           \
  X(vconv_s322f32c, float, std::int32_t, 32, 32, VCONFORM_ROUND_C)          \
  X(vconv_s642f32r, float, std::int64_t, 32, 64, VCONFORM_ROUND_R)          \
  X(vconv_bf162f32, float, bfloat16_t, 32, 16, VCONFORM_ROUND_NULL)         \
  X(vconv_f162f32, float, half, 32, 16, VCONFORM_ROUND_NULL)                \
  X(vconv_s162f32, float, std::int16_t, 32, 16, VCONFORM_ROUND_NULL)        \
  X(vconv_s82f16, half, std::int8_t, 16, 8, VCONFORM_ROUND_NULL)            \
  X(vconv_u82f16, half, std::uint8_t, 16, 8, VCONFORM_ROUND_NULL)           \
  X(vconv_s42f16, half, void, 16, 4, VCONFORM_ROUND_NULL)                   \
  X(vconv_s322s16, std::int16_t, std::int32_t, 16, 32, VCONFORM_ROUND_NULL) \
  X(vconv_s642s32, std::int32_t, std::int64_t, 32, 64, VCONFORM_ROUND_NULL) \
  X(vconv_s322s64, std::int64_t, std::int32_t, 64, 32, VCONFORM_ROUND_NULL)

// NOLINTBEGIN(bugprone-macro-parentheses): types and names of functions
#define RUN_PAIR(name, Dst, Src, dst_bits, src_bits, rounding)                                     \
  void run_##name(const vconform_operation_call* call) {                                           \
    Rows<dst_bits, src_bits>::run(*call, [](void* dst, void* src, int repeats, int dst_stride,     \
                                            int src_stride) {                                      \
      name(static_cast<Dst*>(dst), static_cast<Src*>(src), repeats, 1, 1, dst_stride, src_stride); \
    });                                                                                            \
  }
EACH_PAIR(RUN_PAIR)

// NOLINTEND(bugprone-macro-parentheses)

#define TABLE_PAIR(name, Dst, Src, dst_bits, src_bits, rounding) \
  with_scratch(vconform::lowering::operation<Dst, Src>("rows_" #name, rounding, run_##name)),

const vconform_operation kOperations[] = {EACH_PAIR(TABLE_PAIR)};

}  // namespace

VCONFORM_LOWERING("every pair", "1", kOperations)
