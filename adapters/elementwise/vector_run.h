// The run of one vector instruction whose row is served by convert() or element().
#pragma once

#include <cstdint>
#include <span>

#include "adapters/elementwise/elementwise_walk.h"

namespace vconform::adapters {

// A library at work: its table and the context.
struct Served {
  const vconform_adapter& table;
  void* context;
};

// Runs a walk without a problem, a row of vconv with convert() and any other with element(). Each
// repeat reads everything before it writes anything: the reading "repeat" of rule walk.order.
// Returns the first status that is not VCONFORM_OK.
std::uint32_t run_vector(const Served& library, const ElementwiseWalk& walk,
                         std::span<std::uint8_t> ub);

}  // namespace vconform::adapters
