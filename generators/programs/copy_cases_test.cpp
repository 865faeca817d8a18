// Cases of the families copy_matrix and data_copy.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <variant>

#include "generators/choices/byte_source.h"
#include "generators/programs/hazards.h"
#include "generators/programs/illegal/out_of_range.h"
#include "generators/programs/systematic/listed_values.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"

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
    const auto bits = static_cast<std::uint32_t>(seed * 0x9e3779b97f4a7c15 >> 49);
    const spec::Case test_case = sample_instruction(cells[seed % cells.size()], seed, {bits});
    const spec::FeatureSet allowed{(bits & 3u) == 0 ? bits | 1u : bits};
    ASSERT_TRUE(allowed.includes(features_used(test_case))) << "allowed " << bits << "\n"
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

// A row may claim one mode of ReLU without the others.
TEST(CopyCases, UseEachModeOfReluThatIsClaimedAlone) {
  constexpr spec::FeatureSet kNone = spec::kAllFeatures.without(spec::Feature::kRelu);
  for (const spec::FeatureName& mode : spec::kReluModes) {
    const spec::FeatureSet claimed{kNone.bits | spec::FeatureSet::only(mode.feature).bits};
    for (const spec::Cell& cell : copy_cells()) {
      if (cell.conversion().family != spec::Family::kCopyMatrix) {
        continue;
      }
      int drawn = 0;
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const spec::Case test_case = sample_instruction(cell, seed, claimed);
        ASSERT_TRUE(claimed.includes(features_used(test_case))) << spec::to_text(test_case);
        drawn += features_used(test_case).has(mode.feature) ? 1 : 0;
      }
      EXPECT_GT(drawn, 0) << mode.name << " " << spec::instruction_name(cell);
      int listed = 0;
      const std::size_t count = listed_case_count(cell.conversion(), claimed);
      for (std::size_t i = 0; i < count; ++i) {
        const spec::FeatureSet used = features_used(listed_case(cell, 0, i, claimed));
        ASSERT_TRUE(claimed.includes(used)) << mode.name << " " << spec::instruction_name(cell);
        listed += used.has(mode.feature) ? 1 : 0;
      }
      EXPECT_EQ(listed > 0, count > 0) << mode.name << " " << spec::instruction_name(cell);
    }
  }
}

TEST(CopyHazards, AreResultsThatMeetAndOtherwiseLegal) {
  std::map<std::string, int> seen;
  for (const spec::Cell& cell : copy_cells()) {
    for (std::uint64_t seed = 0; has_hazards(cell, spec::kAllFeatures) && seed < 200; ++seed) {
      RapidCheckSource choices{rc::Random(seed)};
      const spec::Case test_case = hazard_case(choices, cell, spec::kAllFeatures);
      const std::string problem = illegality(test_case);
      ASSERT_TRUE(problem == "results upon each other" ||
                  problem == "a source block in the destination" ||
                  problem == "a vector in the destination")
          << problem << "\n"
          << spec::to_text(test_case);
      ++seen[problem];
    }
  }
  EXPECT_EQ(seen.size(), 3u);
}

TEST(CopyHazards, AreOfTheInstructionsThatHaveSome) {
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    const bool within_ub =
        row.path.from == spec::PositionId::kVecin || row.path.from == spec::PositionId::kVeccalc;
    const bool to_ub =
        row.path.to == spec::PositionId::kVeccalc || row.path.to == spec::PositionId::kVecout;
    const bool vector =
        static_cast<int>(row.deq_scale) != 0 && static_cast<int>(row.deq_scale) % 2 == 0;
    const bool expected = row.family == spec::Family::kCopyMatrix || (within_ub && to_ub) || vector;
    EXPECT_EQ(has_hazards(cell, spec::kAllFeatures), expected) << spec::cell_name(cell);
    EXPECT_FALSE(has_hazards(cell, spec::kAllFeatures.without(spec::Feature::kInPlace)));
  }
}

TEST(CopyOutOfRangeCases, BreakOneClauseEach) {
  std::map<std::string, int> seen;
  for (const spec::Cell& cell : copy_cells()) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      RapidCheckSource choices{rc::Random(seed)};
      const spec::Case test_case = out_of_range_case(choices, cell, spec::kAllFeatures);
      const std::string problem = illegality(test_case);
      ASSERT_NE(problem, "") << spec::to_text(test_case);
      ++seen[problem];
    }
  }
  for (const char* clause : {"sid or UnitFlagMode",
                             "NSize",
                             "MSize",
                             "dstStride_dst_D",
                             "srcStride",
                             "ReLUPRE",
                             "QuantPRE",
                             "channelSplit",
                             "NSize of b4",
                             "src_nd_stride",
                             "odd strides of b4",
                             "dst off 32 bytes",
                             "src off 64 bytes",
                             "blockCount or blockLen",
                             "blockMode",
                             "sidStoreMode",
                             "dst off its alignment",
                             "src off its alignment",
                             "a vector off 32 bytes",
                             "mixed MCB bits"}) {
    EXPECT_GE(seen[clause], 20) << clause;
    seen.erase(clause);
  }
  EXPECT_TRUE(seen.empty()) << seen.begin()->first;
}

TEST(CopyOutOfRangeCases, UseOnlyAllowedFeatures) {
  const std::vector<spec::Cell> cells = copy_cells();
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    const auto bits = static_cast<std::uint32_t>(seed * 0x9e3779b97f4a7c15 >> 49);
    RapidCheckSource choices{rc::Random(seed)};
    const spec::Case test_case =
        out_of_range_case(choices, cells[seed % cells.size()], spec::FeatureSet{bits});
    const spec::FeatureSet allowed{(bits & 3u) == 0 ? bits | 1u : bits};
    ASSERT_TRUE(allowed.includes(features_used(test_case))) << "allowed " << bits << "\n"
                                                            << spec::to_text(test_case);
  }
}

TEST(CopyCases, FitTheMemoriesOfEveryProductThatHasTheRow) {
  int whole = 0;
  for (const spec::Cell& cell : copy_cells()) {
    const spec::ProductSet products = cell.conversion().products;
    const bool is_of_inference_alone = !products.empty() && !products.has(spec::Product::kA2);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      for (const spec::CaseMemory& memory : sample_instruction(cell, seed).memories) {
        const spec::Memory& known = spec::memory_of(memory.id);
        const std::uint64_t size = is_of_inference_alone ? known.m200_size : known.a2_size;
        EXPECT_TRUE(size == 0 || memory.size <= size)
            << spec::instruction_name(cell) << " seed " << seed << " " << known.name << " "
            << memory.size;
        whole += memory.size == size ? 1 : 0;
      }
    }
  }
  EXPECT_GT(whole, 50);
}

}  // namespace
}  // namespace vconform::generators
