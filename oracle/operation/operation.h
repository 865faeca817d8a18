// The result of one element of an operation (spec/rows/operation_rows.h): one conversion from the
// source to the destination type or, of a declared chain, its conversions one after another.
#pragma once

#include <cstdint>

#include "oracle/number/expectation.h"
#include "oracle/reading/derivation.h"
#include "spec/rows/conversions.h"

namespace vconform::oracle {

// `ctrl` is CTRL at entry.
Expectation operation_element(Derivation& d, const spec::Cell& cell, std::uint64_t ctrl,
                              std::uint64_t source_pattern);

}  // namespace vconform::oracle
