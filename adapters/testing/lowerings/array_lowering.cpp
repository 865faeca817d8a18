// A lowering that converts in arrays of the host, which stand for UB, a repeat at a time.
#include <algorithm>
#include <cstring>

#include "adapters/testing/lowerings/planted.h"
#include "adapters/testing/lowerings/vector_rows.h"

namespace {

constexpr std::uint32_t kRepeat = lowerings::repeat_of<half, float>();

void convert(half* dst, const float* src, std::uint32_t count) {
  alignas(32) static float sources[kRepeat];
  alignas(32) static half results[kRepeat];
  std::memcpy(sources, src, count * sizeof(float));
  lowerings::set_first_lanes(count);
  vconv_f322f16r(results, sources, 1, 1, 1, 4, 8);
  std::memcpy(static_cast<void*>(dst), results, count * sizeof(half));
}

void run(const vconform_operation_call* call) {
  for (std::uint32_t row = 0; row < call->rows; ++row) {
    half* dst = static_cast<half*>(call->dst) + std::size_t{row} * call->dst_stride;
    const float* src = static_cast<const float*>(call->src) + std::size_t{row} * call->src_stride;
    for (std::uint32_t done = 0; done < call->cols; done += kRepeat) {
      convert(dst + done, src + done, std::min(kRepeat, call->cols - done));
    }
  }
}

const vconform_operation kOperations[] = {
    vconform::lowering::operation<half, float>("array_f32_f16", VCONFORM_ROUND_R, run)};

}  // namespace

VCONFORM_LOWERING("arrays of the host", "1", kOperations)
