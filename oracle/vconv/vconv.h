// The result of one element of a vconv: decode, round once, test the range, encode (page vconv, its
// table and its special values).
#pragma once

#include <cstdint>

#include "oracle/number/expectation.h"
#include "oracle/reading/derivation.h"
#include "spec/rows/conversions.h"

namespace vconform::oracle {

// How a finite value out of an integer destination's range is brought into it: instructions ask
// CTRL[59], operations may declare it.
enum class IntegerOverflow : std::uint8_t { kByCtrl, kSaturates, kKeepsLowBits };

// `cell` is a row of the vconv table, or one whose types no row has, which an operation declares.
Expectation convert(Derivation& d, const spec::Cell& cell, std::uint64_t ctrl,
                    std::uint64_t source_pattern,
                    IntegerOverflow overflow = IntegerOverflow::kByCtrl);

}  // namespace vconform::oracle
