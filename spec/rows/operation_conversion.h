// The rows of operations as rows like any other: see operation_rows.h.
#pragma once

#include <cstdint>

#include "spec/rows/conversion.h"

namespace vconform::spec {

// Their numbers begin here, in the order in which they became known; no file holds them.
inline constexpr std::uint16_t kFirstOperation = 1024;

// The row with a number from kFirstOperation on, which an operation has.
const Conversion& operation_conversion(std::uint16_t number);

}  // namespace vconform::spec
