#include "generators/programs/illegal/argument_errors.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>

#include "generators/testing/brute_force_legality.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"

namespace vconform::generators {
namespace {

spec::Case sample_error(const spec::Cell& cell, std::uint64_t seed,
                        spec::FeatureSet allowed = spec::kAllFeatures) {
  RapidCheckSource choices{rc::Random(seed)};
  return argument_error_case(choices, cell, allowed);
}

TEST(ArgumentErrors, AreOfTheApiFormOnly) {
  for (const spec::Conversion& row : spec::kVectorRows) {
    EXPECT_EQ(has_argument_errors({row.number, spec::Rounding::kNull}),
              row.family == spec::Family::kCastDeq);
  }
}

TEST(ArgumentErrors, HaveAFaultEachAndReachAllOfThem) {
  for (const spec::Cell& cell : deq_cells()) {
    if (!has_argument_errors(cell)) {
      continue;
    }
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      const spec::Case test_case = sample_error(cell, seed);
      ASSERT_EQ(spec::case_problem(test_case), std::nullopt);
      const std::string problem = illegality(test_case);
      ASSERT_NE(problem, "") << "seed " << seed << "\n" << spec::to_text(test_case);
      const auto& call = std::get<spec::CastDeq>(test_case.steps.back());
      const bool is_aligned = call.dst.offset % 32 == 0 && call.src.offset % 32 == 0;
      const bool counts = call.form == spec::CastDeqForm::kCount && is_aligned;
      ++seen[counts ? "a count beyond UB" : problem];
    }
    EXPECT_GE(seen["a contiguous mask out of range"], 200);
    EXPECT_GE(seen["a bitwise mask out of range"], 200);
    EXPECT_GE(seen["a count beyond UB"], 200);
    EXPECT_GE(seen["a block outside UB"], 200);  // misaligned
    EXPECT_GE(seen["a vector in DEQSCALE without is_vec_deq"], 200);
  }
}

TEST(ArgumentErrors, NeedCounterModeForCountsAlone) {
  const spec::FeatureSet allowed = spec::kAllFeatures.without(spec::Feature::kCounter);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const spec::Case test_case = sample_error({33, spec::Rounding::kNull}, seed, allowed);
    ASSERT_NE(illegality(test_case), "more than 255 repeats");
    ASSERT_NE(illegality(test_case), "");
  }
}

TEST(ArgumentErrors, HaveATextOfTheirOwn) {
  for (const std::uint8_t row : std::array<std::uint8_t, 2>{33, 35}) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const spec::Case test_case =
          sample_error({row, spec::Rounding::kNull}, seed, spec::kAllFeatures);
      ASSERT_EQ(spec::case_from_text(spec::to_text(test_case)), test_case);
    }
  }
}

}  // namespace
}  // namespace vconform::generators
