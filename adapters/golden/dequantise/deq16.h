// The product of an s32 and a half M as an f16: vconv_deq, and DEQ and VDEQ of DataCopy (cast_deq;
// asc-devkit:CastDequant).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/number/floating_result.h"

namespace vconform::adapters::golden {

// The readings of deq16.precision and copy.deq16-precision.
enum class Deq16Precision : std::uint8_t { kF32Chain, kExact, kF16Product, kF16Scaled };

struct Deq16Chain {
  Deq16Precision precision = Deq16Precision::kF32Chain;
  // Used for every intermediate f16 too.
  FloatingResult half;
};

Deq16Precision precision_of(const Behaviour& behaviour, spec::RuleId rule);

Deq16Chain deq16_chain(const Behaviour& behaviour, std::uint64_t ctrl);

// The pattern of the f16 result; `source` is the pattern of an s32, `scale` a word with M in
// [15:0].
std::uint64_t deq_f16(const Deq16Chain& chain, std::uint64_t source, std::uint64_t scale);

}  // namespace vconform::adapters::golden
