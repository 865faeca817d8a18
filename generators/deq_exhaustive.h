// Every s16 under fixed factors, and every pair of an s16 and a scale.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/case.h"
#include "spec/conversions.h"

namespace vconform::generators {

// For the b8 rows of the family deq. With the factor in DEQSCALE: each s16 under four factors of
// kFactorGrid, others in each of the four rows. With a vector, which holds all sixteen:
// each s16 but for 256 under one of them, another in each of the four rows.
std::size_t deq_exhaustive_case_count(const spec::Conversion& row);
// Contiguous full repeats under this CTRL (normal mode). Neighbours hold patterns far apart.
spec::Case deq_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index);

// Every (s16, 1-8-10 scale) pair once, 2^35 of them, for a sweep: 2^14 sources of one sign with one
// scale in each case, as u8 by vconv_deqs162b8h. Where the product is not positive the offset is
// 255, so that all results of rounding but -256 show.
inline constexpr std::uint64_t kPairsPerCase = 1 << 14;
std::uint64_t pair_case_count();
spec::Case pair_case(std::uint64_t index);

}  // namespace vconform::generators
