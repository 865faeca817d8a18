// How far an instruction reaches from the addresses of its operands, in bytes: what is passed to a
// backend of a buffer that lies outside the core's memories.
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::intrinsics {

// 0 for an operand that is not touched.
struct Spans {
  std::uint64_t dst = 0;
  std::uint64_t src = 0;
  // The vectors at deqTensorAddr of a DataCopy.
  std::uint64_t vectors = 0;
};

// `step` is an instruction with any addresses, `cell` its row. Lanes that the mask leaves inactive
// do not count, unless an active one lies behind them. Readings are those of the behaviour.
Spans spans_of(const golden::Behaviour& behaviour, const spec::Cell& cell,
               const vconform_step& step, const spec::Registers& registers);

}  // namespace vconform::adapters::intrinsics
