// The half of a destination block that a DEQ fills (vconv, h/l; asc-devkit:CastDequant, listing).
#pragma once

#include <cstdint>
#include <optional>

#include "adapters/golden/behaviour/behaviour.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::golden {

// The half by the reading of rule deq.half: result i of a block is its byte first + step * i.
struct HalfBlock {
  std::uint64_t first = 0;
  std::uint64_t step = 1;
  // The byte of the other half that belongs to a result is `byte ^ other`.
  std::uint64_t other = 0;
  bool zeroes_other = false;
};

// nullopt if results fill whole blocks.
std::optional<HalfBlock> half_block(const Behaviour& behaviour, const spec::Conversion& row);

}  // namespace vconform::adapters::golden
