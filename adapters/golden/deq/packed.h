// The family deq over packed lanes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "adapters/golden/deq/elements.h"
#include "adapters/golden/dequantise/lane_pipeline.h"
#include "adapters/golden/vector/packed_walk.h"

namespace vconform::adapters::golden {

// Whether it has run the walk, which has no problem and can be packed. It has not where a variation
// steps in between the elements.
bool dequantise_packed(const Behaviour& behaviour, const VectorWalk& walk,
                       std::span<std::uint8_t> ub);

// Gives what dequantise() gives to each lane where no variation steps in.
class PackedDequantiser {
 public:
  PackedDequantiser(const Behaviour& behaviour, const VectorWalk& walk,
                    std::span<const std::uint8_t> ub);

  // Lives no longer than this.
  PackedConverter converter() const;

 private:
  void convert(const PackedLanes& lanes) const;
  void prepare(const LaneWords& words) const;
  // As UB holds them now.
  LaneWords words() const;

  const VectorWalk& walk_;
  std::span<const std::uint8_t> ub_;
  bool is_half_;
  DeqChain chain_;
  Deq16Chain chain16_;
  // What `pipeline_` was made of: an instruction rarely changes its factors while it runs.
  mutable std::optional<LaneWords> prepared_;
  // Nothing where no kernel has these steps.
  mutable std::optional<LanePipeline> pipeline_;
};

}  // namespace vconform::adapters::golden
