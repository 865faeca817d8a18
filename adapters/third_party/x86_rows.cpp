#include "adapters/third_party/x86_rows.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vconform::adapters::third_party {

#if defined(__x86_64__)

namespace {

// Each kernel is compiled for only the instructions it needs, so that no other code of the program
// needs them. The rounding is a constant of the instruction, hence a template argument.

constexpr int kEven = _MM_FROUND_TO_NEAREST_INT;
constexpr int kDown = _MM_FROUND_TO_NEG_INF;
constexpr int kUp = _MM_FROUND_TO_POS_INF;
constexpr int kZero = _MM_FROUND_TO_ZERO;

// vcvtps2ph
template <int kRounding>
[[gnu::target("avx,f16c")]] void f32_to_f16(const void* src, void* dst) {
  const __m256 from = _mm256_loadu_ps(static_cast<const float*>(src));
  _mm_storeu_si128(static_cast<__m128i*>(dst), _mm256_cvtps_ph(from, kRounding));
}

// vcvtph2ps
[[gnu::target("avx,f16c")]] void f16_to_f32(const void* src, void* dst) {
  const __m128i from = _mm_loadu_si128(static_cast<const __m128i*>(src));
  _mm256_storeu_ps(static_cast<float*>(dst), _mm256_cvtph_ps(from));
}

// vrndscaleps
template <int kRounding>
[[gnu::target("avx512f")]] void f32_to_integral(const void* src, void* dst) {
  const __m512 from = _mm512_loadu_ps(src);
  _mm512_storeu_ps(dst, _mm512_roundscale_ps(from, kRounding));
}

// vcvtps2dq with embedded rounding
template <int kRounding>
[[gnu::target("avx512f")]] void f32_to_s32(const void* src, void* dst) {
  const __m512 from = _mm512_loadu_ps(src);
  _mm512_storeu_si512(dst, _mm512_cvt_roundps_epi32(from, kRounding | _MM_FROUND_NO_EXC));
}

// vcvttps2dq
[[gnu::target("avx512f")]] void f32_to_s32_truncated(const void* src, void* dst) {
  const __m512 from = _mm512_loadu_ps(src);
  _mm512_storeu_si512(dst, _mm512_cvttps_epi32(from));
}

// vcvtps2qq with embedded rounding
template <int kRounding>
[[gnu::target("avx512f,avx512dq")]] void f32_to_s64(const void* src, void* dst) {
  const __m256 from = _mm256_loadu_ps(static_cast<const float*>(src));
  _mm512_storeu_si512(dst, _mm512_cvt_roundps_epi64(from, kRounding | _MM_FROUND_NO_EXC));
}

// vcvttps2qq
[[gnu::target("avx512f,avx512dq")]] void f32_to_s64_truncated(const void* src, void* dst) {
  const __m256 from = _mm256_loadu_ps(static_cast<const float*>(src));
  _mm512_storeu_si512(dst, _mm512_cvttps_epi64(from));
}

// vcvtdq2ps with embedded rounding
template <int kRounding>
[[gnu::target("avx512f")]] void s32_to_f32(const void* src, void* dst) {
  const __m512i from = _mm512_loadu_si512(src);
  _mm512_storeu_ps(dst, _mm512_cvt_roundepi32_ps(from, kRounding | _MM_FROUND_NO_EXC));
}

// vcvtqq2ps with embedded rounding
template <int kRounding>
[[gnu::target("avx512f,avx512dq")]] void s64_to_f32(const void* src, void* dst) {
  const __m512i from = _mm512_loadu_si512(src);
  _mm256_storeu_ps(static_cast<float*>(dst),
                   _mm512_cvt_roundepi64_ps(from, kRounding | _MM_FROUND_NO_EXC));
}

// vpmovsdw
[[gnu::target("avx512f")]] void s32_to_s16(const void* src, void* dst) {
  const __m512i from = _mm512_loadu_si512(src);
  _mm256_storeu_si256(static_cast<__m256i*>(dst), _mm512_cvtsepi32_epi16(from));
}

// vpmovsqd
[[gnu::target("avx512f")]] void s64_to_s32(const void* src, void* dst) {
  const __m512i from = _mm512_loadu_si512(src);
  _mm256_storeu_si256(static_cast<__m256i*>(dst), _mm512_cvtsepi64_epi32(from));
}

// vpmovsxdq
[[gnu::target("avx512f")]] void s32_to_s64(const void* src, void* dst) {
  const __m256i from = _mm256_loadu_si256(static_cast<const __m256i*>(src));
  _mm512_storeu_si512(dst, _mm512_cvtepi32_epi64(from));
}

// vpmovsxwd, vcvtdq2ps: exact
[[gnu::target("avx512f")]] void s16_to_f32(const void* src, void* dst) {
  const __m256i from = _mm256_loadu_si256(static_cast<const __m256i*>(src));
  _mm512_storeu_ps(dst, _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(from)));
}

