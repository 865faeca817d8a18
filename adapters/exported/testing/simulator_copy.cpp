// FIXPIPE of the simulator: f32 as it is and to f16, s32 to s8 and u8.
#include "adapters/exported/testing/simulator.h"

namespace simulator {

namespace {

struct Copy {
  int memory;
  uint64_t dst;
  uint64_t src;
  uint64_t columns;
  uint64_t rows;
  uint64_t dst_stride;
  uint64_t src_stride;
  uint64_t quant;
  uint8_t relu;
  bool splits;
  bool is_nd;
};

// M2 of a column, for negative sources.
float alpha_of(uint8_t relu, uint64_t column) {
  if (relu == 1) {
    return 0;
  }
  return relu == 2 ? registers.lrelu_alpha
                   : load<float>(
                         place(VCONFORM_FIXPIPE_BUFFER, (registers.fpc & 0xff) * 64 + 4 * column));
}

uint64_t word_of(const Copy& copy, uint64_t column) {
  return copy.quant != VREQ8
             ? registers.quant_pre
             : load<uint64_t>(
                   place(VCONFORM_FIXPIPE_BUFFER, (registers.fpc >> 8 & 0xff) * 128 + 8 * column));
}

float multiplied(const Copy& copy, uint64_t column, float source, float scale) {
  if (copy.relu == 0 || source >= 0) {
    return scale == 1 ? source : source * scale;
  }
  return source * alpha_of(copy.relu, column);
}

void store(const Copy& copy, uint64_t column, float source, uint8_t* to, float* /*type*/) {
  const float result = multiplied(copy, column, source, 1);
  std::memcpy(to, &result, sizeof result);
}
void store(const Copy& copy, uint64_t column, float source, uint8_t* to, half* /*type*/) {
  const half result = to_half(multiplied(copy, column, source, 1), 'r');
  std::memcpy(to, &result, sizeof result);
}
void store(const Copy& copy, uint64_t column, int32_t source, uint8_t* to, uint8_t* /*type*/) {
  const uint64_t word = word_of(copy, column);
  const int shift = static_cast<int>(word >> 32 & 15) + 1;
  const double shifted = (word >> 36 & 1) != 0 ? saturated<int16_t>(source >> shift) : source;
  *to = quantised(multiplied(copy, column, static_cast<float>(shifted), scale_of(word)), word);
}
void store(const Copy& copy, uint64_t column, int32_t source, uint8_t* to, int8_t* /*type*/) {
  store(copy, column, source, to, static_cast<uint8_t*>(nullptr));
}

// Calls outside the documented range do nothing.
bool is_in_range(const Copy& copy) {
  const uint64_t src_nd = registers.nd_para >> 16 & 0xffff;
  const bool has_nd_stride = !copy.is_nd || (src_nd >= 1 && src_nd <= 512);
  return copy.columns <= 4095 && copy.rows <= (copy.is_nd ? 8192 : 65535) && has_nd_stride &&
         copy.dst_stride != 0 && copy.src_stride % 16 == 0 && copy.relu <= 3;
}

template <typename Dst, typename Src>
void run(const Copy& copy) {
  if (!is_in_range(copy)) {
    return;
  }
  const uint64_t blocks = copy.is_nd ? registers.nd_para & 0xffff : 1;
  const uint64_t src_nd = (registers.nd_para >> 16 & 0xffff) * 256;
  const uint64_t dst_nd = registers.nd_para >> 32 & 0xffff;
  const uint64_t channels = sizeof(Dst) == 1 ? 32 : copy.splits ? 8 : 16;
  const uint8_t* sources = place(VCONFORM_L0C, copy.src);
  uint8_t* results = place(copy.memory, copy.dst);
  for (uint64_t block = 0; block < blocks; ++block) {
    for (uint64_t row = 0; row < copy.rows; ++row) {
      for (uint64_t column = 0; column < copy.columns; ++column) {
        const uint64_t from =
            block * src_nd + (column / 16 * copy.src_stride + row) * 16 + column % 16;
        const uint64_t to = copy.is_nd ? block * dst_nd + row * copy.dst_stride + column
                                       : column / channels * copy.dst_stride * (32 / sizeof(Dst)) +
                                             row * channels + column % channels;
        store(copy, column, load<Src>(sources + from * sizeof(Src)), results + to * sizeof(Dst),
              static_cast<Dst*>(nullptr));
      }
    }
  }
}

}  // namespace

}  // namespace simulator

// NOLINTBEGIN(bugprone-macro-parentheses, readability-identifier-naming): the names of the page
#define SIMULATE_COPY(name, memory, Dst, Src)                                                      \
  void name(Dst* dst, Src* src, uint8_t, uint16_t NSize, uint16_t MSize, uint32_t dst_stride,      \
            uint16_t src_stride, uint8_t, uint64_t quant, uint8_t relu, bool splits, bool is_nd) { \
    simulator::run<Dst, Src>({memory, simulator::address_of(dst), simulator::address_of(src),      \
                              NSize, MSize, dst_stride, src_stride, quant, relu, splits, is_nd});  \
  }
SIMULATE_COPY(copy_matrix_cc_to_gm, VCONFORM_GM, float, float)
SIMULATE_COPY(copy_matrix_cc_to_gm, VCONFORM_GM, half, float)
SIMULATE_COPY(copy_matrix_cc_to_gm, VCONFORM_GM, int8_t, int32_t)
SIMULATE_COPY(copy_matrix_cc_to_cbuf, VCONFORM_L1, half, float)
SIMULATE_COPY(copy_matrix_cc_to_cbuf, VCONFORM_L1, uint8_t, int32_t)
// NOLINTEND(bugprone-macro-parentheses, readability-identifier-naming)
