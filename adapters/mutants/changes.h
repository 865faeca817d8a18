// What each mutant replaces in golden; the table in mutants.cpp says what is wrong with it.
#pragma once

#include "adapters/golden/behaviour.h"

namespace vconform::adapters::mutants {

void round_half_away(golden::Behaviour& golden);
void odd_is_nearest(golden::Behaviour& golden);
void trunc_is_floor(golden::Behaviour& golden);
void flush_f16_subnormals(golden::Behaviour& golden);
void s64_through_double(golden::Behaviour& golden);
void wraps(golden::Behaviour& golden);
void ctrl48_ignored(golden::Behaviour& golden);
void nan_is_int_min(golden::Behaviour& golden);
void mask_off_at_block_edge(golden::Behaviour& golden);
void dst_repeat_stride_from_src(golden::Behaviour& golden);
void count_from_narrower_type(golden::Behaviour& golden);
void writes_one_byte_more(golden::Behaviour& golden);
void keeps_minus_zero(golden::Behaviour& golden);

}  // namespace vconform::adapters::mutants
