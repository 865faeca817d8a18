// FIXPIPE of sixteen columns over packed lanes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "adapters/golden/copy_matrix/element.h"
#include "adapters/golden/dequantise/lane_pipeline.h"

namespace vconform::adapters::golden {

// The quant words and the alphas of columns that follow each other.
struct ColumnWords {
  LaneWords words = {};
  std::array<std::uint32_t, kernels::kFactorLanes> alphas = {};

  friend bool operator==(const ColumnWords&, const ColumnWords&) = default;
};

// Gives what fixpipe_result() gives with the cell and the chain of `element` and the words of the
// columns; a b4 in the low bits of a byte. Nothing where no kernel has these steps.
std::optional<LanePipeline> fixpipe_lanes(const FixpipeElement& element,
                                          const ColumnWords& columns);

}  // namespace vconform::adapters::golden
