// Every mutant is caught by the plan of `quick`, in a case that its rule affects.
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "adapters/mutants/mutants.h"
#include "spec/case/case_text.h"
#include "suites/judging/departure.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"
#include "suites/plan/mutant_hunt.h"

namespace vconform::suites {
namespace {

constexpr std::uint64_t kSeed = 1;

using adapters::mutants::Mutant;

class Mutants : public testing::TestWithParam<Mutant> {};

// The case file of a caught mutant shows again what the failure says.
void expect_replays(const Subject& subject, const Unit& unit, const Deviation& deviation) {
  const std::string text = spec::to_text(deviation.smallest);
  const spec::Case again = spec::case_from_text(text);
  EXPECT_EQ(spec::to_text(again), text);
  bool shown = false;
  std::vector<Finding> findings =
      check_property(properties()[unit.property], subject, again).findings;
  const std::vector<Finding> departures = departures_in(subject, again);
  findings.insert(findings.end(), departures.begin(), departures.end());
  for (const Finding& finding : findings) {
    shown = shown || finding.details == deviation.details;
  }
  EXPECT_TRUE(shown) << deviation.claim << "\n" << deviation.details;
}

TEST_P(Mutants, AreCaughtAtQuickWhereTheirRuleHasASayAndReplay) {
  const Hunt caught = hunt(GetParam(), level_named("quick"), kSeed);
  std::string reported;
  for (const std::string& rule : caught.reported) {
    reported += " " + rule;
  }
  ASSERT_TRUE(caught.caught) << GetParam().wrong
                             << ": not caught in a case that this rule affects: " << GetParam().rule
                             << "; only by" << reported;
  expect_replays(caught.subject, *caught.unit, *caught.caught);
}

std::string test_name(const testing::TestParamInfo<Mutant>& info) {
  std::string name(info.param.name);
  for (char& c : name) {
    c = c == '-' ? '_' : c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Quick, Mutants, testing::ValuesIn(adapters::mutants::mutants()),
                         test_name);

TEST(Shrinking, EndsAtOnePlantedElementWithPlainAddressing) {
  const Subject subject = probed_subject("mutant:keeps-minus-zero", {spec::Family::kVconv});
  for (const Unit& unit : make_plan(level_named("quick"), subject)) {
    if (unit.cases != Cases::kGenerated || spec::instruction_name(unit.cell) != "vconv_f322f32r" ||
        unit.property != 0) {
      continue;
    }
    const UnitResult result = run_unit(unit, subject, kSeed);
    ASSERT_EQ(result.deviations.size(), 1u);
    const spec::Case& smallest = result.deviations.front().smallest;
    std::size_t planted = 0;
    for (const spec::Placement& placement : smallest.placements) {
      planted += std::holds_alternative<spec::PlaceElement>(placement) ? 1 : 0;
    }
    EXPECT_EQ(planted, 1u) << spec::to_text(smallest);
    EXPECT_EQ(std::get<spec::Vconv>(smallest.steps.back()).repeat, 1);
    EXPECT_LT(result.deviations.front().shrinks, 200u);
    return;
  }
  FAIL() << "the plan has no such unit";
}

}  // namespace
}  // namespace vconform::suites
