// What each mutant replaces in golden; the table in mutants.cpp says what is wrong with it.
#pragma once

#include "adapters/golden/behaviour/behaviour.h"

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

// copy_matrix_changes.cpp
void src_stride_in_bytes(golden::Behaviour& golden);
void padding_rows_written(golden::Behaviour& golden);
void dst_stride_is_a_gap(golden::Behaviour& golden);
void channel_split_halves_swapped(golden::Behaviour& golden);
void nd_strides_in_bytes(golden::Behaviour& golden);
void zero_size_counts_as_one(golden::Behaviour& golden);
void sid_ignored(golden::Behaviour& golden);
void overlap_spoils_shared_rows(golden::Behaviour& golden);
void b8_merged_from_f32_only(golden::Behaviour& golden);
void dst_stride_in_elements_of_f16(golden::Behaviour& golden);
void whole_last_block_from_s32(golden::Behaviour& golden);
void src_nd_stride_in_rows_of_s32(golden::Behaviour& golden);
void nd_count_0_stops_s32(golden::Behaviour& golden);
void quantpre_must_be_0(golden::Behaviour& golden);
void quantpre_0_is_raw_from_s32(golden::Behaviour& golden);
void quant_word_of_column_0(golden::Behaviour& golden);
void alpha_of_column_0(golden::Behaviour& golden);
void fixpipe_nibbles_swapped_from_f32(golden::Behaviour& golden);
void scale_nan_writes_a_byte_more(golden::Behaviour& golden);
void integer_alpha_writes_a_byte_more(golden::Behaviour& golden);
void nan_to_integer_writes_a_byte_more(golden::Behaviour& golden);

// fixpipe_changes.cpp
void fixpipe_sign_from_bit_47(golden::Behaviour& golden);
void fixpipe_sign_from_dst_type(golden::Behaviour& golden);
void fixpipe_mcb_ignored(golden::Behaviour& golden);
void fixpipe_shift_one_less(golden::Behaviour& golden);
void fixpipe_shift_is_logical(golden::Behaviour& golden);
void fixpipe_cast_half_away(golden::Behaviour& golden);
void fixpipe_result_wraps(golden::Behaviour& golden);
void fixpipe_zero_is_subnormal(golden::Behaviour& golden);
void fixpipe_half_exact_when_negative(golden::Behaviour& golden);
void fixpipe_bf16_always_saturates(golden::Behaviour& golden);
void fixpipe_shift_rounds_negative(golden::Behaviour& golden);
void fixpipe_shift_wraps_negative(golden::Behaviour& golden);
void fixpipe_scale_in_full_when_negative(golden::Behaviour& golden);
void fixpipe_product_exact_when_negative(golden::Behaviour& golden);
void fixpipe_half_away_for_u8(golden::Behaviour& golden);
void fixpipe_s9_saturates_above_only(golden::Behaviour& golden);
void fixpipe_offset_unsigned_for_s8(golden::Behaviour& golden);
void fixpipe_offset_before_rounding_of_f32(golden::Behaviour& golden);
void fixpipe_sum_wraps_for_u8(golden::Behaviour& golden);
void relu_keeps_negative(golden::Behaviour& golden);
void leaky_relu_is_normal(golden::Behaviour& golden);
void alpha_scales_s32(golden::Behaviour& golden);
void prelu_alpha_is_1_8_10(golden::Behaviour& golden);
void relu_at_result_of_s32(golden::Behaviour& golden);
void relu_of_minus_infinity_is_zero(golden::Behaviour& golden);

// data_copy_changes.cpp
void copy_normal_mode_runs(golden::Behaviour& golden);
void plain_copy_ends_early(golden::Behaviour& golden);
void copy_dst_block_as_long_as_src(golden::Behaviour& golden);
void copy_factor_by_position(golden::Behaviour& golden);
void copy_vector_not_advanced(golden::Behaviour& golden);
void copy_vdeq_advances_by_64(golden::Behaviour& golden);
void copy_relu_bit_ignored(golden::Behaviour& golden);
void copy_halves_packed(golden::Behaviour& golden);
void copy_halves_swapped_for_u8(golden::Behaviour& golden);
void copy_block_len_halved_for_f32(golden::Behaviour& golden);
void copy_dst_stride_from_start(golden::Behaviour& golden);
void copy_scale_nan_writes_a_byte_more(golden::Behaviour& golden);
void copy_nan_writes_a_byte_more(golden::Behaviour& golden);

// copied_changes.cpp
void copy_cast_half_away(golden::Behaviour& golden);
void copy_mcb_ignored(golden::Behaviour& golden);
void copy_deq16_shift_needs_mcb(golden::Behaviour& golden);
void copy_result_wraps(golden::Behaviour& golden);
void copy_sign_from_dst_type(golden::Behaviour& golden);
void copy_relu_from_bit_48(golden::Behaviour& golden);
void copy_zero_is_subnormal(golden::Behaviour& golden);
void copy_scale_truncated_when_negative(golden::Behaviour& golden);
void copy_product_exact_when_negative(golden::Behaviour& golden);
void copy_half_away_for_u8(golden::Behaviour& golden);
void copy_s9_saturates_above_only(golden::Behaviour& golden);
void copy_offset_unsigned_for_s8(golden::Behaviour& golden);
void copy_offset_before_rounding_in_vdeq8(golden::Behaviour& golden);
void copy_sum_wraps_for_u8(golden::Behaviour& golden);
void copy_relu_before_offset_for_s8(golden::Behaviour& golden);
void copy_half_exact_when_negative(golden::Behaviour& golden);
void copy_mcb_ignored_by_negative_half(golden::Behaviour& golden);
void copy_negative_overflow_is_inf(golden::Behaviour& golden);
void copy_deq_exact_when_negative(golden::Behaviour& golden);
void copy_shift_rounds_negative(golden::Behaviour& golden);
void copy_shift_wraps_negative(golden::Behaviour& golden);
void copy_shift_is_logical(golden::Behaviour& golden);

}  // namespace vconform::adapters::mutants
