// A library with functions that are almost documented prototypes, and none that is one.
#include <cstdint>

// As code does whose half is the compiler's.
void vconv_f322f16r(_Float16* dst, float* src, uint8_t, uint16_t, uint16_t, uint16_t, uint16_t) {
  *dst = static_cast<_Float16>(*src);
}
void vconv_f162f32(float* dst, _Float16* src, uint8_t, uint16_t, uint16_t, uint16_t, uint16_t) {
  *dst = static_cast<float>(*src);
}
void vconv_f322s32z(int32_t* dst, float* src, uint8_t) {
  *dst = static_cast<int32_t>(*src);
}
namespace kernels {
void vconv_f322s32r(int32_t* dst, float* src, uint8_t, uint16_t, uint16_t, uint16_t, uint16_t) {
  *dst = static_cast<int32_t>(*src);
}
}  // namespace kernels
extern "C" void set_ctrl(uint64_t) {}
