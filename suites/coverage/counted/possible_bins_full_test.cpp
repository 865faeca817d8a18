// The record of possible bins is what Reachability finds.
#include "suites/coverage/counted/possible_bins.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "suites/coverage/reachability.h"

namespace vconform::suites {
namespace {

PossibleBins found_for(const spec::Cell& cell) {
  const Reachability reachability(cell);
  PossibleBins possible;
  for (const Bin& bin : reachability.reachable().bins()) {
    if (reachability.reachable().has(bin) || !reachability.impossible(bin)) {
      ++(bin.b ? possible.pairs : possible.singles);
    }
  }
  return possible;
}

TEST(PossibleBins, AreRecordedAsReachabilityFindsThem) {
  for (const spec::Cell& cell : spec::all_cells()) {
    if (group_of(GroupId::kValues, cell.conversion()).dims.empty()) {
      EXPECT_EQ(possible_bins(cell), PossibleBins()) << spec::instruction_name(cell);
      continue;
    }
    const PossibleBins found = found_for(cell);
    EXPECT_EQ(possible_bins(cell), found)
        << "possible_bins.inc must have the line\n"
        << fmt::format("    {{\"{}\", {{{}, {}}}}},", spec::instruction_name(cell), found.singles,
                       found.pairs);
  }
}

}  // namespace
}  // namespace vconform::suites
