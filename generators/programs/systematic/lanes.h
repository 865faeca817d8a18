// Cases with special values in every lane: alone, and all lanes with the same one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spec/case/case.h"
#include "spec/number/number_format.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Zeros, 1, the limits, the subnormal numbers at the limits, infinities, NaNs.
std::vector<std::uint64_t> special_patterns(const spec::NumberFormat& format);

// The first ties of a vconv that rounds; none of another row.
std::vector<std::uint64_t> first_ties(const spec::Conversion& row);

// The sources of so many lanes, repeat after repeat: each special pattern in all of them; as many
// repeats in which each lane has each pattern once, beside others; then, if there are ties, each
// pattern between two of them, which shows in how they are rounded what its lane does to others.
std::vector<std::uint64_t> lane_patterns(std::span<const std::uint64_t> special,
                                         std::span<const std::uint64_t> ties, std::uint64_t lanes);

// Those of an instruction: one of its systematic cases with these sources, in as many cases as its
// repeats ask for; none of an operation.
std::size_t lane_case_count(const spec::Conversion& row, spec::FeatureSet claimed);
spec::Case lane_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                     spec::FeatureSet claimed);

}  // namespace vconform::generators
