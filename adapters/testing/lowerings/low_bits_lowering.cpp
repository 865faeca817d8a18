// A lowering in scalar code of the host that keeps the low bits of integers, whatever CTRL is, and
// declares it. Fault: saturates.
#include <algorithm>
#include <cmath>

#include "adapters/testing/lowerings/planted.h"

namespace {

// `rounded` as s16: of a finite value its low bits.
std::int16_t to_s16(double rounded, bool saturates) {
  if (std::isnan(rounded)) {
    return 0;
  }
  if (std::isinf(rounded) || saturates) {
    return static_cast<std::int16_t>(std::clamp(rounded, -32768.0, 32767.0));
  }
  return static_cast<std::int16_t>(static_cast<std::int32_t>(std::fmod(rounded, 65536.0)));
}

void run(const vconform_operation_call* call) {
  const bool aligned = lowerings::is_aligned<std::int16_t, float>(*call);
  const lowerings::Columns saturated = lowerings::affected("saturates", *call, aligned);
  const auto* src = static_cast<const float*>(call->src);
  auto* dst = static_cast<std::int16_t*>(call->dst);
  for (std::uint32_t row = 0; row < call->rows; ++row) {
    for (std::uint32_t col = 0; col < call->cols; ++col) {
      const double source = src[std::size_t{row} * call->src_stride + col];
      dst[std::size_t{row} * call->dst_stride + col] =
          to_s16(std::nearbyint(source), saturated.has(col));
    }
  }
}

const vconform_operation kOperations[] = {vconform::lowering::operation<std::int16_t, float>(
    "wraps_f32_s16", VCONFORM_ROUND_R, run, VCONFORM_INTEGERS_KEEP_LOW_BITS)};

}  // namespace

VCONFORM_LOWERING("low bits", "1", kOperations)
