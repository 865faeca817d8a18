// The result of one element of a vconv: decode, round once, test the range, encode (page vconv, its
// table and its special values).
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/number/round.h"
#include "oracle/reading/readings.h"
#include "spec/rows/conversions.h"

namespace vconform::oracle {

// A conversion with its intermediate values, for explanations.
struct Derivation {
  ExactValue source;
  // nullopt for NaN and inf, which are not rounded.
  std::optional<Rounded> rounded;
  // Whether the rounded value lies beyond the destination's limit.
  bool overflows = false;
  Expectation expectation;
};

Derivation convert(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t source_pattern,
                   Readings& readings);

}  // namespace vconform::oracle
