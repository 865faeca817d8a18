// What one s32 element of vconv_deq must become, an f16 (cast_deq, dst[i] = src[i] * scale;
// asc-devkit:CastDequant, Cast(src / 2^17 * M * 2^17)).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"

namespace vconform::oracle {

// One rounding on the way.
struct Deq16Step {
  std::string_view name;
  const spec::NumberFormat* format;
  ExactValue exact;
  ExactValue rounded;
};

// A dequantisation with its intermediate values, for explanations. A scale that is NaN or inf has
// no steps.
struct Deq16Derivation {
  ExactValue source;
  ExactValue scale;
  std::vector<Deq16Step> steps;
  ExactValue result;
  // Some f16 on the way was too large: CTRL[48] has a say.
  bool overflows = false;
  // Some f16 on the way was subnormal: subnormal.results has a say.
  bool is_subnormal = false;
  Expectation expectation;
};

// What a reading of deq16.precision, or of copy.deq16-precision, which has the same ones, makes of
// an s32, without an expectation.
struct HalfChain {
  spec::Choice precision;
  // An f16 that overflows becomes inf instead of MAX.
  bool keeps_inf;
  // A subnormal f16 becomes 0.
  bool flushes;
};
Deq16Derivation half_chain(std::uint64_t scale, std::uint64_t source_pattern,
                           const HalfChain& reading);

// `scale` is DEQSCALE, which holds a half.
Deq16Derivation dequantise16(std::uint64_t scale, std::uint64_t ctrl, std::uint64_t source_pattern,
                             Readings& readings);

}  // namespace vconform::oracle
