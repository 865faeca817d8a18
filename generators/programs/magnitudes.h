// Instructions with an argument at every magnitude.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The features that a backend claims, the bytes of the largest memory that it holds, and the bits
// of the strides of vconv that it honours.
struct Held {
  spec::FeatureSet features;
  std::uint64_t memory = spec::kMaxMemoryBytes;
  int stride_bits = 8;
};

// The first `count` legal cases that a backend claims: one argument, or two strides, at each power
// of two, its neighbours, a number between two powers and its limit, the others as simple as can
// be; and each two of the sizes, counts and strides at powers of two together. Large numbers that
// are neither a power nor a limit, and pairs, come last, and before that those first that hold the
// fewest bytes. Of a sparse memory a case holds what it places.
std::vector<spec::Case> magnitude_cases(const spec::Cell& cell, const Held& held,
                                        std::uint64_t count);

// Those without pairs, in the same order.
std::vector<spec::Case> magnitude_cases_alone(const spec::Cell& cell, const Held& held);

// The number of these cases that come first: holding at most so many bytes, without pairs and large
// numbers that are no powers, or all for nullopt.
std::uint64_t magnitude_case_count(const spec::Cell& cell, const Held& held,
                                   std::optional<std::uint64_t> most_bytes);

}  // namespace vconform::generators
