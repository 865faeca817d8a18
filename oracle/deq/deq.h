// The result of one s16 element of a DEQ or VDEQ (vconv, DEQ/VDEQ 功能说明,
// deqs162b8_quantization).
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/number/round.h"
#include "oracle/reading/readings.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

// A dequantisation with its intermediate values, for explanations. If the scale as taken is NaN or
// inf, the later steps are empty and the result may be anything.
struct DeqDerivation {
  ExactValue source;
  ExactValue scale_read;  // M, all its bits
  ExactValue scale;       // M as deq.scale-bits takes it
  ExactValue exact_product;
  ExactValue product;  // tmp1, as deq.product takes it; may be infinite
  ExactValue offset;
  // deq.offset-order=before-rounding: the sum is rounded instead of the product.
  bool adds_before_rounding = false;
  ExactValue unrounded;  // the product, or that sum
  spec::Rounding s9_rounding = spec::Rounding::kNearestEven;
  // nullopt for an infinite product.
  std::optional<Rounded> rounded;
  ExactValue s9;   // tmp2; the rounded sum if the sum is rounded
  ExactValue sum;  // tmp3
  // Selected by bit 46 of the factor.
  spec::NumberType result_type = spec::NumberType::kU8;
  std::optional<std::uint64_t> result;
  Expectation expectation;
};

// `factor` is DEQSCALE or an element of the vector. Does not check whether the type of the
// destination agrees with the factor's sign bit: see sign_bit_decides.
DeqDerivation dequantise(std::uint64_t factor, std::uint64_t source_pattern, Readings& readings);

// Whether a destination of this type would have got another result if its type decided
// (deq.sign-bit-decides).
bool sign_bit_decides(const DeqDerivation& derivation, spec::NumberType destination);

}  // namespace vconform::oracle
