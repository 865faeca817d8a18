// The conversion of one element, from pattern to pattern, in integer arithmetic (vconv, sections on
// rounding and special values).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour/behaviour.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::golden {

// The parameters that an instruction has for every element, computed once.
struct ElementConversion {
  const spec::NumberFormat* from = nullptr;
  const spec::NumberFormat* to = nullptr;
  spec::Rounding rounding = spec::Rounding::kNull;
  // CTRL[48]=0 with a half or bfloat16 result: overflow and inf give MAX, NaN gives 0.
  bool saturates = false;
  // CTRL[59] takes effect: finite values keep their low bits.
  bool truncates = false;
};

ElementConversion element_conversion(const Behaviour& behaviour, const spec::Cell& cell,
                                     std::uint64_t ctrl);

std::uint64_t convert(const Behaviour& behaviour, const ElementConversion& conversion,
                      std::uint64_t pattern);

}  // namespace vconform::adapters::golden
