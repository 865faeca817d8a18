// Golden probed, and golden:pages under the profile pages, conform with seeds that no other test
// has.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "suites/judging/subject.h"
#include "suites/judging/unit.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::suites {
namespace {

// A backend, judged as certify judges it.
Subject judged(const std::string& backend, const std::string& profile) {
  BackendOptions options;
  options.backend = backend;
  options.profile = profile;
  const std::shared_ptr<adapters::Backend> opened = open_for_judging(options);
  const Subject subject = subject_of(opened);
  return judged_by(subject, resolve_choices(options, *opened, subject));
}

class GoldenUnderSeeds : public testing::TestWithParam<std::uint64_t> {};

// Only drawn cases depend on the seed: every_reading_full_test runs the others.
TEST_P(GoldenUnderSeeds, ConformsProbedAndAsThePagesSayUnderPages) {
  static const Subject subjects[] = {judged("golden", ""), judged("golden:pages", "pages")};
  for (const Subject& subject : subjects) {
    std::uint64_t cases = 0;
    for (const Unit& unit : make_plan(level_named("quick"), subject)) {
      if (unit.cases != Cases::kGenerated) {
        continue;
      }
      const UnitResult result = run_unit(unit, subject, GetParam());
      EXPECT_EQ(result.cases, unit.count) << claim_name(unit);
      for (const Deviation& deviation : result.deviations) {
        ADD_FAILURE() << claim_name(unit) << "\n" << deviation.details;
      }
      cases += result.cases;
    }
    EXPECT_GE(cases, 30000u);
  }
}

INSTANTIATE_TEST_SUITE_P(Twenty, GoldenUnderSeeds,
                         testing::Range(std::uint64_t{1000}, std::uint64_t{1020}));

}  // namespace
}  // namespace vconform::suites
