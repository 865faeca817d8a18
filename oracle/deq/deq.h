// The result of one s16 element of a DEQ or VDEQ (vconv, DEQ/VDEQ 功能说明,
// deqs162b8_quantization).
#pragma once

#include <cstdint>

#include "oracle/number/element_input.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/derivation.h"
#include "spec/number/number_format.h"

namespace vconform::oracle {

// input.scale is the factor: DEQSCALE, or an element of the vector. Its bit 46 selects the type of
// the result; where the type of the destination would give another one, deq.sign-bit-decides is
// cited.
Expectation dequantise(Derivation& d, const ElementInput& input, spec::NumberType destination);

// s8 or u8.
spec::NumberType deq_result_type(std::uint64_t factor);

}  // namespace vconform::oracle
