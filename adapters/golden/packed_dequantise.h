// The family deq over packed lanes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "adapters/golden/deq_lanes.h"
#include "adapters/golden/dequantise.h"
#include "adapters/golden/packed_walk.h"

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
  PackedConverter converter() const { return {convert, this}; }

 private:
  static void convert(const void* context, const PackedLanes& lanes);

  void to_b8(const PackedLanes& lanes) const;
  void to_half(const PackedLanes& lanes) const;
  void prepare(const FactorWords& words) const;
  FactorWords words() const;

  const VectorWalk& walk_;
  std::span<const std::uint8_t> ub_;
  DeqChain chain_;
  Deq16Chain chain16_;
  // Those that `factors_` were made of: an instruction's are rarely changed while it runs.
  mutable std::optional<FactorWords> prepared_;
  // Nothing where the kernel cannot take them.
  mutable std::optional<kernels::DeqFactors> factors_;
};

}  // namespace vconform::adapters::golden
