// A program that calls every prototype of the pages once, in range, and CastDeq and DataCopy in
// their forms: for recordings, which must replay. Ends with the number of calls that failed.
#include <cstring>
#include <initializer_list>
#include <type_traits>

#include "adapters/vconform_intrinsics.h"

namespace {

using AscendC::LocalTensor;
using AscendC::TPosition;

constexpr uint64_t kDst = 0x4000;
constexpr uint64_t kSrc = 0x10000;
constexpr uint64_t kFactors = 0x8000;
// 1.0f, and the sign of an s8 result.
constexpr uint64_t kFactor = 0x3f800000 | uint64_t{1} << 46;

template <typename T>
T* at(uint64_t offset) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
  return reinterpret_cast<T*>(offset);
}

void fill_memories() {
  for (const int memory : {VCONFORM_UB, VCONFORM_L0C}) {
    auto* words = static_cast<uint32_t*>(vconform_memory_at(memory, 0));
    for (uint32_t i = 0; i < 0x20000 / 4; ++i) {
      words[i] = (i * 2654435761U >> 8 & 0x00ffffff) | 0x3f000000;
    }
  }
  uint64_t factor = kFactor;
  for (uint64_t i = 0; i < 64; ++i) {
    std::memcpy(vconform_memory_at(VCONFORM_UB, kFactors + 8 * i), &factor, sizeof factor);
    std::memcpy(vconform_memory_at(VCONFORM_FIXPIPE_BUFFER, 8 * i), &factor, sizeof factor);
  }
}

// QuantPRE of a prototype, with a quant word or with a vector of them.
template <typename Dst, typename Src>
QuantMode_t code_of(bool is_vector) {
  if constexpr (std::is_same_v<Dst, Src>) {
    return NoQuant;
  } else if constexpr (std::is_same_v<Src, float>) {
    return std::is_same_v<Dst, half>         ? F322F16
           : std::is_same_v<Dst, bfloat16_t> ? F322BF16
           : std::is_void_v<Dst>             ? (is_vector ? VQF322S4 : QF322S4)
                                             : (is_vector ? VQF322B8_PRE : QF322B8_PRE);
  } else {
    return std::is_same_v<Dst, half>      ? (is_vector ? VDEQF16 : DEQF16)
           : std::is_same_v<Dst, int16_t> ? (is_vector ? VSHIFTS322S16 : SHIFTS322S16)
           : std::is_void_v<Dst>          ? (is_vector ? VREQ4 : REQ4)
                                          : (is_vector ? VREQ8 : REQ8);
  }
}

void call_vectors() {
  set_vector_mask(0xff, 0xffff0fff0fffffff);
  set_deqscale(kFactors / 32);
#define VECTOR_CALL(name, Dst, Src) name(at<Dst>(kDst), at<Src>(kSrc), 3, 1, 2, 8, 17);
  VCONFORM_EACH_VCONV(VECTOR_CALL)
  VCONFORM_EACH_DEQ(VECTOR_CALL)
  set_mask_count();
  set_vector_mask(0, 130);
  VCONFORM_EACH_VCONV(VECTOR_CALL)
  set_mask_norm();
}

void call_matrices() {
  static uint8_t gm[1 << 20];
  set_quant_pre(kFactor);
  set_fpc(0);
  set_lrelu_alpha(0.5F);
  set_nd_para(uint64_t{2} | uint64_t{4} << 16 | uint64_t{4096} << 32);
// NOLINTBEGIN(bugprone-macro-parentheses): types and names of functions
#define MATRIX_CALL(name, Dst, Src)                                                             \
  for (const bool is_vector : {false, true}) {                                                  \
    const bool is_gm = std::strstr(#name, "_gm") != nullptr;                                    \
    Dst* const dst = is_gm ? reinterpret_cast<Dst*>(gm) : at<Dst>(0);                           \
    name(dst, at<Src>(0), 0, 64, 20, 80, 32, 0, code_of<Dst, Src>(is_vector), 1, false, false); \
    name(dst, at<Src>(0), 0, 64, 20, 80, 32, 0, code_of<Dst, Src>(is_vector), 0, false, true);  \
  }
  // NOLINTEND(bugprone-macro-parentheses)
  VCONFORM_EACH_COPY_MATRIX(MATRIX_CALL)
}

void call_cast_deq() {
  const LocalTensor<int8_t> b8(TPosition::VECOUT, kDst, 512);
  const LocalTensor<int16_t> s16(TPosition::VECIN, kSrc, 512);
  const LocalTensor<half> f16(TPosition::VECOUT, kDst, 512);
  const LocalTensor<int32_t> s32(TPosition::VECIN, kSrc, 512);
  AscendC::SetDeqScale(0.01F, -3, true);
  AscendC::CastDeq<int8_t, int16_t, false>(b8, s16, 300);
  const uint64_t mask[] = {0xff00ff00ff00ff00, 0xf};
  AscendC::CastDeq<int8_t, int16_t, true, false>(b8, s16, mask, 3, {1, 1, 8, 8});
  AscendC::SetDeqScale(half(0.5F));
  AscendC::CastDeq<half, int32_t, true, false>(f16, s32, 40, 2, {1, 1, 4, 8});
}

void call_data_copy() {
  const LocalTensor<int32_t> co1(TPosition::CO1, 0, 4096);
  const LocalTensor<half> f16(TPosition::CO2, kDst, 4096);
  const LocalTensor<int8_t> s8(TPosition::CO2, kDst, 4096);
  AscendC::DataCopyEnhancedParams enhanced;
  enhanced.blockMode = AscendC::BlockMode::BLOCK_MODE_MATRIX;
  enhanced.deqScale = AscendC::DeqScale::DEQ;
  enhanced.deqValue = 0x3c00;
  AscendC::DataCopy(f16, co1, {2, 1, 0, 1}, enhanced);
  enhanced.deqScale = AscendC::DeqScale::VDEQ8;
  enhanced.deqTensorAddr = kFactors;
  enhanced.sidStoreMode = 2;
  enhanced.isRelu = true;
  AscendC::DataCopy(s8, co1, {2, 1, 1, 0}, enhanced);
  static float buffer[1024] = {1.5F, -2.5F};
  AscendC::GlobalTensor<float> gm;
  gm.SetGlobalBuffer(buffer, 1024);
  const LocalTensor<float> in(TPosition::VECIN, kDst, 1024);
  AscendC::DataCopy(in, gm, {3, 4, 1, 2}, AscendC::DataCopyEnhancedParams{});
  const LocalTensor<float> out(TPosition::VECOUT, kDst, 1024);
  AscendC::DataCopy(gm, out, {2, 3, 0, 1}, AscendC::DataCopyEnhancedParams{});
}

}  // namespace

int main() {
  fill_memories();
  call_vectors();
  call_matrices();
  call_cast_deq();
  call_data_copy();
  return static_cast<int>(vconform_intrinsics_failures());
}
