// DataCopy of one element: what deqScale and isRelu make of it from CO1 to CO2
// (data_copy_enhanced, 表8 and deqValue).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour.h"
#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/deq16.h"
#include "adapters/golden/number/floating_result.h"
#include "adapters/golden/number/shift.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::golden {

// The steps, as the readings have them.
struct CopyChain {
  DeqChain quant;
  ShiftChain shift;
  // s32 times a half.
  Deq16Chain half_product;
  // copy.deqf16=exact.
  bool half_is_exact = false;
  // MCB has a say in DEQ16 to half.
  bool shifts_half = true;
  // Of half results.
  FloatingResult half;
  // subnormal.inputs=flushed.
  bool flushes_inputs = false;
};

CopyChain copy_chain(const Behaviour& behaviour);

struct DataCopyWalk;

// One element and how it is converted; a mutant may change any of it (Behaviour::copied).
struct CopiedElement {
  // The instruction, as it runs.
  const DataCopyWalk* walk = nullptr;
  spec::Cell cell;
  std::uint64_t block = 0;
  // In its block.
  std::uint64_t index = 0;
  // A pattern.
  std::uint64_t source = 0;
  // deqValue, or that of the vector.
  std::uint64_t word = 0;
  bool relu = false;
  CopyChain chain;
};

// The pattern of the result.
std::uint64_t copied(const CopiedElement& element);

}  // namespace vconform::adapters::golden
