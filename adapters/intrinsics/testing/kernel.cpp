// A program as users write it: a conversion in place, in counter mode, from GM to GM. Prints the
// results, and ends with the number of calls that failed. One argument: it makes a bad call; two:
// it reads UB as if an offset were a pointer.
#include <cstdio>
#include <vector>

#include "adapters/vconform_intrinsics_declared.h"

namespace {

__aicore__ void convert(__gm__ half* dst, __gm__ float* src, int count) {
  auto* in = reinterpret_cast<__ubuf__ float*>(0x1000);
  auto* out = reinterpret_cast<__ubuf__ half*>(0);
  copy_gm_to_ubuf(in, src, 0, 1, (count * 4 + 31) / 32, 0, 0);
  set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
  wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
  set_mask_count();
  set_vector_mask(0, static_cast<uint64_t>(count));
  vconv_f322f16r(out, in, 1, 1, 1, 4, 8);
  set_mask_norm();
  pipe_barrier(PIPE_ALL);
  copy_ubuf_to_gm(dst, out, 0, 1, (count * 2 + 31) / 32, 0, 0);
}

}  // namespace

int main(int argc, char**) {
  std::vector<float> src(128);
  std::vector<half> dst(128);
  for (int i = 0; i < 128; ++i) {
    src[static_cast<std::size_t>(i)] = static_cast<float>(i) + 0.3F;
  }
  convert(dst.data(), src.data(), 100);
  std::printf("%.4f %.4f %.4f\n", double{dst[0]}, double{dst[99]}, double{dst[100]});
  if (argc > 1) {
    vconv_f322f16r(dst.data(), src.data(), 256, 1, 1, 4, 8);
  }
  if (argc > 2) {
    const volatile auto* offset = reinterpret_cast<__ubuf__ float*>(0x1000);
    return static_cast<int>(*offset);
  }
  return static_cast<int>(vconform_intrinsics_failures());
}
