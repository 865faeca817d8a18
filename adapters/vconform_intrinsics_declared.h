/* Names that public code calls and that libvconform_intrinsics does not model, so that such code
 * compiles. A call is reported as unsupported, "not modelled: NAME", with its line, and does
 * nothing; its result converts to any type, as zero. C++17 and later.
 *
 * Every parameter is converted by a constructor, which is worse than any conversion to the type of
 * a prototype: an overload that is modelled always wins. At most 20 arguments.
 */
#ifndef VCONFORM_INTRINSICS_DECLARED_H
#define VCONFORM_INTRINSICS_DECLARED_H

#include "adapters/vconform_intrinsics.h"

namespace vconform::intrinsics {

// An argument that nobody looks at.
struct Ignored {
  Ignored() = default;
  template <typename T>
  Ignored(const T&) {}  // NOLINT(google-explicit-constructor)
};

// The result of a name that is not modelled.
struct NotModelled {
  template <typename T>
  operator T() const {  // NOLINT(google-explicit-constructor)
    return T{};
  }
};

inline NotModelled not_modelled(const char* function, const char* file, int line) {
  const vconform_call call = call_of({function, "", file, line}, nullptr, 0);
#ifdef VCONFORM_INTRINSICS_DEFINE
  vconform_intrinsics_not_modelled(&call);
#else
  if (vconform_intrinsics_not_modelled != nullptr) {
    vconform_intrinsics_not_modelled(&call);
  } else {
    std::fprintf(stderr, "%s:%d: not modelled: %s\n", file, line, function);
  }
#endif
  return {};
}

}  // namespace vconform::intrinsics

// A template, so that calls with explicit template arguments compile too.
#define VCONFORM_DECLARED(name)                                               \
  template <typename...>                                                      \
  inline vconform::intrinsics::NotModelled name(                              \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      vconform::intrinsics::Ignored = {}, vconform::intrinsics::Ignored = {}, \
      VCONFORM_CALL_SITE) {                                                   \
    return vconform::intrinsics::not_modelled(#name, file, line);             \
  }

// clang-format off
// Names with modelled overloads: other types, other shapes.
#define VCONFORM_EACH_PARTLY_MODELLED(X)                                            \
  X(vector_dup) X(vand) X(copy_ubuf_to_ubuf) X(copy_gm_to_ubuf) X(copy_ubuf_to_gm)  \
  X(copy_cbuf_to_fbuf) X(vconv_deq) X(pipe_barrier) X(set_flag) X(wait_flag)

#define VCONFORM_EACH_DECLARED(X) \
  X(vadd) X(vsub) X(vmul) X(vdiv) X(vmax) X(vmin) X(vabs) X(vexp) X(vln) X(vsqrt) X(vrsqrt)     \
  X(vrec) X(vrelu) X(vlrelu) X(vnot) X(vor) X(vadds) X(vmuls) X(vmaxs) X(vmins) X(vaxpy)        \
  X(vmla) X(vmadd) X(vmaddrelu) X(vaddrelu) X(vsubrelu) X(vcadd) X(vcmax) X(vcmin) X(vcgadd)    \
  X(vcgmax) X(vcgmin) X(vcpadd) X(vcmp_eq) X(vcmp_ne) X(vcmp_lt) X(vcmp_le) X(vcmp_gt)          \
  X(vcmp_ge) X(vcmpv_eq) X(vcmpv_ne) X(vcmpv_lt) X(vcmpv_le) X(vcmpv_gt) X(vcmpv_ge)            \
  X(vcmpvs_eq) X(vcmpvs_ne) X(vcmpvs_lt) X(vcmpvs_le) X(vcmpvs_gt) X(vcmpvs_ge) X(vsel) X(vshl) \
  X(vshr) X(vcopy) X(vbrcb) X(vreduce) X(vreducev2) X(vtranspose) X(vgather) X(vgatherb)        \
  X(vscatter) X(vbitsort) X(vmrgsort4) X(vnchwconv) X(vaddreluconv_f162s8)                      \
  X(vaddreluconv_f322f16) X(vaddreluconv_s162s8) X(vsubreluconv_f162s8) X(vsubreluconv_f322f16) \
  X(vsubreluconv_s162s8) X(vmulconv_f162s8) X(vmulconv_f162u8) X(scatter_vnchwconv_b8)          \
  X(scatter_vnchwconv_b16) X(scatter_vnchwconv_b32) X(set_va_reg_sb) X(set_vector_mask_dup)     \
  X(movemask) X(set_cmpmask) X(get_cmpmask) X(get_vms4_sr) X(get_max_min_cnt) X(get_acc_val)    \
  X(mad) X(mad_sp) X(load_cbuf_to_ca) X(load_cbuf_to_cb) X(load_gm_to_cbuf) X(load_gm_to_ca)    \
  X(load_gm_to_cb) X(load_cbuf_to_ca_transpose) X(load_cbuf_to_cb_transpose)                    \
  X(img2colv2_cbuf_to_ca) X(img2colv2_cbuf_to_cb) X(copy_gm_to_cbuf)                            \
  X(copy_gm_to_cbuf_multi_nd2nz_b8) X(copy_gm_to_cbuf_multi_nd2nz_b16)                          \
  X(copy_gm_to_cbuf_multi_nd2nz_b32s) X(copy_cbuf_to_gm) X(copy_cbuf_to_ubuf)                   \
  X(copy_ubuf_to_cbuf) X(copy_cbuf_to_bt) X(copy_gm_to_ubuf_align_b8)                           \
  X(copy_gm_to_ubuf_align_b16) X(copy_gm_to_ubuf_align_b32) X(copy_ubuf_to_gm_align_b8)         \
  X(copy_ubuf_to_gm_align_b16) X(copy_ubuf_to_gm_align_b32) X(create_ca_matrix)                 \
  X(create_cb_matrix) X(create_cbuf_matrix) X(set_fmatrix) X(set_fmatrix_b) X(set_l3d_rpt)      \
  X(set_padding) X(set_mov_pad_val) X(set_channel_para) X(set_atomic_add) X(set_atomic_max)     \
  X(set_atomic_min) X(set_atomic_none) X(set_atomic_f32) X(set_atomic_f16) X(set_atomic_bf16)   \
  X(set_atomic_s8) X(set_atomic_s16) X(set_atomic_s32) X(set_st_atomic_cfg)                     \
  X(get_st_atomic_cfg) X(dcci) X(dsb) X(dc_preload) X(preload) X(ffts_cross_core_sync)          \
  X(wait_flag_dev) X(set_ffts_base_addr) X(hset_flag) X(hwait_flag) X(bcnt0) X(bcnt1) X(clz)    \
  X(sff0) X(sff1) X(ld_dev) X(st_dev) X(get_status) X(get_overflow_status)                      \
  X(set_overflow_status) X(conv_f322f16o) X(conv_f322s32a) X(conv_f322s32c) X(conv_f322s32f)    \
  X(conv_f322s32r)
// clang-format on

VCONFORM_EACH_PARTLY_MODELLED(VCONFORM_DECLARED)
VCONFORM_EACH_DECLARED(VCONFORM_DECLARED)

#endif /* VCONFORM_INTRINSICS_DECLARED_H */
