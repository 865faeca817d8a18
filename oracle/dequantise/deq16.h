// The f16 result of one s32 element of vconv_deq (cast_deq, dst[i] = src[i] * scale;
// asc-devkit:CastDequant, Cast(src / 2^17 * M * 2^17)).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"

namespace vconform::oracle {

// One intermediate rounding.
struct Deq16Step {
  std::string_view name;
  const spec::NumberFormat* format;
  ExactValue exact;
  ExactValue rounded;
};

// A dequantisation with its intermediate values, for explanations. With a scale that is NaN or inf
// there are no steps.
struct Deq16Derivation {
  ExactValue source;
  ExactValue scale;
  std::vector<Deq16Step> steps;
  ExactValue result;
  // Whether some f16 on the way was too large; then CTRL[48] affects the result.
  bool overflows = false;
  // Whether some f16 on the way was subnormal; then subnormal.results affects the result.
  bool is_subnormal = false;
  Expectation expectation;
};

// The conversion of an s32 under one reading of deq16.precision or of copy.deq16-precision, which
// has the same readings; no expectation is made.
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
