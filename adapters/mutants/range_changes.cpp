// Wrong results out of range and below the normal numbers. Where the rule is a choice, some
// elements follow one reading and the rest another.
#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/changes.h"
#include "adapters/mutants/elements.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using golden::choice;
using spec::Cell;
using spec::NumberFormat;

// The result with the low bits of finite values, whatever CTRL says.
std::uint64_t low_bits(const Cell& cell, std::uint64_t ctrl, std::uint64_t source) {
  static const Behaviour kGolden = golden::golden_behaviour();
  golden::ElementConversion conversion = golden::element_conversion(kGolden, cell, ctrl);
  conversion.truncates = true;
  return golden::convert(kGolden, conversion, source);
}

}  // namespace

void wraps(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    return cell.conversion().to().is_floating() ? result : low_bits(cell, ctrl, source);
  };
}

void ctrl59_signed_only(Behaviour& golden) {
  golden.pin(choice("ctrl.59", "truncates"));
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    return cell.conversion().to().is_signed() ? result : golden_result(cell, ctrl, source);
  };
}

void ctrl59_f162s16_positive_only(Behaviour& golden) {
  golden.pin(choice("ctrl.59-f162s16", "truncates"));
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    const bool positive = !is_negative(cell.conversion().from(), source);
    return positive ? result : golden_result(cell, ctrl, source);
  };
}

void nearest_overflow_is_max(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t source, std::uint64_t result) {
    const bool overflows = is_infinite(cell.conversion().to(), result) &&
                           !is_infinite(cell.conversion().from(), source);
    return cell.rounding == spec::Rounding::kNearestEven && overflows ? result - 1 : result;
  };
}

void floor_overflows_as_ieee_only(Behaviour& golden) {
  golden.pin(choice("overflow.directed", "inf-beyond-max"));
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    return cell.rounding == spec::Rounding::kFloor ? golden_result(cell, ctrl, source) : result;
  };
}

void odd_overflow_by_sign(Behaviour& golden) {
  golden.pin(choice("overflow.odd", "inf-beyond-max"));
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    const bool negative = is_negative(cell.conversion().from(), source);
    return negative ? result : golden_result(cell, ctrl, source);
  };
}

void flush_f16_subnormals(Behaviour& golden) {
  golden.pin(choice("subnormal.results", "flushed"));
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    const bool is_f16 = cell.conversion().destination == spec::NumberType::kF16;
    return is_f16 ? result : golden_result(cell, ctrl, source);
  };
}

void flush_f32_inputs(Behaviour& golden) {
  golden.pin(choice("subnormal.inputs", "flushed"));
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    const bool is_f32 = cell.conversion().source == spec::NumberType::kF32;
    return is_f32 ? result : golden_result(cell, ctrl, source);
  };
}

}  // namespace vconform::adapters::mutants
