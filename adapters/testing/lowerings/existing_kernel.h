// A conversion kernel as somebody has it: rows of f32 to f16, which begin at blocks of 32 bytes.
#pragma once

#include "adapters/vconform_intrinsics.h"

inline void rows_to_half(__ubuf__ half* dst, __ubuf__ float* src, unsigned rows, unsigned cols,
                         unsigned dst_stride, unsigned src_stride) {
  for (unsigned row = 0; row < rows; ++row, dst += dst_stride, src += src_stride) {
    const unsigned whole = cols / 64;
    set_vector_mask(-1ULL, -1ULL);
    for (unsigned done = 0; done < whole; done += 255) {
      const unsigned repeats = whole - done < 255 ? whole - done : 255;
      vconv_f322f16r(dst + done * 64, src + done * 64, repeats, 1, 1, 4, 8);
    }
    if (cols % 64 != 0) {
      set_vector_mask(0, (1ULL << cols % 64) - 1);
      vconv_f322f16r(dst + whole * 64, src + whole * 64, 1, 1, 1, 4, 8);
    }
  }
}
