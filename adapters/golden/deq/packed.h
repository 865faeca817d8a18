// The family deq over packed lanes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "adapters/golden/deq/elements.h"
#include "adapters/golden/dequantise/lane_pipeline.h"
#include "adapters/golden/vector/packed_walk.h"

namespace vconform::adapters::golden {

// Runs a walk that has no problem and can be packed, unless a variation changes single elements;
// returns whether it ran.
bool dequantise_packed(const Behaviour& behaviour, const VectorWalk& walk,
                       std::span<std::uint8_t> ub);

// Converts each lane as dequantise() does without a variation.
class PackedDequantiser {
 public:
  PackedDequantiser(const Behaviour& behaviour, const VectorWalk& walk,
                    std::span<const std::uint8_t> ub);

  // The object must outlive the converter.
  PackedConverter converter() const;

 private:
  void convert(const PackedLanes& lanes) const;
  void prepare(const LaneWords& words) const;
  // The words that UB holds now.
  LaneWords words() const;

  const VectorWalk& walk_;
  std::span<const std::uint8_t> ub_;
  bool is_half_;
  DeqChain chain_;
  Deq16Chain chain16_;
  // The words that `pipeline_` was made from: an instruction rarely changes its factors while it
  // runs.
  mutable std::optional<LaneWords> prepared_;
  // nullopt if no kernel has these steps.
  mutable std::optional<LanePipeline> pipeline_;
};

}  // namespace vconform::adapters::golden
