// FIXPIPE of sixteen columns over packed lanes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "adapters/golden/copy_matrix/element.h"
#include "adapters/golden/dequantise/lane_pipeline.h"

namespace vconform::adapters::golden {

// The quant words and the alphas of consecutive columns.
struct ColumnWords {
  LaneWords words = {};
  std::array<std::uint32_t, kernels::kFactorLanes> alphas = {};

  friend bool operator==(const ColumnWords&, const ColumnWords&) = default;
};

// A pipeline with the results of fixpipe_result() for the cell and the chain of `element` and the
// words of the columns; a b4 is in the low bits of a byte. nullopt if no kernel has these steps.
std::optional<LanePipeline> fixpipe_lanes(const FixpipeElement& element,
                                          const ColumnWords& columns);

}  // namespace vconform::adapters::golden
