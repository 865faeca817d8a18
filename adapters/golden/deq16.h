// vconv_deq of one element: an s32 times a half M gives an f16 (cast_deq; asc-devkit:CastDequant).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour.h"

namespace vconform::adapters::golden {

// The readings of deq16.precision, in their order.
enum class Deq16Precision : std::uint8_t { kF32Chain, kExact, kF16Product, kF16Scaled };

struct Deq16Chain {
  Deq16Precision precision = Deq16Precision::kF32Chain;
  // CTRL[48]=0: overflow gives MAX with its sign, NaN gives 0.
  bool saturates = false;
  // subnormal.results=flushed.
  bool flushes = false;
};

Deq16Chain deq16_chain(const Behaviour& behaviour, std::uint64_t ctrl);

// `source` is the pattern of an s32, `scale` DEQSCALE; returns the pattern of the f16.
std::uint64_t deq_f16(const Deq16Chain& chain, std::uint64_t source, std::uint64_t scale);

}  // namespace vconform::adapters::golden
