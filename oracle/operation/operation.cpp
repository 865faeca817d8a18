#include "oracle/operation/operation.h"

#include <vector>

#include "oracle/vconv/vconv.h"
#include "spec/rows/operation_rows.h"

namespace vconform::oracle {

namespace {

// The patterns that a conversion may have made, one of each kind that the next one tells apart: any
// NaN is as good as another, since each becomes 0 or a NaN again.
Patterns patterns_of(const Expectation& expectation, const spec::NumberFormat& format) {
  Patterns patterns = expectation.patterns;
  if (expectation.kind == Expectation::Kind::kAnyNan) {
    patterns.push_back(format.infinity_pattern() | (format.fraction_mask() + 1) / 2);
  }
  return patterns;
}

IntegerOverflow declared_overflow(const spec::OperationRow& row) {
  if (row.declares(spec::Saturation::kIntegersKeepLowBits)) {
    return IntegerOverflow::kKeepsLowBits;
  }
  return row.declares(spec::Saturation::kIntegersSaturate) ? IntegerOverflow::kSaturates
                                                           : IntegerOverflow::kByCtrl;
}

Expectation after(Derivation& d, const Expectation& before, const spec::Cell& leg,
                  std::uint64_t ctrl, IntegerOverflow overflow) {
  if (before.kind == Expectation::Kind::kAnything) {
    return before;
  }
  Expectation result;
  bool is_first = true;
  for (const std::uint64_t pattern : patterns_of(before, leg.conversion().from())) {
    const Expectation one = convert(d, leg, ctrl, pattern, overflow);
    result = is_first ? one : either_of(result, one);
    is_first = false;
  }
  result.cited |= before.cited;
  return result;
}

}  // namespace

Expectation operation_element(Derivation& d, const spec::Cell& cell, std::uint64_t ctrl,
                              std::uint64_t source_pattern) {
  const spec::OperationRow& row = spec::operation_of(cell);
  const std::uint64_t taken = spec::ctrl_of_operation(row, ctrl);
  const IntegerOverflow overflow = declared_overflow(row);
  const std::vector<spec::Cell>& legs = spec::legs_of(cell);
  Expectation result = convert(d, legs.front(), taken, source_pattern, overflow);
  for (auto leg = legs.begin() + 1; leg != legs.end(); ++leg) {
    result = after(d, result, *leg, taken, overflow);
  }
  return result;
}

}  // namespace vconform::oracle
