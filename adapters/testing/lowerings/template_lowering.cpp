// A lowering in the style of kernel templates: instructions where operands are aligned, scalar code
// of the host elsewhere. Faults: half-up (truncates x + 0.5), ignored (rounds to nearest), skipped
// (writes nothing), wraps (keeps the low bits), nan (converts NaN as the host does).
#include <cmath>

#include "adapters/testing/lowerings/planted.h"
#include "adapters/testing/lowerings/vector_rows.h"

namespace {

using lowerings::Columns;

enum class Mode { kNearest, kFloor };

double rounded(double value, Mode mode) {
  return mode == Mode::kNearest ? std::nearbyint(value) : std::floor(value);
}

std::int16_t to_s16(float value, Mode mode) {
  if (std::isnan(value)) {
    return 0;
  }
  const double whole = rounded(value, mode);
  return static_cast<std::int16_t>(std::fmin(std::fmax(whole, -32768.0), 32767.0));
}

std::int16_t wrapped(double whole) {
  return std::fabs(whole) < 9e18 ? static_cast<std::int16_t>(static_cast<std::int64_t>(whole)) : 0;
}

std::int16_t faulty(const std::string& kind, float value, Mode mode) {
  if (kind == "half-up") {
    return std::isnan(value) ? std::int16_t{0} : to_s16(std::trunc(value + 0.5F), Mode::kNearest);
  }
  if (kind == "ignored") {
    return to_s16(value, mode == Mode::kFloor ? Mode::kNearest : Mode::kFloor);
  }
  if (kind == "wraps") {
    return std::isnan(value) ? std::int16_t{0} : wrapped(rounded(value, mode));
  }
  return std::isnan(value) ? std::int16_t{-1} : to_s16(value, mode);
}

template <typename Convert>
void convert_any(const vconform_operation_call& call, Mode mode, Convert convert) {
  const bool aligned = lowerings::is_aligned<std::int16_t, float>(call);
  const std::string kind = lowerings::planted().kind;
  const Columns wrong = lowerings::affected(kind.c_str(), call, aligned);
  auto* dst = static_cast<std::int16_t*>(call.dst);
  auto* src = static_cast<float*>(call.src);
  for (std::uint32_t row = 0; row < call.rows; ++row) {
    std::int16_t* to = dst + static_cast<std::size_t>(row) * call.dst_stride;
    float* from = src + static_cast<std::size_t>(row) * call.src_stride;
    if (aligned && wrong.end == 0) {
      lowerings::convert_row(to, from, call.cols, convert);
      continue;
    }
    for (std::uint32_t col = 0; col < call.cols; ++col) {
      if (!wrong.has(col)) {
        to[col] = to_s16(from[col], mode);
      } else if (kind != "skipped") {
        to[col] = faulty(kind, from[col], mode);
      }
    }
  }
}

void nearest(const vconform_operation_call* call) {
  convert_any(*call, Mode::kNearest, [](auto... arguments) { vconv_f322s16r(arguments...); });
}
void down(const vconform_operation_call* call) {
  convert_any(*call, Mode::kFloor, [](auto... arguments) { vconv_f322s16f(arguments...); });
}

const vconform_operation kOperations[] = {
    vconform::lowering::operation<std::int16_t, float>("kernel_f32_s16", VCONFORM_ROUND_R, nearest),
    vconform::lowering::operation<std::int16_t, float>("kernel_f32_s16", VCONFORM_ROUND_F, down),
};

}  // namespace

VCONFORM_LOWERING("kernel templates", "1", kOperations)
