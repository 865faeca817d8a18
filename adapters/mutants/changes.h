// What each mutant replaces in golden; the table in mutants.cpp says what is wrong with it.
#pragma once

#include "adapters/golden/behaviour.h"

namespace vconform::adapters::mutants {

// rounding_changes.cpp
void round_half_away(golden::Behaviour& golden);
void odd_is_nearest(golden::Behaviour& golden);
void trunc_is_floor(golden::Behaviour& golden);
void s64_through_double(golden::Behaviour& golden);
void away_is_even(golden::Behaviour& golden);
void floor_is_trunc(golden::Behaviour& golden);
void ceil_is_trunc(golden::Behaviour& golden);
void bare_name_truncates(golden::Behaviour& golden);
void range_before_rounding(golden::Behaviour& golden);
void f322f16_unsupported(golden::Behaviour& golden);
void bf16_odd_truncates(golden::Behaviour& golden);
void f322s16_bare_truncates(golden::Behaviour& golden);
void bf16_alias_loses_a_bit(golden::Behaviour& golden);
void odd_moves_exact_values(golden::Behaviour& golden);

// special_value_changes.cpp
void ctrl48_ignored(golden::Behaviour& golden);
void nan_is_int_min(golden::Behaviour& golden);
void inf_is_int_zero(golden::Behaviour& golden);
void inf_is_max(golden::Behaviour& golden);
void nan_is_subnormal(golden::Behaviour& golden);
void nan_is_inf(golden::Behaviour& golden);
void keeps_minus_zero(golden::Behaviour& golden);
void small_negative_is_subnormal(golden::Behaviour& golden);
void int_zero_is_minus_zero(golden::Behaviour& golden);
void int_max_is_rounded_down(golden::Behaviour& golden);

// range_changes.cpp
void wraps(golden::Behaviour& golden);
void ctrl59_signed_only(golden::Behaviour& golden);
void ctrl59_f162s16_positive_only(golden::Behaviour& golden);
void nearest_overflow_is_max(golden::Behaviour& golden);
void floor_overflows_as_ieee_only(golden::Behaviour& golden);
void odd_overflow_by_sign(golden::Behaviour& golden);
void flush_f16_subnormals(golden::Behaviour& golden);
void flush_f32_inputs(golden::Behaviour& golden);

// mask_changes.cpp
void mask_off_at_block_edge(golden::Behaviour& golden);
void contiguous_mask_one_more(golden::Behaviour& golden);
void counter_fills_last_repeat(golden::Behaviour& golden);
void zero_mask_is_full(golden::Behaviour& golden);
void zeroes_inactive_lanes(golden::Behaviour& golden);
void unequal_mask_pairs_run(golden::Behaviour& golden);

// address_changes.cpp
void dst_repeat_stride_from_src(golden::Behaviour& golden);
void count_from_narrower_type(golden::Behaviour& golden);
void writes_one_byte_more(golden::Behaviour& golden);
void src_repeat_stride_0_advances(golden::Behaviour& golden);
void src_block_stride_0_advances(golden::Behaviour& golden);
void dst_block_stride_0_advances(golden::Behaviour& golden);
void dst_stride_has_12_bits(golden::Behaviour& golden);
void repeat_zero_runs_once(golden::Behaviour& golden);
void nibbles_swapped_in_results(golden::Behaviour& golden);
void misaligned_is_rounded_down(golden::Behaviour& golden);
void hazard_writes_a_block_more(golden::Behaviour& golden);
void snapshot_when_widening(golden::Behaviour& golden);

// deq_changes.cpp
void scale_in_full_when_low(golden::Behaviour& golden);
void scale_rounded_for_u8(golden::Behaviour& golden);
void scale_is_1_5_10(golden::Behaviour& golden);
void product_exact_when_negative(golden::Behaviour& golden);
void s9_half_up(golden::Behaviour& golden);
void s9_half_away_for_u8(golden::Behaviour& golden);
void s9_limits_too_small(golden::Behaviour& golden);
void s9_limits_too_large(golden::Behaviour& golden);
void s9_saturates_above_only(golden::Behaviour& golden);
void offset_unsigned_for_s8(golden::Behaviour& golden);
void offset_before_rounding_when_low(golden::Behaviour& golden);
void sum_wraps_for_u8(golden::Behaviour& golden);
void deq_result_wraps(golden::Behaviour& golden);
void sign_from_dst_type(golden::Behaviour& golden);
void sign_from_bit_47(golden::Behaviour& golden);
void factor_by_position(golden::Behaviour& golden);
void factor_of_active_lanes(golden::Behaviour& golden);
void deq16_scale_is_f32(golden::Behaviour& golden);
void deq16_exact_when_negative(golden::Behaviour& golden);
void deq16_zero_is_subnormal(golden::Behaviour& golden);

// deq_layout_changes.cpp
void scale_nan_spoils_the_other_half(golden::Behaviour& golden);
void halves_swapped_in_vdeq(golden::Behaviour& golden);
void other_half_zeroed_when_high(golden::Behaviour& golden);
void writes_both_halves(golden::Behaviour& golden);
void vector_address_in_bytes(golden::Behaviour& golden);
void deq_dst_stride_has_12_bits(golden::Behaviour& golden);
void cast_deq_counts_one_more(golden::Behaviour& golden);
void cast_deq_always_high(golden::Behaviour& golden);
void cast_deq_always_vector(golden::Behaviour& golden);
void cast_deq_ignores_outside_mask(golden::Behaviour& golden);
void cast_deq_s32_vector_moves_dst(golden::Behaviour& golden);

}  // namespace vconform::adapters::mutants
