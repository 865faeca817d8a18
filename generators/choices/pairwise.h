// Rows in which the values of several parameters meet in pairs.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace vconform::generators {

// Indices of values, one for each parameter; 0 is the simplest.
using Indices = std::vector<std::size_t>;

// Legal rows, in each of which some value meets a value of another parameter for the first time.
// Each two values meet that may, beside the simplest of the others. `sizes`: the number of values
// of each parameter.
std::vector<Indices> pairwise(std::span<const std::size_t> sizes,
                              const std::function<bool(const Indices&)>& is_legal);

}  // namespace vconform::generators
