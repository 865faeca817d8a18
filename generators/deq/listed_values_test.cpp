#include "generators/deq/listed_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "generators/programs/systematic/listed_values.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

constexpr spec::Cell kVconvDeq = {32, spec::Rounding::kNull};

TEST(DeqListedValues, HoldEveryListedSourceUnderEveryScale) {
  const spec::Conversion& row = kVconvDeq.conversion();
  ASSERT_EQ(listed_case_count(row), listed_half_scales().size());
  std::size_t pairs = 0;
  for (std::size_t index = 0; index < listed_case_count(row); ++index) {
    const spec::Case test_case = listed_case(kVconvDeq, 0, index);
    EXPECT_EQ(illegality(test_case), "");
    const std::uint16_t half = listed_half_scales()[index];
    EXPECT_EQ(std::get<spec::SetDeqScale>(test_case.steps[2]).value, half);
    const spec::MemoryImage image = spec::initial_image(test_case);
    const spec::Vconv& v = only_instruction(test_case);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < std::uint64_t{64} * v.repeat; ++i) {
      seen.insert(spec::load_element(image.of(spec::MemoryId::kUb), v.src.offset, row.from(), i));
    }
    const std::vector<std::uint64_t> wanted = listed_sources(row, half);
    EXPECT_EQ(seen, std::set<std::uint64_t>(wanted.begin(), wanted.end()));
    pairs += seen.size();
  }
  EXPECT_GT(pairs, 15000u);
  EXPECT_LT(pairs, 40000u);
}

TEST(DeqListedValues, HoldThemInCasesOfOneRepeatToo) {
  const spec::Conversion& row = kVconvDeq.conversion();
  constexpr spec::FeatureSet kHalf = {static_cast<std::uint32_t>(spec::Feature::kSaturate)};
  std::map<std::uint64_t, std::set<std::uint64_t>> seen;
  for (std::size_t index = 0; index < listed_case_count(row, kHalf); ++index) {
    const spec::Case test_case = listed_case(kVconvDeq, 0, index, kHalf);
    EXPECT_EQ(illegality(test_case), "");
    EXPECT_EQ(features_used(test_case).bits & ~kHalf.bits, 0u);
    const spec::MemoryImage image = spec::initial_image(test_case);
    const spec::Vconv& v = only_instruction(test_case);
    for (std::uint64_t i = 0; i < 64; ++i) {
      seen[std::get<spec::SetDeqScale>(test_case.steps[2]).value].insert(
          spec::load_element(image.of(spec::MemoryId::kUb), v.src.offset, row.from(), i));
    }
  }
  for (const std::uint16_t half : listed_half_scales()) {
    const std::vector<std::uint64_t> wanted = listed_sources(row, half);
    EXPECT_EQ(seen[half], std::set<std::uint64_t>(wanted.begin(), wanted.end()));
  }
}

TEST(DeqListedValues, TellNoScaleTwice) {
  const std::set<std::uint16_t> halves(listed_half_scales().begin(), listed_half_scales().end());
  EXPECT_EQ(halves.size(), listed_half_scales().size());
}

TEST(DeqListedValues, HoldTheLimits) {
  const spec::Conversion& row = kVconvDeq.conversion();
  const std::vector<std::uint64_t> sources = listed_sources(row, 0x3c00);
  for (const std::uint64_t wanted : {0u, 1u, 65504u, 65519u, 65520u, 0x7fffffffu, 0x80000000u}) {
    EXPECT_TRUE(std::binary_search(sources.begin(), sources.end(), wanted)) << wanted;
  }
}

}  // namespace
}  // namespace vconform::generators
