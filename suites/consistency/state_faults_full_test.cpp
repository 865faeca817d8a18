// Golden with a register that a row's instruction reads wrongly because of what ran before: found
// at quick, whatever the register, the row and the fault.
#include <gtest/gtest.h>

#include <vector>

#include "generators/choices/rapidcheck_source.h"
#include "suites/judging/run_case.h"
#include "suites/mutants/register_mutants.h"
#include "suites/plan/mutant_hunt.h"

namespace vconform::suites {
namespace {

// Among as many programs as a quick run has of a row.
bool is_found(const WrongBackend& fault, const Subject& right,
              const std::vector<generators::ClaimedCell>& others) {
  Subject wrong = right;
  wrong.execute_in_place = nullptr;
  wrong.execute = fault.around(right.execute);
  const spec::Cell& cell = fault.cells.front();
  const Property& property = *property_named("StateIsWhatIsWritten");
  for (std::uint64_t seed = 0; seed < level_named("quick").*property.cases; ++seed) {
    generators::RapidCheckSource choices{rc::Random(seed * 1000003 + cell.row)};
    const spec::Case program =
        property.draw(choices, cell, {spec::kAllFeatures, generators::kUbBlocks, others});
    const CheckResult result = check_property(property, wrong, program);
    if (!result.findings.empty() || !result.blamed.empty()) {
      return true;
    }
  }
  return false;
}

TEST(StateFaults, OfEveryRowAreFoundByPrograms) {
  std::vector<spec::Family> families;
  for (const spec::FamilyName& family : spec::kFamilies) {
    families.push_back(family.family);
  }
  const Subject right = probed_subject("golden", families);
  std::vector<generators::ClaimedCell> others;
  for (const spec::Cell& cell : spec::all_cells()) {
    others.push_back({cell, *right.claims(cell)});
  }
  int tried = 0;
  for (const WrongBackend& fault : register_mutants()) {
    if (fault.equivalent.empty()) {
      ++tried;
      EXPECT_TRUE(is_found(fault, right, others)) << fault.wrong;
    }
  }
  EXPECT_GE(tried, 1200);
  RecordProperty("tried", tried);
}

}  // namespace
}  // namespace vconform::suites
