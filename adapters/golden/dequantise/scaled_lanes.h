// The parameters of the kernels of FIXPIPE and DataCopy, from the steps of a chain.
#pragma once

#include <cstddef>
#include <cstdint>

#include "adapters/golden/dequantise/shift.h"
#include "adapters/golden/kernels/scaled_factors.h"
#include "adapters/golden/number/floating_result.h"

namespace vconform::adapters::golden {

// The multiplier of sources that are not multiplied.
inline constexpr Unpacked kUnit = {Kind::kNumber, false, 1, 0};

// Returns false if the significand has more than 31 bits.
bool set_multiplier(const Unpacked& by, std::size_t lane, kernels::Multipliers& multipliers);

// Sets the same multiplier for sources of either sign; returns false as set_multiplier does.
bool set_multipliers(const Unpacked& by, std::size_t lane, kernels::ScaledFactors& factors);

// Returns false if golden lacks a step of the chain.
bool set_shift_steps(const ShiftChain& chain, kernels::LaneShifts& shift);
void set_shift(bool shifts, std::uint64_t n, std::size_t lane, kernels::LaneShifts& shift);

// If it `cuts`, results below 0 become 0.
kernels::FloatingSteps floating_steps(const FloatingResult& result, bool cuts);

// The patterns of the numbers below 0 of a format, without NaN.
kernels::CutPatterns patterns_below_zero(const spec::NumberFormat& format);

}  // namespace vconform::adapters::golden
