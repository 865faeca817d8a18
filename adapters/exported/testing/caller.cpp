// A library that calls a prototype, exports none, and is linked against the library of all.
#include "adapters/vconform_intrinsics.h"

void convert(float* dst, half* src) {
  vconv_f162f32(dst, src, 1, 1, 1, 8, 4);
}
