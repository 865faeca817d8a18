// A lowering that copies a matrix out of L0C by FIXPIPE: to rows in GM, with a word for all columns
// and for each, and to blocks of NZ in L1. Faults: code (QuantPRE is 0), burst (NSize is the number
// of blocks), relu (is not asked for), alpha (not set), offset (dropped), vector (the first word
// serves all columns), stride (gaps between rows are not left), stale (QUANT_PRE is what an earlier
// kernel left), skipped (not written), host (leaky_f32_f16 computed by the host, which keeps NaN
// and inf).
#include <cstring>

#include "adapters/testing/lowerings/planted.h"

namespace {

using lowerings::Columns;

std::uint64_t offset_of(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) & 0xffffff;
}

// The arguments of one copy_matrix.
struct Copy {
  std::uint32_t first = 0;
  std::uint32_t cols = 0;
  std::uint64_t word = 0;
  std::uint64_t code = 0;
  std::uint32_t relu = 0;
};

void set_words(const vconform_operation_call& call, const Copy& copy) {
  const std::string& kind = lowerings::planted().kind;
  if (kind != "stale") {
    set_quant_pre(copy.word);
  }
  if (kind != "alpha") {
    set_lrelu_alpha(call.alpha);
  }
  const std::uint64_t alphas =
      call.alphas == nullptr ? 0 : offset_of(call.alphas + copy.first) >> 6;
  const std::uint64_t quants =
      call.quants == nullptr ? 0 : offset_of(call.quants + copy.first) >> 7;
  set_fpc(alphas | quants << 8);
}

// The copy of whole blocks of columns from `first`, by the instruction in `issue`.
template <typename Dst, typename Src, typename Issue>
void copy_columns(const vconform_operation_call& call, const Copy& copy, const Issue& issue) {
  if (copy.cols == 0) {
    return;
  }
  const bool is_nd = call.operation->dst_block == 0;
  Src* src = static_cast<Src*>(call.src) + std::size_t{copy.first} / 16 * call.src_stride;
  Dst* dst = static_cast<Dst*>(call.dst) +
             (is_nd ? copy.first : std::size_t{copy.first} / 16 * call.dst_stride);
  const bool closes_gaps = lowerings::planted().kind == "stride";
  const std::uint32_t stride = is_nd ? (closes_gaps ? call.cols : call.dst_stride)
                                     : call.dst_stride * std::uint32_t{sizeof(Dst)} / 32;
  const bool is_burst = lowerings::planted().kind == "burst";
  set_nd_para(1 | 1ULL << 16);
  set_words(call, copy);
  issue(dst, src, is_burst ? (copy.cols + 15) / 16 : copy.cols, call.rows, stride,
        call.src_stride / 16, copy.code, copy.relu, is_nd);
}

Copy faulty(Copy copy, const std::string& kind) {
  if (kind == "offset") {
    copy.word &= ~(0x1ffULL << 37);
  } else if (kind == "relu") {
    copy.relu = 0;
  } else if (kind == "code") {
    copy.code = 0;
  }
  return copy;
}

// A fault in the last column alone: the last block wrong, then all but that column right.
template <typename Dst, typename Src, typename Issue>
void copy_matrix(const vconform_operation_call& call, const Copy& right, const Issue& issue) {
  const std::string& kind = lowerings::planted().kind;
  const Columns wrong = lowerings::affected(kind.c_str(), call, true);
  const bool is_by_host = kind == "host" && right.relu == VCONFORM_RELU_LEAKY;
  const bool skips = (kind == "skipped" || is_by_host) && wrong.end != 0;
  Copy rest = right;
  rest.cols = call.cols;
  if (wrong.end != 0 && wrong.first != 0) {
    Copy last = faulty(rest, kind);
    last.first = (call.cols - 1) / 16 * 16;
    last.cols = call.cols - last.first;
    if (!skips) {
      copy_columns<Dst, Src>(call, last, issue);
    }
    rest.cols = call.cols - 1;
  } else if (wrong.end != 0) {
    rest = faulty(rest, kind);
    rest.cols = skips ? 0 : call.cols;
  }
  copy_columns<Dst, Src>(call, rest, issue);
}

