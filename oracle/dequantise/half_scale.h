// An s32 times a scale that is a half, to an f16 (cast_deq, dst[i] = src[i] * scale;
// asc-devkit:CastDequant, Cast(src / 2^17 * M * 2^17)).
#pragma once

#include <cstdint>
#include <functional>

#include "oracle/number/element_input.h"
#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/derivation.h"

namespace vconform::oracle {

// The differences between the instructions that do this.
struct HalfChain {
  // deq16.precision, or copy.deq16-precision, which has the same readings.
  spec::RuleId precision;
  // Whether an f16 that overflows becomes MAX with its sign; asked only if one does.
  std::function<bool()> saturates;
};
// The result, and whether some f16 on the way to it overflowed.
struct HalfProduct {
  ExactValue value;
  bool overflows = false;
};
// `source` and `m` are finite.
HalfProduct times_half(Derivation& d, const HalfChain& chain, const ExactValue& source,
                       const ExactValue& m);

// One element of vconv_deq; input.scale is DEQSCALE, which holds a half.
Expectation dequantise16(Derivation& d, const ElementInput& input, std::uint64_t ctrl);

}  // namespace vconform::oracle
