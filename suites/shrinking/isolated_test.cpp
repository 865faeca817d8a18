// A wrong value in a large case is shown by the simplest case with that source.
#include "suites/shrinking/isolated.h"

#include <gtest/gtest.h>

#include <string>

#include "adapters/load/open_backend.h"
#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/instruction_cases.h"
#include "spec/case/case_text.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"

namespace vconform::suites {
namespace {

struct Wrong {
  const char* backend;
  const char* instruction;
};

std::ostream& operator<<(std::ostream& out, const Wrong& wrong) {
  return out << wrong.backend << ' ' << wrong.instruction;
}

class Isolated : public testing::TestWithParam<Wrong> {};

TEST_P(Isolated, ShowsTheSameFault) {
  const Subject subject = [] {
    Subject wrong = subject_of(adapters::open_backend(GetParam().backend));
    wrong.pinned = spec::choices_of(spec::profile_named("a2"));
    return wrong;
  }();
  const spec::Cell cell = *spec::cell_named(GetParam().instruction);
  constexpr std::uint64_t kCases = 2000;
  std::size_t found = 0;
  std::size_t isolated_ones = 0;
  for (std::uint64_t seed = 0; seed < kCases && found < 5; ++seed) {
    generators::RapidCheckSource choices(rc::Random{seed});
    const spec::Case failed = generators::instruction_case(choices, cell, spec::kAllFeatures);
    for (const Finding& finding : matches_oracle(subject, failed).findings) {
      if (!finding.input) {
        continue;
      }
      ++found;
      Unit unit;
      unit.cell = cell;
      unit.ctrl = ctrl_of(failed);
      const std::optional<Deviation> small = isolated(unit, subject, failed, finding);
      if (!small) {
        ADD_FAILURE() << finding.details << spec::to_text(failed);
        continue;
      }
      ++isolated_ones;
      EXPECT_EQ(spec::instruction_count(small->smallest), 1);
      const std::vector<Finding> again = matches_oracle(subject, small->smallest).findings;
      ASSERT_FALSE(again.empty());
      EXPECT_EQ(again.front().verdict, finding.verdict);
      EXPECT_EQ(small->verdict, finding.verdict);
    }
  }
  EXPECT_GE(found, 5u);
  EXPECT_EQ(isolated_ones, found);
}

INSTANTIATE_TEST_SUITE_P(
    EachFamily, Isolated,
    testing::Values(Wrong{"mutant:round-half-away", "vconv_f322f16r"},
                    Wrong{"mutant:fixpipe-cast-half-away", "copy_matrix_cc_to_gm_f322bf16"},
                    Wrong{"golden:deq.s9-rounding=a", "cast_deq_s162s8"},
                    Wrong{"mutant:fixpipe-half-away-for-u8", "copy_matrix_cc_to_cbuf_s322u8"},
                    Wrong{"mutant:leaky-relu-is-normal", "copy_matrix_cc_to_gm_f322f16"},
                    Wrong{"golden:copy.s9-rounding=a", "data_copy_deq8_s322u8"},
                    Wrong{"golden:copy.s9-rounding=a", "data_copy_vdeq8_s322s8"}));

}  // namespace
}  // namespace vconform::suites
