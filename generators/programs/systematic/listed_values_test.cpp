#include "generators/programs/systematic/listed_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "generators/number/interesting_values.h"
#include "spec/case/case_limits.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

bool lists(const spec::Conversion& row, std::uint64_t pattern) {
  const std::vector<std::uint64_t> patterns = listed_patterns(row);
  return std::binary_search(patterns.begin(), patterns.end(), pattern);
}

TEST(ListedValues, HoldWhatMustNotBeLeftToChance) {
  const spec::Conversion& to_f32 = spec::row_of(0);
  const spec::Conversion& to_f16 = spec::row_of(1);
  for (const std::uint64_t pattern : {0x80000000u, 0x00000000u, 0x7f800000u, 0xff800000u,
                                      0x7fc00000u, 0x00000001u, 0x40200000u, 0x3f000000u}) {
    EXPECT_TRUE(lists(to_f32, pattern)) << std::hex << pattern;
  }
  // 65504, 65519.996, 65520, 65536 and -65520; 65568 and -65632, ties beyond the limit.
  for (const std::uint64_t pattern : {0x477fe000u, 0x477fefffu, 0x477ff000u, 0x47800000u,
                                      0xc77ff000u, 0x47801000u, 0xc7803000u}) {
    EXPECT_TRUE(lists(to_f16, pattern)) << std::hex << pattern;
  }
}

TEST(ListedValues, FamiliesOfModestSizeAreWhole) {
  for (const spec::Conversion& row : spec::kConversions) {
    if (listed_case_count(row) == 0) {
      continue;
    }
    const std::vector<std::uint64_t> patterns = listed_patterns(row);
    for (const ValueFamily* family : families_of(row)) {
      const std::uint64_t count = family->count(row);
      for (std::uint64_t i = 0; count <= kMostOfAFamily && i < count; ++i) {
        EXPECT_TRUE(std::binary_search(patterns.begin(), patterns.end(), family->pattern(row, i)))
            << family->name << " " << i;
      }
    }
  }
}

void expect_every_listed_pattern(spec::FeatureSet claimed) {
  for (const spec::Conversion& row : spec::kConversions) {
    const std::size_t cases = listed_case_count(row, claimed);
    EXPECT_EQ(cases == 0, row.from().bits <= 16);
    if (cases == 0) {
      continue;
    }
    std::set<std::uint64_t> seen;
    for (std::size_t index = 0; index < cases; ++index) {
      const spec::Case test_case =
          listed_case({row.number, spec::Rounding::kNull}, 0, index, claimed);
      ASSERT_EQ(spec::case_problem(test_case), std::nullopt);
      const spec::MemoryImage image = spec::initial_image(test_case);
      const auto& step = std::get<spec::Vconv>(test_case.steps.back());
      EXPECT_TRUE(step.repeat == 1 || claimed.has(spec::Feature::kRepeat));
      const std::uint64_t count =
          std::uint64_t{step.repeat} * static_cast<std::uint64_t>(row.elements);
      for (std::uint64_t i = 0; i < count; ++i) {
        seen.insert(spec::load_element(image.of(spec::MemoryId::kUb), 0, row.from(), i));
      }
    }
    const std::vector<std::uint64_t> patterns = listed_patterns(row);
    EXPECT_EQ(seen, std::set<std::uint64_t>(patterns.begin(), patterns.end()));
    EXPECT_GT(patterns.size(), 3000u) << spec::pair_name(row);
    EXPECT_LT(patterns.size(), 60000u) << spec::pair_name(row);
  }
}

TEST(ListedValues, CasesHoldEveryListedPattern) {
  expect_every_listed_pattern(spec::kAllFeatures);
}

TEST(ListedValues, CasesOfOneRepeatDoToo) {
  expect_every_listed_pattern(spec::kAllFeatures.without(spec::Feature::kRepeat));
}

}  // namespace
}  // namespace vconform::generators
