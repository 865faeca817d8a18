// What the kernels of FIXPIPE and DataCopy need, from the steps of a chain.
#pragma once

#include <cstddef>
#include <cstdint>

#include "adapters/golden/kernels/scaled_factors.h"
#include "adapters/golden/number/floating_result.h"
#include "adapters/golden/number/shift.h"

namespace vconform::adapters::golden {

// One, for sources that are not multiplied.
inline constexpr Unpacked kUnit = {Kind::kNumber, false, 1, 0};

// False where the significand has more than 31 bits.
bool set_multiplier(const Unpacked& by, std::size_t lane, kernels::Multipliers& multipliers);

// False where a step of the chain is none of golden's.
bool set_shift_steps(const ShiftChain& chain, kernels::LaneShifts& shift);
void set_shift(bool shifts, std::uint64_t n, std::size_t lane, kernels::LaneShifts& shift);

// `cuts`: results below 0 become 0.
kernels::FloatingSteps floating_steps(const FloatingResult& result, bool cuts);

// The patterns below 0 of a number format; NaN is not.
kernels::CutPatterns patterns_below_zero(const spec::NumberFormat& format);

}  // namespace vconform::adapters::golden
