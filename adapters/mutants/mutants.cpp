#include "adapters/mutants/mutants.h"

#include <array>
#include <string>
#include <utility>

#include "adapters/golden/golden_adapter.h"
#include "adapters/mutants/changes.h"

namespace vconform::adapters::mutants {

namespace {

// clang-format off
constexpr std::array<Mutant, 81> kMutants = {{
    {"round-half-away", "r and the bare name round ties away from zero",
     "round.nearest-ties-to-even", round_half_away},
    {"odd-is-nearest", "o rounds to nearest, ties to odd",
     "round.odd-is-von-neumann", odd_is_nearest},
    {"trunc-is-floor", "z rounds negative values down",
     "round.toward-zero", trunc_is_floor},
    {"flush-f16-subnormals", "subnormal f16 results become 0",
     "subnormal.results", flush_f16_subnormals},
    {"s64-through-double", "s64 is rounded to 53 bits before it is converted",
     "round.nearest-ties-to-even", s64_through_double},
    {"wraps", "integers out of range wrap instead of saturating",
     "special.int-overflow-saturates", wraps},
    {"ctrl48-ignored", "half results saturate whatever CTRL[48] says",
     "ctrl.48", ctrl48_ignored},
    {"nan-is-int-min", "a NaN becomes the smallest integer",
     "special.nan-to-int-is-zero", nan_is_int_min},
    {"mask-off-at-block-edge", "the last lane of a block takes the mask bit of the next lane",
     "mask.bitwise", mask_off_at_block_edge},
    {"dst-repeat-stride-from-src", "the destination advances by the source's repeat stride",
     "walk.blocks", dst_repeat_stride_from_src},
    {"count-from-narrower-type", "a repeat has as many elements as 256 B of the narrower type",
     "walk.narrow-operand-has-fewer-blocks", count_from_narrower_type},
    {"writes-one-byte-more", "the byte after the last active lane is overwritten",
     "write.nothing-else", writes_one_byte_more},
    {"keeps-minus-zero", "f32 to f32 keeps the sign of zero",
     "f32f32.minus-zero", keeps_minus_zero},
    {"away-is-even", "a rounds ties to even",
     "round.nearest-ties-away", away_is_even},
    {"floor-is-trunc", "f rounds negative values toward zero",
     "round.floor", floor_is_trunc},
    {"ceil-is-trunc", "c rounds positive values toward zero",
     "round.ceil", ceil_is_trunc},
    {"bare-name-truncates", "the bare name rounds toward zero",
     "round.bare-name-is-r", bare_name_truncates},
    {"range-before-rounding", "half results to nearest: the range is tested before rounding",
     "round.once-then-range", range_before_rounding},
    {"f322f16-unsupported", "f32 to f16 is claimed, but not supported",
     "pair.f322f16-has-no-prototype", f322f16_unsupported},
    {"bf16-odd-truncates", "vconv_f322bf16o rounds toward zero",
     "pair.f322bf16-odd", bf16_odd_truncates},
    {"f322s16-bare-truncates", "vconv_f322s16 rounds toward zero",
     "pair.f322s16-null", f322s16_bare_truncates},
    {"bf16-alias-loses-a-bit", "vconv_bf162f32a drops the last bit of the fraction",
     "pair.bf162f32a", bf16_alias_loses_a_bit},
    {"odd-moves-exact-values", "o sets the last bit of exact values too",
     "convert.exact-when-representable", odd_moves_exact_values},
    {"inf-is-int-zero", "an infinity becomes the integer 0",
     "special.inf-to-int-saturates", inf_is_int_zero},
    {"ctrl59-signed-only", "CTRL[59] truncates for signed destinations only",
     "ctrl.59", ctrl59_signed_only},
    {"ctrl59-f162s16-positive-only", "CTRL[59] in f16 to s16 truncates positive values, negative ones saturate",
     "ctrl.59-f162s16", ctrl59_f162s16_positive_only},
    {"inf-is-max", "an infinity becomes MAX in f32 results",
     "special.inf-stays-inf", inf_is_max},
    {"nan-is-subnormal", "CTRL[48]=0: a NaN becomes the smallest subnormal number",
     "special.nan-zero-sign", nan_is_subnormal},
    {"nan-is-inf", "a NaN becomes inf where it should stay a NaN",
     "special.nan-payload", nan_is_inf},
    {"nearest-overflow-is-max", "CTRL[48]=1: an overflow in mode r gives MAX",
     "overflow.nearest", nearest_overflow_is_max},
    {"floor-overflows-as-ieee-only", "CTRL[48]=1: f overflows as in IEEE 754, c and z give inf beyond MAX",
     "overflow.directed", floor_overflows_as_ieee_only},
    {"odd-overflow-by-sign", "CTRL[48]=1: an overflow in mode o gives MAX, a negative one inf",
     "overflow.odd", odd_overflow_by_sign},
    {"small-negative-is-subnormal", "f32 to f32: -0.3 gives the smallest negative subnormal number",
     "f32f32.zero-from-negative", small_negative_is_subnormal},
    {"flush-f32-inputs", "subnormal f32 sources count as 0, others keep their value",
     "subnormal.inputs", flush_f32_inputs},
    {"int-zero-is-minus-zero", "the integer 0 converts to -0",
     "int-to-float.zero", int_zero_is_minus_zero},
    {"int-max-is-rounded-down", "s32 INT_MAX to f32 gives 2147483520 in every mode",
     "edge.s32-max", int_max_is_rounded_down},
    {"src-repeat-stride-0-advances", "a source repeat stride of 0 moves on by the blocks of a repeat",
     "walk.repeat-stride-zero", src_repeat_stride_0_advances},
    {"src-block-stride-0-advances", "a source block stride of 0 counts as 1",
     "walk.src-block-stride-zero", src_block_stride_0_advances},
    {"dst-block-stride-0-advances", "a destination block stride of 0 counts as 1",
     "walk.dst-block-stride-zero", dst_block_stride_0_advances},
    {"dst-stride-has-12-bits", "strides have 12 bits for the destination, 16 for the source",
     "walk.stride-width", dst_stride_has_12_bits},
    {"repeat-zero-runs-once", "repeat 0 runs once",
     "repeat.zero-is-nop", repeat_zero_runs_once},
    {"contiguous-mask-one-more", "contiguous mask n activates n + 1 elements",
     "mask.contiguous", contiguous_mask_one_more},
    {"counter-fills-last-repeat", "counter mode: the last repeat is never partial",
     "mask.counter-mode", counter_fills_last_repeat},
    {"zero-mask-is-full", "an all-zero mask activates every element",
     "mask.zero-is-nop", zero_mask_is_full},
    {"zeroes-inactive-lanes", "inactive lanes become 0",
     "mask.inactive-lanes", zeroes_inactive_lanes},
    {"nibbles-swapped-in-results", "s4 results have the even element in the high nibble, s4 sources in the low one",
     "s4.nibble", nibbles_swapped_in_results},
    {"unequal-mask-pairs-run", "s4: of mask bits 2i and 2i+1, one activates both elements",
     "s4.mask-pairs", unequal_mask_pairs_run},
    {"misaligned-is-rounded-down", "a misaligned operand is moved down to its block and the instruction runs",
     "args.out-of-range", misaligned_is_rounded_down},
    {"hazard-writes-a-block-more", "where the destination overlaps what is yet to be read, the block after it is overwritten",
     "overlap.hazard", hazard_writes_a_block_more},
    {"snapshot-when-widening", "declares walk.order=repeat, but reads all sources first where the result is wider",
     "walk.order", snapshot_when_widening},
    {"scale-in-full-when-low", "deqs162b8l takes M as a whole f32, the other forms as 1-8-10",
     "deq.scale-bits", scale_in_full_when_low},
    {"scale-rounded-for-u8", "M is rounded to 1-8-10 where the result is a u8, cut off where it is an s8",
     "deq.scale-bits", scale_rounded_for_u8},
    {"scale-is-1-5-10", "M is taken as an IEEE half, 1-5-10; it shows in what is rounded",
     "deq.s9-rounding", scale_is_1_5_10},
    {"scale-nan-spoils-the-other-half", "an M that is NaN or inf changes the other half of the block too",
     "deq.scale-nan-inf", scale_nan_spoils_the_other_half},
    {"product-exact-when-negative", "the product of a negative source is not rounded to an f32",
     "deq.product", product_exact_when_negative},
    {"s9-half-up", "the product is rounded to the nearest integer, ties up",
     "deq.s9-rounding", s9_half_up},
    {"s9-half-away-for-u8", "the product is rounded as a where the result is a u8, as r where it is an s8",
     "deq.s9-rounding", s9_half_away_for_u8},
    {"s9-limits-too-small", "the product saturates to -255 and 254",
     "deq.s9-clamp", s9_limits_too_small},
    {"s9-limits-too-large", "the product saturates to -257 and 256",
     "deq.s9-clamp", s9_limits_too_large},
    {"s9-saturates-above-only", "the product saturates to 255, but not to -256",
     "deq.s9-clamp", s9_saturates_above_only},
    {"offset-unsigned-for-s8", "the offset is unsigned where the result is an s8",
     "deq.offset-sign", offset_unsigned_for_s8},
    {"offset-before-rounding-when-low", "the l forms add the offset before they round",
     "deq.offset-order", offset_before_rounding_when_low},
    {"sum-wraps-for-u8", "the sum has nine bits where the result is a u8",
     "deq.add", sum_wraps_for_u8},
    {"deq-result-wraps", "the low eight bits of the sum are the result",
     "deq.result-saturates", deq_result_wraps},
    {"sign-from-dst-type", "the C type of dst says whether the result is an s8",
     "deq.sign-bit-decides", sign_from_dst_type},
    {"sign-from-bit-47", "the sign bit is read from bit 47, which is reserved",
     "deq.reserved-bits-ignored", sign_from_bit_47},
    {"halves-swapped-in-vdeq", "vdeqs162b8h and l change places, deqs162b8h and l do not",
     "deq.half", halves_swapped_in_vdeq},
    {"other-half-zeroed-when-high", "the h forms zero the other half, the l forms leave it",
     "deq.other-half", other_half_zeroed_when_high},
    {"writes-both-halves", "results are written to both halves of a block",
     "deq.other-half", writes_both_halves},
    {"vector-address-in-bytes", "DEQSCALE[13:0] of a VDEQ counts bytes",
     "vdeq.address", vector_address_in_bytes},
    {"factor-by-position", "element i of a repeat uses factor i / 8",
     "vdeq.factor-index", factor_by_position},
    {"factor-of-active-lanes", "factors are counted over the active elements",
     "vdeq.factor-index", factor_of_active_lanes},
    {"deq16-scale-is-f32", "vconv_deq reads its scale as an f32",
     "deq16.scale-is-half", deq16_scale_is_f32},
    {"deq16-exact-when-negative", "vconv_deq rounds negative sources once, others through f32",
     "deq16.precision", deq16_exact_when_negative},
    {"deq16-zero-is-subnormal", "vconv_deq makes the smallest subnormal number of 0",
     "deq16.zero-sign", deq16_zero_is_subnormal},
    {"cast-deq-counts-one-more", "count n converts n + 1 elements",
     "cast-deq.count", cast_deq_counts_one_more},
    {"cast-deq-always-high", "half_block false writes as true",
     "cast-deq.half-block", cast_deq_always_high},
    {"cast-deq-always-vector", "is_vec_deq false takes factors from UB too",
     "cast-deq.is-vec-deq", cast_deq_always_vector},
    {"cast-deq-ignores-outside-mask", "is_set_mask false converts every element",
     "cast-deq.is-set-mask", cast_deq_ignores_outside_mask},
    {"cast-deq-s32-vector-moves-dst", "is_vec_deq with an s32 source writes a block further on",
     "cast-deq.s32-is-vec-deq", cast_deq_s32_vector_moves_dst},
    {"deq-dst-stride-has-12-bits", "DEQ forms: repeat strides have 12 bits for the destination, 8 for the source",
     "walk.stride-width-deq", deq_dst_stride_has_12_bits},
}};
// clang-format on

template <std::size_t kIndex>
golden::Behaviour mutated() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  kMutants[kIndex].change(behaviour);
  return behaviour;
}

using Tables = std::array<vconform_adapter, kMutants.size()>;

template <std::size_t... kIndex>
Tables tables_of(const std::array<std::string, kMutants.size()>& names,
                 std::index_sequence<kIndex...>) {
  return {golden::adapter_table<mutated<kIndex>>(names[kIndex].c_str())...};
}

std::array<std::string, kMutants.size()> backend_names() {
  std::array<std::string, kMutants.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = "mutant:" + std::string(kMutants[i].name);
  }
  return names;
}

}  // namespace

std::span<const Mutant> mutants() {
  return kMutants;
}

const vconform_adapter* mutant_adapter(std::size_t index) {
  static const std::array<std::string, kMutants.size()> names = backend_names();
  static const Tables tables = tables_of(names, std::make_index_sequence<kMutants.size()>());
  return &tables.at(index);
}

}  // namespace vconform::adapters::mutants
