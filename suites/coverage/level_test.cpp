// A level loses no bin: the listed values of wide sources meet every bin of values that can be
// reached.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "suites/coverage/run_coverage.h"

namespace vconform::suites {
namespace {

// The bins of values that the systematic cases of one instruction miss, at a level that has them
// under every state of CTRL.
std::string missed_by_listed_values(std::string_view name) {
  const spec::Cell cell = spec::cell_named(name).value();
  const Subject subject = whole_subject();
  std::vector<RowUnits> rows = units_by_row(level_named("standard"), subject);
  std::erase_if(rows, [&](const RowUnits& units) { return units.front().cell.row != cell.row; });
  std::erase_if(rows.at(0), [&](const Unit& unit) {
    return unit.cell != cell || unit.cases != Cases::kSystematic;
  });
  std::string missed;
  for (const CellReport& report : run_coverage(rows, subject, 1, 1, [] {})) {
    for (const AxisReport& axis : report.axes) {
      for (const MissedBin& bin : axis.missed) {
        missed += axis.group == GroupId::kValues ? bin.bin + " (" + bin.witness + ")\n" : "";
      }
    }
  }
  return missed;
}

TEST(LevelCoverage, ListedValuesMeetEveryBinOfWideSources) {
  for (const std::string_view name :
       {"vconv_f322f32a", "vconv_f322f16r", "vconv_f322f16o", "vconv_f322bf16c", "vconv_f322s64r",
        "vconv_f322s32f", "vconv_f322s16z", "vconv_s322f32r", "vconv_s642f32a", "vconv_s322s16",
        "vconv_s642s32", "vconv_s322s64"}) {
    EXPECT_EQ(missed_by_listed_values(name), "") << name;
  }
}

}  // namespace
}  // namespace vconform::suites
