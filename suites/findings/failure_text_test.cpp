// The block that a failure prints.
#include "suites/findings/failure_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "generators/choices/draws.h"
#include "generators/programs/instruction_cases.h"
#include "spec/case/registers.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"
#include "suites/shrinking/deviations.h"

namespace vconform::suites {
namespace {

// Golden that keeps inf and NaN whatever CTRL[48] says.
Subject keeping_golden() {
  Subject subject = subject_of(adapters::open_backend("golden"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.execute_in_place = nullptr;
  subject.execute = [golden = subject.execute](const spec::Case& test_case,
                                               const spec::MemoryImage& before) {
    return golden(with_ctrl(test_case, spec::with_ctrl_bit(spec::kCtrlKeepInfNan)), before);
  };
  return subject;
}

std::string text_of(std::uint64_t source) {
  generators::ReplaySource simplest({});
  const spec::Cell cell = *spec::cell_named("vconv_f322f16r");
  const spec::Case test_case = with_sources(
      with_ctrl(generators::instruction_case(simplest, cell, spec::FeatureSet{}), 0), {source});
  const std::vector<Finding> findings = matches_oracle(keeping_golden(), test_case).findings;
  EXPECT_EQ(findings.size(), 1u);
  return findings.empty()
             ? ""
             : failure_text(
                   deviation_of("Vconv.MatchesOracle/f322f16_r", findings.front(), test_case), "");
}

TEST(FailureText, TellsTheThreePartsOfCtrl48Apart) {
  EXPECT_THAT(text_of(0x7fc00000), testing::HasSubstr("  part     NaN\n"));
  EXPECT_THAT(text_of(0xff800000), testing::HasSubstr("  part     inf\n"));
  EXPECT_THAT(text_of(0x477ff000), testing::HasSubstr("  part     finite overflow\n"));
}

}  // namespace
}  // namespace vconform::suites
