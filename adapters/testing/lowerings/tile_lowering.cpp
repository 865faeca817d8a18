// A lowering in the style of a tile library: rows of a tile, which begin at blocks, converted one
// after another by instructions. Faults: ignored (the rounding is), skipped (nothing is written),
// stale-mask (MASK is what an earlier kernel left), ctrl59 (cleared, and not restored), repeat
// (256 at once).
#include "adapters/testing/lowerings/planted.h"
#include "adapters/testing/lowerings/vector_rows.h"

namespace {

using lowerings::Columns;

template <typename Dst, typename Src, typename Convert, typename Wrong>
void convert_tile(const vconform_operation_call& call, Convert convert, Wrong wrong) {
  auto* dst = static_cast<Dst*>(call.dst);
  auto* src = static_cast<Src*>(call.src);
  const Columns ignored = lowerings::affected("ignored", call, true);
  const Columns skipped = lowerings::affected("skipped", call, true);
  if (lowerings::planted().kind == "ctrl59") {
    set_ctrl(sbitset0(get_ctrl(), 59));
  }
  for (std::uint32_t row = 0; row < call.rows; ++row) {
    Dst* to = dst + static_cast<std::size_t>(row) * call.dst_stride;
    Src* from = src + static_cast<std::size_t>(row) * call.src_stride;
    if (lowerings::planted().kind == "repeat" &&
        call.cols >= 256 * lowerings::repeat_of<Dst, Src>() - 64) {
      convert(to, from, 256, 1, 1, 8, 8);
      continue;
    }
    if (lowerings::planted().kind == "stale-mask" &&
        call.cols <= lowerings::repeat_of<Dst, Src>()) {
      convert(to, from, 1, 1, 1, 8, 8);
      continue;
    }
    const std::uint32_t right = skipped.end != 0 ? skipped.first : call.cols;
    lowerings::convert_row(to, from, right, convert);
    if (ignored.end != 0) {
      // Blocks of both operands begin at every 32nd element.
      const std::uint32_t first = ignored.first / 32 * 32;
      if (ignored.first == 0) {
        lowerings::convert_row(to, from, call.cols, wrong);
      } else {
        const std::uint64_t lanes = (1ULL << (call.cols - first)) - 1;
        set_vector_mask(0, lanes & ~0ULL << (ignored.first - first));
        wrong(to + first, from + first, 1, 1, 1, 8, 8);
      }
    }
  }
}

void to_half(const vconform_operation_call* call) {
  convert_tile<half, float>(
      *call, [](auto... arguments) { vconv_f322f16r(arguments...); },
      [](auto... arguments) { vconv_f322f16z(arguments...); });
}

void to_s32(const vconform_operation_call* call) {
  convert_tile<std::int32_t, float>(
      *call, [](auto... arguments) { vconv_f322s32f(arguments...); },
      [](auto... arguments) { vconv_f322s32r(arguments...); });
}

constexpr vconform_operation aligned_only(vconform_operation entry) {
  entry.never = VCONFORM_NEVER_UNALIGNED;
  return entry;
}

const vconform_operation kOperations[] = {
    aligned_only(
        vconform::lowering::operation<half, float>("tile_f32_f16", VCONFORM_ROUND_R, to_half)),
    aligned_only(vconform::lowering::operation<std::int32_t, float>("tile_f32_s32",
                                                                    VCONFORM_ROUND_F, to_s32)),
};

}  // namespace

VCONFORM_LOWERING("tile library", "1", kOperations)
