// A program over own_implementation.cpp: without the library, the callers check by themselves.
#include <cstdio>

#include "adapters/vconform_intrinsics.h"

int main() {
  float src[64] = {1.75F};
  int32_t dst[64] = {};
  vconv_f322s32z(dst, src, 1, 1, 1, 8, 8);
  vconv_f322s32z(dst, src, 256, 1, 1, 8, 8);
  std::printf("%d\n", dst[0]);
  return 0;
}
