#include "adapters/golden/vconv/overflow.h"

#include <algorithm>
#include <array>

namespace vconform::adapters::golden {

namespace {

using spec::Rounding;

struct Directed {
  Rounding rounding;
  Choice after_rounding;
  Choice beyond_max;
  // The sign for which the remaining reading gives inf; neither for z and o.
  bool inf_when_positive;
  bool inf_when_negative;
};

constexpr Choice kAfterRounding = choice("overflow.directed", "inf-after-rounding");
constexpr Choice kBeyondMax = choice("overflow.directed", "inf-beyond-max");

constexpr std::array<Directed, 4> kDirected = {{
    {Rounding::kFloor, kAfterRounding, kBeyondMax, false, true},
    {Rounding::kCeil, kAfterRounding, kBeyondMax, true, false},
    {Rounding::kTowardZero, kAfterRounding, kBeyondMax, false, false},
    {Rounding::kOdd, choice("overflow.odd", "inf-after-rounding"),
     choice("overflow.odd", "inf-beyond-max"), false, false},
}};

const Directed* directed(Rounding rounding) {
  const auto* row = std::find_if(kDirected.begin(), kDirected.end(),
                                 [&](const Directed& mode) { return mode.rounding == rounding; });
  return row == kDirected.end() ? nullptr : row;
}

}  // namespace

std::uint64_t within_range(const Behaviour& behaviour, Rounding rounding,
                           const spec::NumberFormat& to, const FloatResult& result) {
  const std::uint64_t inf = to.infinity_pattern();
  const std::uint64_t max = to.max_finite_pattern();
  const bool overflows = result.rounded >= inf;
  const bool beyond_max = result.truncated > max || (result.truncated == max && result.inexact);
  const Directed* mode = directed(rounding);
  if (mode == nullptr || behaviour.follows(mode->after_rounding)) {
    return overflows ? inf : result.rounded;
  }
  if (behaviour.follows(mode->beyond_max)) {
    return beyond_max ? inf : result.rounded;
  }
  if (!overflows) {
    return result.rounded;
  }
  return (result.negative ? mode->inf_when_negative : mode->inf_when_positive) ? inf : max;
}

}  // namespace vconform::adapters::golden
