#include "generators/programs/illegal/illegal_arguments.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "generators/testing/brute_force_legality.h"
#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"

namespace vconform::generators {
namespace {

// The cases of an instruction in which a clause is broken, of the others those of copies whose
// limit is open, and the operands' offsets from a block.
struct Seen {
  std::uint64_t illegal = 0;
  std::uint64_t open = 0;
  std::set<std::string> texts;
};

Seen seen_of(const spec::Cell& cell, spec::FeatureSet claimed) {
  Seen seen;
  for (std::uint64_t i = 0; i < illegal_case_count(cell, claimed); ++i) {
    const spec::Case test_case = illegal_case(cell, i, claimed);
    EXPECT_EQ(spec::case_problem(test_case), std::nullopt) << spec::to_text(test_case);
    (illegality(test_case).empty() ? seen.open : seen.illegal) += 1;
    seen.texts.insert(spec::to_text(test_case));
  }
  return seen;
}

TEST(IllegalArguments, AreIllegalOrBeyondALimitThatIsOpen) {
  for (const spec::Cell& cell : spec::all_cells()) {
    const bool may_be_open = cell.conversion().family == spec::Family::kCopyMatrix;
    const Seen seen = seen_of(cell, spec::kAllFeatures);
    EXPECT_GE(seen.illegal, 3u) << spec::instruction_name(cell);
    EXPECT_LE(seen.open, may_be_open ? 12u : 0u) << spec::instruction_name(cell);
    // Few are listed twice.
    EXPECT_GE(seen.texts.size() * 10, (seen.illegal + seen.open) * 7)
        << spec::instruction_name(cell);
  }
}

TEST(IllegalArguments, SplitEveryPairOnBothSidesAndCountOddly) {
  const spec::Cell cell = *spec::cell_named("vconv_f162s4");
  int splits = 0;
  int counts = 0;
  for (std::uint64_t i = 0; i < illegal_case_count(cell, spec::kAllFeatures); ++i) {
    const std::string why = illegality(illegal_case(cell, i, spec::kAllFeatures));
    splits += why == "a split mask pair for s4" ? 1 : 0;
    counts += why == "an odd count for s4" ? 1 : 0;
  }
  EXPECT_EQ(splits, cell.conversion().elements);
  EXPECT_GE(counts, 10);
  EXPECT_EQ(illegal_case_count(cell, {}), 62u);
}

TEST(IllegalArguments, OfTheApiFormAreListed) {
  const spec::Cell cell = *spec::cell_named("cast_deq_s162s8");
  const std::uint64_t count = listed_argument_error_count(cell, spec::kAllFeatures);
  EXPECT_GE(count, 40u);
  for (std::uint64_t i = 0; i < count; ++i) {
    const spec::Case test_case = listed_argument_error(cell, i, spec::kAllFeatures);
    EXPECT_NE(illegality(test_case), "") << spec::to_text(test_case);
  }
  EXPECT_EQ(listed_argument_error_count(*spec::cell_named("vconv_f322s32r"), spec::kAllFeatures),
            0u);
}

}  // namespace
}  // namespace vconform::generators
