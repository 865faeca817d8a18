// A number in a floating-point register or result: rounded to nearest, ties to even, with the
// handling of overflow, NaN and subnormal numbers.
#pragma once

#include <cstdint>

#include "adapters/golden/number/unpacked.h"

namespace vconform::adapters::golden {

struct FloatingResult {
  const spec::NumberFormat* format = nullptr;
  // Overflow and inf give MAX with their sign, NaN gives 0.
  bool saturates = false;
  // The reading subnormal.results=flushed.
  bool flushes = false;
};

// The value that the register holds.
Unpacked rounded_into(const FloatingResult& result, const Unpacked& value);

// The pattern of a value that the format holds, from rounded_into, nearest_in or unpack.
std::uint64_t packed(const spec::NumberFormat& format, const Unpacked& value);

}  // namespace vconform::adapters::golden
