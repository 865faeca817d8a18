// FIXPIPE of one element: QuantPRE and ReLUPRE applied to an f32 or s32 (copy_matrix_cc;
// asc-devkit:随路量化).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/shift.h"
#include "adapters/golden/number/floating_result.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::golden {

struct ReluChain {
  spec::ReluPre mode = spec::ReluPre::kNone;
  // Selects the bits of alpha, an f32, that count.
  std::uint32_t (*alpha)(std::uint32_t bits) = scale_whole;
  // A negative source is multiplied by alpha and by M1.
  bool alpha_scales = false;
  // The sign of the value that is about to become the result decides, instead of the source's.
  bool at_result = false;
  // NaN, and minus infinity under the normal ReLU, give 0.
  bool special_is_zero = false;
};

// The steps under the readings that hold.
struct FixpipeChain {
  spec::Pipeline pipeline = spec::Pipeline::kNone;
  // The low bits of the source are the result.
  bool is_raw = false;
  DeqChain quant;
  ShiftChain shift;
  // The reading fixpipe.deqf16=exact.
  bool half_is_exact = false;
  // Used for floating-point results.
  FloatingResult result;
  // The reading subnormal.inputs=flushed.
  bool flushes_inputs = false;
  ReluChain relu;
};

FixpipeChain fixpipe_chain(const Behaviour& behaviour, const spec::Cell& cell, std::uint64_t ctrl);

struct CopyMatrixWalk;

// One element with its conversion; a mutant may change any part (Behaviour::fixpipe).
struct FixpipeElement {
  // The instruction as it runs.
  const CopyMatrixWalk* walk = nullptr;
  spec::Cell cell;
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  // The source as a pattern.
  std::uint64_t source = 0;
  // The quant word, and the bits of alpha.
  std::uint64_t word = 0;
  std::uint32_t alpha = 0;
  FixpipeChain chain;
};

// The pattern of the result.
std::uint64_t fixpipe_result(const FixpipeElement& element);

}  // namespace vconform::adapters::golden
