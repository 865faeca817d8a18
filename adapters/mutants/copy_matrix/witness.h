// Witnesses of copy_matrix.
#pragma once

#include "adapters/mutants/witness.h"
#include "adapters/short_programs/one_copy.h"

namespace vconform::adapters::mutants::copy_matrix {

using spec::CopyMatrix;
using spec::ReluPre;

inline constexpr std::uint64_t kMinusInf = 0xff800000;
inline constexpr std::uint64_t kMinusOne = 0xbf800000;

inline Witnesses by_row(const OneRow& differs, const OneRow& agrees) {
  return by(one_row(differs), one_row(agrees));
}

// The witnesses of two instructions with the same row.
inline Witnesses by_name(OneRow row, std::string_view differs, std::string_view agrees) {
  row.name = differs;
  OneRow other = row;
  other.name = agrees;
  return by_row(row, other);
}

// A matrix over the background, and the same call changed.
inline Witnesses by_call(std::string_view name, void (*differs)(CopyMatrix&),
                         void (*agrees)(CopyMatrix&), std::uint64_t nd_para = 0) {
  OneRow row = {.name = name, .nd_para = nd_para, .change = differs};
  for (std::uint64_t column = 0; column < 32; ++column) {
    row.row.push_back(column + 1);
  }
  OneRow right = row;
  right.change = agrees;
  return by_row(row, right);
}

// Changes of a call.
inline void nothing(CopyMatrix& /*call*/) {}
inline void no_rows(CopyMatrix& call) {
  call.m_size = 0;
}
inline void sixteen_columns(CopyMatrix& call) {
  call.n_size = 16;
}
inline void no_quantisation(CopyMatrix& call) {
  call.quant_pre = 0;
}
inline void two_rows(CopyMatrix& call) {
  call.m_size = 2;
  call.dst_stride_dst_d = 4;
}
inline void nd(CopyMatrix& call) {
  call.nz2nd_en = true;
  call.dst_stride_dst_d = 64;
}

inline constexpr std::uint64_t kTwoNd = spec::kNdDstStride.put(spec::kNdSrcStride.put(2, 2), 40);

}  // namespace vconform::adapters::mutants::copy_matrix