// vpmovsxbd or vpmovzxbd, vcvtdq2ps, vcvtps2ph: exact
[[gnu::target("avx512f")]] void s8_to_f16(const void* src, void* dst) {
  const __m128i from = _mm_loadu_si128(static_cast<const __m128i*>(src));
  const __m512 number = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(from));
  _mm256_storeu_si256(static_cast<__m256i*>(dst), _mm512_cvtps_ph(number, kEven));
}
[[gnu::target("avx512f")]] void u8_to_f16(const void* src, void* dst) {
  const __m128i from = _mm_loadu_si128(static_cast<const __m128i*>(src));
  const __m512 number = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(from));
  _mm256_storeu_si256(static_cast<__m256i*>(dst), _mm512_cvtps_ph(number, kEven));
}

// vcvtneps2bf16. Copied, since the type of its result has no conversion that both compilers know.
[[gnu::target("avx512f,avx512bf16")]] void f32_to_bf16(const void* src, void* dst) {
  const __m256bh to = _mm512_cvtneps_pbh(_mm512_loadu_ps(src));
  __builtin_memcpy(dst, &to, sizeof to);
}

// vcvtph2w, vcvtph2dq, vcvtw2ph with embedded rounding; vcvttph2w, vcvttph2dq
template <int kRounding>
[[gnu::target("avx512fp16,avx512vl")]] void f16_to_s16(const void* src, void* dst) {
  const __m512h from = _mm512_castsi512_ph(_mm512_loadu_si512(src));
  _mm512_storeu_si512(dst, _mm512_cvt_roundph_epi16(from, kRounding | _MM_FROUND_NO_EXC));
}
[[gnu::target("avx512fp16,avx512vl")]] void f16_to_s16_truncated(const void* src, void* dst) {
  const __m512h from = _mm512_castsi512_ph(_mm512_loadu_si512(src));
  _mm512_storeu_si512(dst, _mm512_cvttph_epi16(from));
}
template <int kRounding>
[[gnu::target("avx512fp16,avx512vl")]] void f16_to_s32(const void* src, void* dst) {
  const __m256h from = _mm256_castsi256_ph(_mm256_loadu_si256(static_cast<const __m256i*>(src)));
  _mm512_storeu_si512(dst, _mm512_cvt_roundph_epi32(from, kRounding | _MM_FROUND_NO_EXC));
}
[[gnu::target("avx512fp16,avx512vl")]] void f16_to_s32_truncated(const void* src, void* dst) {
  const __m256h from = _mm256_castsi256_ph(_mm256_loadu_si256(static_cast<const __m256i*>(src)));
  _mm512_storeu_si512(dst, _mm512_cvttph_epi32(from));
}
template <int kRounding>
[[gnu::target("avx512fp16,avx512vl")]] void s16_to_f16(const void* src, void* dst) {
  const __m512i from = _mm512_loadu_si512(src);
  _mm512_storeu_si512(
      dst, _mm512_castph_si512(_mm512_cvt_roundepi16_ph(from, kRounding | _MM_FROUND_NO_EXC)));
}

using Kernels = std::array<X86Kernel, 7>;

