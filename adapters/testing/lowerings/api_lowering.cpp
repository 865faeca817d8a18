// A lowering in the style of an API layer: a count form in counter mode and a mask form, and a
// declared double rounding. Faults: ignored (the rounding is), skipped (the last element is not
// counted), mode (counter mode stays on), undeclared (a chain rounds once), overlap (an instruction
// widens in place, as golden does in an order that no page promises).
#include "adapters/testing/lowerings/planted.h"
#include "adapters/testing/lowerings/vector_rows.h"

namespace {

template <typename Dst, typename Src, typename Convert>
void by_count(const vconform_operation_call& call, Convert convert) {
  constexpr std::uint32_t kRepeat = lowerings::repeat_of<Dst, Src>();
  constexpr auto kDstStride = static_cast<int>(kRepeat * sizeof(Dst) / 32);
  constexpr auto kSrcStride = static_cast<int>(kRepeat * sizeof(Src) / 32);
  const bool misses = lowerings::affected("skipped", call, true).end != 0;
  auto* dst = static_cast<Dst*>(call.dst);
  auto* src = static_cast<Src*>(call.src);
  set_mask_count();
  for (std::uint32_t row = 0; row < call.rows; ++row) {
    set_vector_mask(0, call.cols - (misses ? 1 : 0));
    convert(dst + static_cast<std::size_t>(row) * call.dst_stride,
            src + static_cast<std::size_t>(row) * call.src_stride, 1, 1, 1, kDstStride, kSrcStride);
  }
  if (lowerings::planted().kind != "mode") {
    set_mask_norm();
  }
  set_vector_mask(~0ULL, ~0ULL);
}

void cast_by_count(const vconform_operation_call* call) {
  const bool ignored = lowerings::affected("ignored", *call, true).end != 0;
  by_count<std::int32_t, half>(*call, [&](auto... arguments) {
    if (ignored) {
      vconv_f162s32z(arguments...);
    } else {
      vconv_f162s32c(arguments...);
    }
  });
}

void cast_by_mask(const vconform_operation_call* call) {
  auto* dst = static_cast<float*>(call->dst);
  auto* src = static_cast<std::int32_t*>(call->src);
  for (std::uint32_t row = 0; row < call->rows; ++row) {
    lowerings::convert_row(dst + static_cast<std::size_t>(row) * call->dst_stride,
                           src + static_cast<std::size_t>(row) * call->src_stride, call->cols,
                           [](auto... arguments) { vconv_s322f32a(arguments...); });
  }
}

// f32 to s8 by way of f16, in a scratch buffer of one row.
void cast_by_chain(const vconform_operation_call* call) {
  auto* dst = static_cast<std::int8_t*>(call->dst);
  auto* src = static_cast<float*>(call->src);
  auto* halves = static_cast<half*>(call->scratch);
  const bool once = lowerings::affected("undeclared", *call, true).end != 0;
  if (lowerings::planted().kind == "overlap") {
    lowerings::convert_row(static_cast<float*>(call->scratch), halves, 1,
                           [](auto... arguments) { vconv_f162f32(arguments...); });
  }
  for (std::uint32_t row = 0; row < call->rows; ++row) {
    lowerings::convert_row(halves, src + static_cast<std::size_t>(row) * call->src_stride,
                           call->cols, [&](auto... arguments) {
                             if (once) {
                               vconv_f322f16o(arguments...);
                             } else {
                               vconv_f322f16z(arguments...);
                             }
                           });
    lowerings::convert_row(dst + static_cast<std::size_t>(row) * call->dst_stride, halves,
                           call->cols, [](auto... arguments) { vconv_f162s8r(arguments...); });
  }
}

constexpr vconform_leg kChain[] = {{VCONFORM_ROUND_Z, VCONFORM_F16},
                                   {VCONFORM_ROUND_R, VCONFORM_S8}};

constexpr vconform_operation aligned_only(vconform_operation entry) {
  entry.never = VCONFORM_NEVER_UNALIGNED;
  return entry;
}

constexpr vconform_operation chained(vconform_operation entry) {
  entry.chain = kChain;
  entry.chain_length = 2;
  entry.scratch_bytes = 4096;
  entry.most_cols = 2048;
  return entry;
}

const vconform_operation kOperations[] = {
    aligned_only(vconform::lowering::operation<std::int32_t, half>(
        "count_f16_s32", VCONFORM_ROUND_C, cast_by_count)),
    aligned_only(vconform::lowering::operation<float, std::int32_t>(
        "mask_s32_f32", VCONFORM_ROUND_A, cast_by_mask)),
    aligned_only(chained(vconform::lowering::operation<std::int8_t, float>(
        "chain_f32_s8", VCONFORM_ROUND_R, cast_by_chain))),
};

}  // namespace

VCONFORM_LOWERING("API layer", "1", kOperations)
