#include "adapters/intrinsics/callers_test_support.h"

#include "adapters/intrinsics/issue.h"

namespace vconform::adapters::intrinsics {

namespace {

template <typename T>
T* at(std::uint64_t address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
  return reinterpret_cast<T*>(address);
}

template <typename Dst>
std::string deq_row(const std::string& function) {
  return function == "vconv_deq" ? function : function + "_" + type_name<Dst>();
}

std::uint64_t xm_of(const MatrixArguments& a) {
  return static_cast<std::uint64_t>(a.n_size) << 4 | static_cast<std::uint64_t>(a.m_size) << 16 |
         static_cast<std::uint64_t>(a.dst_stride) << 32;
}

std::uint64_t xt_of(const MatrixArguments& a) {
  return static_cast<std::uint64_t>(a.src_stride) | a.quant_pre << 34 |
         static_cast<std::uint64_t>(a.relu_pre) << 39 |
         static_cast<std::uint64_t>(a.nz2nd_en) << 43;
}

}  // namespace

#define VCONFORM_VECTOR_ROW(row, name, Dst, Src)                                            \
  {row, [](const VectorArguments& a) {                                                      \
     name(at<Dst>(a.dst), at<Src>(a.src), a.repeat, a.dst_block_stride, a.src_block_stride, \
          a.dst_repeat_stride, a.src_repeat_stride);                                        \
   }},
#define VCONFORM_VCONV_ROW(name, Dst, Src) VCONFORM_VECTOR_ROW(#name, name, Dst, Src)
#define VCONFORM_DEQ_ROW(name, Dst, Src) VCONFORM_VECTOR_ROW(deq_row<Dst>(#name), name, Dst, Src)

const std::vector<VectorCaller>& vector_callers() {
  static const std::vector<VectorCaller> callers = {VCONFORM_EACH_VCONV(VCONFORM_VCONV_ROW)
                                                        VCONFORM_EACH_DEQ(VCONFORM_DEQ_ROW)};
  return callers;
}

#define VCONFORM_MATRIX_ROW(name, Dst, Src)                                                     \
  {std::string(#name "_") + type_name<Src>() + "2" + type_name<Dst>(),                          \
   [](const MatrixArguments& a) {                                                               \
     name(at<Dst>(a.dst), at<Src>(a.src), 0, a.n_size, a.m_size, a.dst_stride, a.src_stride, 0, \
          a.quant_pre, a.relu_pre, 0, a.nz2nd_en);                                              \
   },                                                                                           \
   [](const MatrixArguments& a) { name(at<Dst>(a.dst), at<Src>(a.src), xm_of(a), xt_of(a)); }},

const std::vector<MatrixCaller>& matrix_callers() {
  static const std::vector<MatrixCaller> callers = {VCONFORM_EACH_COPY_MATRIX(VCONFORM_MATRIX_ROW)};
  return callers;
}

}  // namespace vconform::adapters::intrinsics
