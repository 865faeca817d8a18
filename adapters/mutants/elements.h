// Helpers for the tables: kinds of elements, golden's results, wrong steps.
#pragma once

#include <cstdint>

#include "adapters/golden/number/unpacked.h"
#include "adapters/golden/vconv/convert.h"
#include "adapters/mutants/row.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::mutants {

inline bool is_nan(const NumberFormat& format, std::uint64_t pattern) {
  return golden::unpack(format, pattern).kind == golden::Kind::kNan;
}

inline bool is_infinite(const NumberFormat& format, std::uint64_t pattern) {
  return golden::unpack(format, pattern).kind == golden::Kind::kInfinity;
}

inline bool is_negative(const NumberFormat& format, std::uint64_t pattern) {
  return (pattern & format.sign_mask()) != 0;
}

// f16 or bf16.
inline bool is_half(const NumberFormat& format) {
  return format.is_floating() && format.bits == 16;
}

inline bool keeps_inf(std::uint64_t ctrl) {
  return spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan);
}

// `element` may belong to any family.
bool is_negative_source(const auto& element) {
  return is_negative(element.cell.conversion().from(), element.source);
}

// `element` is an element of a copy or its walk.
bool has_s32_source(const auto& element) {
  return element.cell.conversion().source == NumberType::kS32;
}

// 2^-24 as an f32.
inline constexpr std::uint64_t kSmallestF16 = 0x33800000;

// The result of golden under its default readings.
inline std::uint64_t golden_result(const spec::Cell& cell, std::uint64_t ctrl,
                                   std::uint64_t source) {
  static const Behaviour kGolden = golden::golden_behaviour();
  return golden::convert(kGolden, golden::element_conversion(kGolden, cell, ctrl), source);
}

// Pins a reading for the elements for which `applies`, golden's own for the others.
template <golden::Choice kReading, typename F>
constexpr auto pinned_where(F /*applies*/) {
  return [](Behaviour& golden) {
    golden.pin(kReading);
    HookOf{golden}.set([](const VconvElement& element) {
      return F{}(element) ? element.result
                          : golden_result(element.cell, element.ctrl, element.source);
    });
  };
}

// Golden's shift, but with zeros shifted in from the left.
inline std::int64_t shift_logical(std::int64_t source, std::uint64_t n) {
  return static_cast<std::int64_t>(static_cast<std::uint32_t>(source) >> (n + 1));
}

}  // namespace vconform::adapters::mutants
