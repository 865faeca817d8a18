#include "suites/coverage/counted/unit_coverage.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "suites/coverage/counted/covered.h"
#include "suites/coverage/element_classes.h"
#include "suites/coverage/run_coverage.h"
#include "suites/judging/unit_cases.h"

namespace vconform::suites {
namespace {

// The units of an instruction with every pattern or listed value of its source, at the level quick.
std::vector<Unit> systematic_units(std::string_view name) {
  std::vector<Unit> units = make_plan(level_named("quick"), whole_subject());
  std::erase_if(units, [&](const Unit& unit) {
    return unit.cell != *spec::cell_named(name) || unit.cases != Cases::kSystematic;
  });
  return units;
}

// Adds every element that the instruction writes.
void add_every_element(const spec::Case& test_case, const oracle::World& world, Tally& tally) {
  const std::vector<std::uint64_t> ctrls = ctrl_before_steps(test_case);
  for (const oracle::PredictedElement& element : world.elements) {
    if (element.has_source && element.source_pattern) {
      tally.add(element_sample(setting_of(test_case.steps[element.step], ctrls[element.step]),
                               {*element.source_pattern, element.scale, element.alpha},
                               spec::choices_of_golden()));
    }
  }
}

// Elements that are alike lie in the same bins: what is left out does not lose one.
TEST(UnitCoverage, OfAVconvIsWhatEveryElementGives) {
  const Subject subject = whole_subject();
  for (const std::string_view name :
       {"vconv_f162s8r", "vconv_f162u8f", "vconv_f162s16z", "vconv_bf162s32a", "vconv_s162f16r",
        "vconv_f322f16o", "vconv_f322bf16r", "vconv_f322f32a", "vconv_s642f32c"}) {
    for (const Unit& unit : systematic_units(name)) {
      Tally every(group_of(GroupId::kValues, unit.cell.conversion()));
      UnitCoverage counted(unit);
      const ListedCases cases = listed_cases(unit, subject);
      for (std::size_t i = 0; i < cases.count; ++i) {
        const spec::Case test_case = cases.at(i);
        const oracle::World world = oracle::predict(test_case, spec::initial_image(test_case),
                                                    subject.pinned, oracle::every_rule())
                                        .front();
        add_every_element(test_case, world, every);
        counted.see(test_case, world);
      }
      const std::string text = counted.text();
      EXPECT_EQ(text.substr(0, text.find(' ')), every.text()) << name;
    }
  }
}

TEST(UnitCoverage, CountsWhatTheOracleJudges) {
  for (const Unit& unit : make_plan(level_named("quick"), whole_subject())) {
    const std::string_view property = properties()[unit.property].name;
    const bool is_judged = property == "MatchesOracle" || property == "HazardsStayInside" ||
                           property == "StateIsWhatIsWritten";
    EXPECT_EQ(counts_for_coverage(unit), is_judged && unit.cases != Cases::kIllegal) << property;
  }
}

// A path that computes nothing has no classes of values: that group's text is empty.
TEST(UnitCoverage, HasATextForEachGroup) {
  for (const spec::Cell& cell : spec::first_cells()) {
    const std::string text = UnitCoverage(Unit{0, cell}).text();
    EXPECT_EQ(std::ranges::count(text, ' '), kGroups - 1) << spec::instruction_name(cell);
  }
}

TEST(Covered, IsTheSumOverUnits) {
  const std::vector<Unit> units = systematic_units("vconv_f162s8r");
  ASSERT_EQ(units.size(), 2u);
  const Subject subject = whole_subject();
  std::vector<UnitResult> results;
  for (const Unit& unit : units) {
    UnitCoverage counted(unit);
    const spec::Case test_case = listed_cases(unit, subject).at(0);
    counted.see(test_case,
                oracle::predict(test_case, spec::initial_image(test_case), subject.pinned).front());
    results.emplace_back().coverage = counted.text();
  }
  const std::vector<CoveredPart> both = covered_by({units[0].cell}, units, results);
  const std::vector<CoveredPart> one = covered_by({units[0].cell}, {units[0]}, {results[0]});
  ASSERT_EQ(both.size(), one.size());
  for (std::size_t i = 0; i < both.size(); ++i) {
    EXPECT_EQ(both[i].reachable, one[i].reachable);
    EXPECT_GE(both[i].reached, one[i].reached);
    EXPECT_LE(both[i].reached, both[i].reachable) << name_of(both[i].group);
    EXPECT_GT(both[i].reached, 0u) << name_of(both[i].group);
  }
}

TEST(Tally, IsTheSameReadFromItsText) {
  const spec::Conversion& row = spec::cell_named("vconv_f162s8r")->conversion();
  Tally tally(group_of(GroupId::kValues, row));
  Sample sample;
  sample[Dim::kSource] = only(3) | only(11);
  sample[Dim::kRounding] = only(2);
  sample[Dim::kResult] = only(0) | only(14);
  tally.add(sample);
  Tally read(group_of(GroupId::kValues, row));
  read.add_text(tally.text());
  EXPECT_TRUE(read.covers(tally));
  EXPECT_TRUE(tally.covers(read));
  EXPECT_EQ(read.text(), tally.text());
}

}  // namespace
}  // namespace vconform::suites