// In the order of VCONFORM_ROUND_x: bare, r, a, f, c, z, o. No instruction rounds ties away from
// zero or to odd.
constexpr Kernels directed(X86Kernel r, X86Kernel f, X86Kernel c, X86Kernel z) {
  return {nullptr, r, nullptr, f, c, z, nullptr};
}
constexpr Kernels bare_and_directed(X86Kernel r, X86Kernel f, X86Kernel c, X86Kernel z) {
  return {r, r, nullptr, f, c, z, nullptr};
}
constexpr Kernels bare(X86Kernel kernel) {
  return {kernel};
}
constexpr Kernels nearest(X86Kernel kernel) {
  return {nullptr, kernel};
}

// clang-format off
constexpr std::array<X86Row, 17> kRows = {{
    {VCONFORM_F32, VCONFORM_F16,  X86Feature::kF16c,       8,  bare_and_directed(f32_to_f16<kEven>, f32_to_f16<kDown>, f32_to_f16<kUp>, f32_to_f16<kZero>)},
    {VCONFORM_F16, VCONFORM_F32,  X86Feature::kF16c,       8,  bare(f16_to_f32)},
    {VCONFORM_F32, VCONFORM_F32,  X86Feature::kAvx512f,    16, directed(f32_to_integral<kEven>, f32_to_integral<kDown>, f32_to_integral<kUp>, f32_to_integral<kZero>)},
    {VCONFORM_F32, VCONFORM_S32,  X86Feature::kAvx512f,    16, directed(f32_to_s32<kEven>, f32_to_s32<kDown>, f32_to_s32<kUp>, f32_to_s32_truncated)},
    {VCONFORM_S32, VCONFORM_F32,  X86Feature::kAvx512f,    16, bare_and_directed(s32_to_f32<kEven>, s32_to_f32<kDown>, s32_to_f32<kUp>, s32_to_f32<kZero>)},
    {VCONFORM_S32, VCONFORM_S16,  X86Feature::kAvx512f,    16, bare(s32_to_s16)},
    {VCONFORM_S64, VCONFORM_S32,  X86Feature::kAvx512f,    8,  bare(s64_to_s32)},
    {VCONFORM_S32, VCONFORM_S64,  X86Feature::kAvx512f,    8,  bare(s32_to_s64)},
    {VCONFORM_S16, VCONFORM_F32,  X86Feature::kAvx512f,    16, bare(s16_to_f32)},
    {VCONFORM_S8,  VCONFORM_F16,  X86Feature::kAvx512f,    16, bare(s8_to_f16)},
    {VCONFORM_U8,  VCONFORM_F16,  X86Feature::kAvx512f,    16, bare(u8_to_f16)},
    {VCONFORM_F32, VCONFORM_S64,  X86Feature::kAvx512dq,   8,  directed(f32_to_s64<kEven>, f32_to_s64<kDown>, f32_to_s64<kUp>, f32_to_s64_truncated)},
    {VCONFORM_S64, VCONFORM_F32,  X86Feature::kAvx512dq,   8,  directed(s64_to_f32<kEven>, s64_to_f32<kDown>, s64_to_f32<kUp>, s64_to_f32<kZero>)},
    {VCONFORM_F32, VCONFORM_BF16, X86Feature::kAvx512Bf16, 16, nearest(f32_to_bf16)},
    {VCONFORM_F16, VCONFORM_S16,  X86Feature::kAvx512Fp16, 32, directed(f16_to_s16<kEven>, f16_to_s16<kDown>, f16_to_s16<kUp>, f16_to_s16_truncated)},
    {VCONFORM_F16, VCONFORM_S32,  X86Feature::kAvx512Fp16, 16, directed(f16_to_s32<kEven>, f16_to_s32<kDown>, f16_to_s32<kUp>, f16_to_s32_truncated)},
    {VCONFORM_S16, VCONFORM_F16,  X86Feature::kAvx512Fp16, 32, bare_and_directed(s16_to_f16<kEven>, s16_to_f16<kDown>, s16_to_f16<kUp>, s16_to_f16<kZero>)},
}};
// clang-format on

}  // namespace

std::span<const X86Row> x86_rows() {
  return kRows;
}

#else

std::span<const X86Row> x86_rows() {
  return {};
}

#endif

}  // namespace vconform::adapters::third_party
