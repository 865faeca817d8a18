// A kernel with attributes that no host compiler knows, for the test of lower-cxx: prints a
// converted number, the line of its call to printf, and a text that only looks like an attribute.
#include <cstdio>

#include "adapters/vconform_intrinsics.h"

// clang-format off: it takes attributes for subscripts

#define KERNEL_INLINE [aicore] inline

namespace {

[host, aicore] inline int count_of(const int (&table)[2], int aicore) {
  return table[aicore];
}

KERNEL_INLINE void convert(__ubuf__ half* dst, __ubuf__ float* src, int count) {
  set_mask_count();
  set_vector_mask(0, static_cast<uint64_t>(count));
  vconv_f322f16r(dst, src, 1, 1, 1, 4, 8);
  set_mask_norm();
}

}  // namespace

extern "C" __global__ [aicore] void kernel(__gm__ half* dst, __gm__ float* src) {
  const int table[2] = {1, 4};
  convert(dst, src, count_of(table, 1));
}

int main() {
  alignas(32) float src[64] = {0, 0, 0, 2.5F};
  alignas(32) half dst[64] = {};
  kernel(dst, src);
  const char* text = "[aicore] void f()";
  std::printf("%.1f %d %s\n", static_cast<double>(static_cast<float>(dst[3])), __LINE__, text);
  return 0;
}
