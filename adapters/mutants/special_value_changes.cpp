// Wrong results for NaN, inf, zero and single numbers.
#include "adapters/golden/vector/walk.h"
#include "adapters/mutants/changes.h"
#include "adapters/mutants/elements.h"

namespace vconform::adapters::mutants {

namespace {

using golden::Behaviour;
using spec::Cell;
using spec::NumberFormat;
using spec::NumberType;

bool is_pair(const Cell& cell, NumberType from, NumberType to) {
  return cell.conversion().source == from && cell.conversion().destination == to;
}

}  // namespace

void ctrl48_ignored(Behaviour& golden) {
  golden.walk = [](golden::VectorWalk& walk) {
    walk.registers.ctrl &= ~spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
  };
}

void nan_is_int_min(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t source, std::uint64_t result) {
    const NumberFormat& to = cell.conversion().to();
    const bool applies = !to.is_floating() && is_nan(cell.conversion().from(), source);
    return applies ? golden::integer_limit(to, true) : result;
  };
}

void inf_is_int_zero(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t source, std::uint64_t result) {
    const bool applies =
        !cell.conversion().to().is_floating() && is_infinite(cell.conversion().from(), source);
    return applies ? 0 : result;
  };
}

void inf_is_max(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t, std::uint64_t result) {
    const NumberFormat& to = cell.conversion().to();
    const bool applies = to.type == NumberType::kF32 && is_infinite(to, result);
    return applies ? result - 1 : result;
  };
}

void nan_is_subnormal(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t ctrl, std::uint64_t source,
                     std::uint64_t result) {
    const bool applies = is_half(cell.conversion().to()) && !keeps_inf(ctrl) &&
                         is_nan(cell.conversion().from(), source);
    return applies ? 1 : result;
  };
}

void nan_is_inf(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t, std::uint64_t result) {
    const NumberFormat& to = cell.conversion().to();
    return is_nan(to, result) ? to.infinity_pattern() : result;
  };
}

void keeps_minus_zero(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t source, std::uint64_t result) {
    const NumberFormat& to = cell.conversion().to();
    const bool applies = is_pair(cell, NumberType::kF32, NumberType::kF32) && result == 0;
    return applies ? source & to.sign_mask() : result;
  };
}

void small_negative_is_subnormal(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t source, std::uint64_t result) {
    const NumberFormat& to = cell.conversion().to();
    const bool applies = is_pair(cell, NumberType::kF32, NumberType::kF32) && result == 0 &&
                         is_negative(to, source) && source != to.sign_mask();
    return applies ? to.sign_mask() | 1 : result;
  };
}

void int_zero_is_minus_zero(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t source, std::uint64_t result) {
    const NumberFormat& to = cell.conversion().to();
    const bool applies = to.is_floating() && !cell.conversion().from().is_floating() && source == 0;
    return applies ? to.sign_mask() : result;
  };
}

void int_max_is_rounded_down(Behaviour& golden) {
  golden.result = [](const Cell& cell, std::uint64_t, std::uint64_t source, std::uint64_t result) {
    constexpr std::uint64_t kIntMax = 0x7fffffff;
    constexpr std::uint64_t k2147483520 = 0x4effffff;
    const bool applies = is_pair(cell, NumberType::kS32, NumberType::kF32) && source == kIntMax;
    return applies ? k2147483520 : result;
  };
}

}  // namespace vconform::adapters::mutants
