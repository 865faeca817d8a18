// DataCopy of one element from CO1 to CO2: deqScale and isRelu (data_copy_enhanced, 表8 and
// deqValue).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/deq16.h"
#include "adapters/golden/dequantise/shift.h"
#include "adapters/golden/number/floating_result.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::golden {

// The steps under the readings that hold.
struct CopyChain {
  DeqChain quant;
  ShiftChain shift;
  // Used for s32 times a half.
  Deq16Chain half_product;
  // The reading copy.deqf16=exact.
  bool half_is_exact = false;
  // MCB shifts the source of DEQ16 to half.
  bool shifts_half = true;
  // Used for half results.
  FloatingResult half;
  // The reading subnormal.inputs=flushed.
  bool flushes_inputs = false;
};

CopyChain copy_chain(const Behaviour& behaviour);

struct DataCopyWalk;

// One element with its conversion; a mutant may change any part (Behaviour::copied).
struct CopiedElement {
  // The instruction as it runs.
  const DataCopyWalk* walk = nullptr;
  spec::Cell cell;
  std::uint64_t block = 0;
  // The number of the element in its block.
  std::uint64_t index = 0;
  // The source as a pattern.
  std::uint64_t source = 0;
  // deqValue, or the word of the vector.
  std::uint64_t word = 0;
  bool relu = false;
  CopyChain chain;
};

// The pattern of the result.
std::uint64_t copied(const CopiedElement& element);

}  // namespace vconform::adapters::golden