void scalar_to_s8(const vconform_operation_call* call) {
  copy_matrix<std::int8_t, std::int32_t>(
      *call, {0, 0, call->quant, 9, 0},
      [](auto* dst, auto* src, auto n, auto m, auto stride, auto src_stride, auto code, auto relu,
         bool is_nd) {
        copy_matrix_cc_to_gm(dst, src, 0, n, m, stride, src_stride, 0, code, relu, 0, is_nd);
      });
}

void leaky_by_host(const vconform_operation_call& call, const Columns& columns) {
  float alpha = 0;
  std::memcpy(&alpha, &call.alpha, sizeof alpha);
  for (std::uint32_t row = 0; row < call.rows; ++row) {
    for (std::uint32_t col = columns.first; col < columns.end; ++col) {
      const std::size_t block = std::size_t{col} / 16 * call.src_stride;
      const float x = static_cast<const float*>(call.src)[block + row * 16 + col % 16];
      static_cast<half*>(call.dst)[std::size_t{row} * call.dst_stride + col] =
          static_cast<half>(x < 0 ? x * alpha : x);
    }
  }
}

void leaky_to_half(const vconform_operation_call* call) {
  copy_matrix<half, float>(*call, {0, 0, 0, 1, VCONFORM_RELU_LEAKY},
                           [](auto* dst, auto* src, auto n, auto m, auto stride, auto src_stride,
                              auto code, auto relu, bool is_nd) {
                             copy_matrix_cc_to_gm(dst, src, 0, n, m, stride, src_stride, 0, code,
                                                  relu, 0, is_nd);
                           });
  leaky_by_host(*call, lowerings::affected("host", *call, true));
}

void words_to_u8(const vconform_operation_call* call) {
  const bool first_for_all = lowerings::affected("vector", *call, true).end != 0;
  copy_matrix<std::uint8_t, std::int32_t>(
      *call,
      {0, 0, first_for_all ? *call->quants : 0, first_for_all ? 9U : 8U, VCONFORM_RELU_PRELU},
      [](auto* dst, auto* src, auto n, auto m, auto stride, auto src_stride, auto code, auto relu,
         bool is_nd) {
        copy_matrix_cc_to_gm(dst, src, 0, n, m, stride, src_stride, 0, code, relu, 0, is_nd);
      });
}

void blocks_to_half(const vconform_operation_call* call) {
  copy_matrix<half, std::int32_t>(*call, {0, 0, call->quant, 11, VCONFORM_RELU_NORMAL},
                                  [](auto* dst, auto* src, auto n, auto m, auto stride,
                                     auto src_stride, auto code, auto relu, bool is_nd) {
                                    copy_matrix_cc_to_cbuf(dst, src, 0, n, m, stride, src_stride, 0,
                                                           code, relu, 0, is_nd);
                                  });
}

constexpr vconform_operation with_relu(vconform_operation entry, std::uint32_t relu) {
  entry.relu = relu;
  return entry;
}

constexpr vconform_operation of_columns(vconform_operation entry) {
  entry.by_column = 1;
  return entry;
}

// To L1 in whole blocks.
constexpr vconform_operation in_blocks(vconform_operation entry) {
  entry.dst_memory = VCONFORM_L1;
  entry.dst_block = 16;
  entry.cols_multiple = 16;
  entry.never = VCONFORM_NEVER_UNALIGNED;
  return entry;
}

const vconform_operation kOperations[] = {
    vconform::lowering::quantising<std::int8_t, std::int32_t>(
        "fix_s32_s8", VCONFORM_FAMILY_COPY_MATRIX, scalar_to_s8),
    with_relu(vconform::lowering::quantising<half, float>(
                  "leaky_f32_f16", VCONFORM_FAMILY_COPY_MATRIX, leaky_to_half),
              VCONFORM_RELU_LEAKY),
    with_relu(of_columns(vconform::lowering::quantising<std::uint8_t, std::int32_t>(
                  "prelu_s32_u8", VCONFORM_FAMILY_COPY_MATRIX, words_to_u8)),
              VCONFORM_RELU_PRELU),
    with_relu(in_blocks(vconform::lowering::quantising<half, std::int32_t>(
                  "blocks_s32_f16", VCONFORM_FAMILY_COPY_MATRIX, blocks_to_half)),
              VCONFORM_RELU_NORMAL),
};

}  // namespace

VCONFORM_LOWERING("matrices out of L0C", "1", kOperations)
