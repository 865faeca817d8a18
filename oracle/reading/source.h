// The value that an instruction computes with: a subnormal source may count as 0.
#pragma once

#include <cstdint>

#include "oracle/number/decode.h"
#include "oracle/reading/derivation.h"

namespace vconform::oracle {

inline ExactValue source_as_taken(Derivation& d, const spec::NumberFormat& format,
                                  std::uint64_t pattern) {
  const ExactValue source = decode(format, pattern);
  const bool is_flushed =
      is_subnormal(format, pattern) && d.follows(spec::choice("subnormal.inputs", "flushed"));
  return is_flushed ? finite_value(source.negative, 0, 0) : source;
}

}  // namespace vconform::oracle
