// An implementation of one prototype by somebody who has nothing of vconform but the header.
#define VCONFORM_INTRINSICS_DEFINE
#include "adapters/vconform_intrinsics.h"

void vconv_f322s32z(int32_t* dst, float* src, uint8_t repeat, uint16_t, uint16_t, uint16_t,
                    uint16_t) {
  for (int i = 0; i < 64 * repeat; ++i) {
    dst[i] = static_cast<int32_t>(src[i]);
  }
}
