#include "generators/programs/systematic/exhaustive.h"

#include <gtest/gtest.h>

#include <vector>

#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

constexpr spec::FeatureSet kRepeatAlone = {static_cast<std::uint32_t>(spec::Feature::kRepeat)};

// The number of times that each source pattern is converted in all cases of a row.
std::vector<int> times_converted(const spec::Conversion& row, spec::FeatureSet claimed) {
  std::vector<int> times(std::size_t{1} << row.from().bits, 0);
  const spec::Cell cell = {row.number, *spec::rounding_with_letter(row.modes[0])};
  for (std::size_t index = 0; index < exhaustive_case_count(row, claimed); ++index) {
    const spec::Case test_case = exhaustive_case(cell, 0, index, claimed);
    EXPECT_EQ(illegality(test_case), "");
    const std::uint32_t used = features_used(test_case).without(spec::Feature::kSaturate).bits;
    EXPECT_EQ(used & ~(claimed.bits & kRepeatAlone.bits), 0u);
    const spec::Vconv& v = only_instruction(test_case);
    EXPECT_EQ(v.src_block_stride, 1);
    EXPECT_EQ(v.src_repeat_stride, row.source_blocks);
    const spec::MemoryImage image = spec::initial_image(test_case);
    const int elements = v.repeat * row.elements;
    for (int i = 0; i < elements; ++i) {
      ++times[spec::load_element(image.of(spec::MemoryId::kUb), v.src.offset, row.from(),
                                 static_cast<std::uint64_t>(i))];
    }
  }
  return times;
}

TEST(Exhaustive, EveryPatternOccursExactlyOnce) {
  for (const spec::Conversion& row : spec::kConversions) {
    if (exhaustive_case_count(row) == 0) {
      continue;
    }
    const int expected = row.from().bits == 4 ? 8 : 1;
    for (const spec::FeatureSet claimed : {spec::kAllFeatures, spec::FeatureSet{}}) {
      for (const int times : times_converted(row, claimed)) {
        ASSERT_EQ(times, expected) << spec::pair_name(row);
      }
    }
  }
}

TEST(Exhaustive, CoversSourcesUpToSixteenBitsOnly) {
  for (const spec::Conversion& row : spec::kConversions) {
    EXPECT_EQ(exhaustive_case_count(row) > 0, row.from().bits <= 16) << spec::pair_name(row);
  }
}

TEST(Exhaustive, WritesTheGivenCtrl) {
  const std::uint64_t ctrl = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
  const spec::Case test_case = exhaustive_case({8, spec::Rounding::kFloor}, ctrl, 0);
  EXPECT_EQ(std::get<spec::SetCtrl>(test_case.steps[0]).value, ctrl);
}

}  // namespace
}  // namespace vconform::generators
