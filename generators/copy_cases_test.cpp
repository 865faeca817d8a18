// Cases of the families copy_matrix and data_copy.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <variant>

#include "generators/brute_force_legality.h"
#include "generators/byte_source.h"
#include "generators/features_used.h"
#include "generators/sample_cases.h"
#include "spec/case_text.h"
#include "spec/memory_image.h"

namespace vconform::generators {
namespace {

TEST(CopyCases, TwentyThousandCasesAreLegal) {
  const std::vector<spec::Cell> cells = copy_cells();
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    const spec::Case test_case = sample_instruction(cells[seed % cells.size()], seed);
    ASSERT_EQ(illegality(test_case), "") << "seed " << seed << "\n" << spec::to_text(test_case);
  }
}

TEST(CopyCases, UseOnlyAllowedFeatures) {
  const std::vector<spec::Cell> cells = copy_cells();
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    const auto bits = static_cast<std::uint32_t>(seed * 0x9e3779b97f4a7c15 >> 52);
    const spec::Case test_case = sample_instruction(cells[seed % cells.size()], seed, {bits});
    const std::uint32_t allowed = (bits & 3u) == 0 ? bits | 1u : bits;
    ASSERT_EQ(features_used(test_case).bits & ~allowed, 0u) << "allowed " << bits << "\n"
                                                            << spec::to_text(test_case);
  }
}

TEST(CopyCases, UseEveryFeatureThatTheirFamilyHas) {
  using spec::Feature;
  std::map<spec::Family, std::uint32_t> used;
  const std::vector<spec::Cell> cells = copy_cells();
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const spec::Cell& cell = cells[seed % cells.size()];
    used[cell.conversion().family] |= features_used(sample_instruction(cell, seed)).bits;
  }
  for (const Feature feature :
       {Feature::kSaturate, Feature::kKeepInf, Feature::kStrides, Feature::kRelu, Feature::kNd,
        Feature::kChannelSplit, Feature::kVectorQuant}) {
    EXPECT_TRUE(spec::FeatureSet{used[spec::Family::kCopyMatrix]}.has(feature));
  }
  for (const Feature feature : {Feature::kRepeat, Feature::kStrides, Feature::kRelu}) {
    EXPECT_TRUE(spec::FeatureSet{used[spec::Family::kDataCopy]}.has(feature));
  }
}

}  // namespace
}  // namespace vconform::generators
