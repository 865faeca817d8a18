#include "suites/presentation/row_standing.h"

#include <algorithm>

#include "suites/judging/departure.h"

namespace vconform::suites {

RowStanding standing_of(const RowRecord& row, const std::vector<DeviationRecord>& deviations) {
  if (!row.claimed) {
    return RowStanding::kNotClaimed;
  }
  if (row.conforms) {
    return RowStanding::kConforming;
  }
  if (row.waived) {
    return RowStanding::kWaived;
  }
  if ((row.deviations.empty() && row.further_failing_cases == 0) ||
      only_not_returned(row, deviations)) {
    return RowStanding::kNotJudged;
  }
  const auto is_waived = [&](std::uint64_t i) { return deviations[i].waived_by.has_value(); };
  const auto departs = [&](std::uint64_t i) { return deviations[i].verdict == kDeparts; };
  const auto is_left = [&](std::uint64_t i) { return !is_waived(i) && !departs(i); };
  if (row.further_failing_cases > 0 || std::ranges::any_of(row.deviations, is_left)) {
    return RowStanding::kDeviating;
  }
  // All that was found is waived, and the rest of the row was not judged.
  return std::ranges::all_of(row.deviations, is_waived) ? RowStanding::kNotJudged
                                                        : RowStanding::kDeparting;
}

}  // namespace vconform::suites
