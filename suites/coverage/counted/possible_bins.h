// The number of bins of an instruction's values that an element may lie in.
#pragma once

#include <cstdint>

#include "spec/rows/conversions.h"

namespace vconform::suites {

struct PossibleBins {
  std::uint64_t singles = 0;
  std::uint64_t pairs = 0;

  friend bool operator==(const PossibleBins&, const PossibleBins&) = default;
};

// Those that Reachability finds, and those that it leaves undecided. That takes minutes, and so the
// numbers are recorded; possible_bins_full_test holds the record against Reachability.
PossibleBins possible_bins(const spec::Cell& cell);

}  // namespace vconform::suites
