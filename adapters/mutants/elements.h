// For the changes that concern single elements: what kind of value a pattern is, and what golden
// makes of it.
#pragma once

#include <cstdint>

#include "adapters/golden/number/unpacked.h"
#include "adapters/golden/vconv/convert.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::mutants {

inline bool is_nan(const spec::NumberFormat& format, std::uint64_t pattern) {
  return golden::unpack(format, pattern).kind == golden::Kind::kNan;
}

inline bool is_infinite(const spec::NumberFormat& format, std::uint64_t pattern) {
  return golden::unpack(format, pattern).kind == golden::Kind::kInfinity;
}

inline bool is_negative(const spec::NumberFormat& format, std::uint64_t pattern) {
  return (pattern & format.sign_mask()) != 0;
}

// f16 or bf16.
inline bool is_half(const spec::NumberFormat& format) {
  return format.is_floating() && format.bits == 16;
}

inline bool keeps_inf(std::uint64_t ctrl) {
  return spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan);
}

// The result of golden under the readings it has by default.
inline std::uint64_t golden_result(const spec::Cell& cell, std::uint64_t ctrl,
                                   std::uint64_t source) {
  static const golden::Behaviour golden = golden::golden_behaviour();
  return golden::convert(golden, golden::element_conversion(golden, cell, ctrl), source);
}

}  // namespace vconform::adapters::mutants
