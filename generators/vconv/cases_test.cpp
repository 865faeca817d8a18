#include "generators/vconv/cases.h"

#include <gtest/gtest.h>

#include <array>
#include <variant>

#include "generators/choices/byte_source.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "generators/vector/masks.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

TEST(VconvCases, TwentyThousandCasesOverAllCellsAreLegal) {
  const std::vector<spec::Cell> cells = all_cells();
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    const spec::Case test_case = sample_case(cells[seed % cells.size()], seed);
    ASSERT_EQ(illegality(test_case), "") << "seed " << seed << "\n" << spec::to_text(test_case);
  }
}

TEST(VconvCases, UseOnlyAllowedFeatures) {
  const std::vector<spec::Cell> cells = all_cells();
  const auto half_bits = static_cast<std::uint32_t>(spec::Feature::kSaturate) |
                         static_cast<std::uint32_t>(spec::Feature::kKeepInf);
  for (std::uint32_t bits = 0; bits <= 0xff; ++bits) {
    for (std::uint64_t i = 0; i < 100; ++i) {
      const std::uint64_t seed = bits * 100 + i;
      const spec::Case test_case = sample_case(cells[seed % cells.size()], seed, {bits});
      // A half result needs one of the two features; with neither allowed it saturates.
      const std::uint32_t allowed = (bits & half_bits) == 0 ? bits | 1u : bits;
      ASSERT_EQ(features_used(test_case).bits & ~allowed, 0u) << "allowed " << bits << "\n"
                                                              << spec::to_text(test_case);
    }
  }
}

TEST(VconvCases, CounterModeWithoutRepeatNeedsOneRepeat) {
  const std::vector<spec::Cell> cells = all_cells();
  const spec::FeatureSet allowed = spec::kAllFeatures.without(spec::Feature::kRepeat);
  int counted = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const spec::Case test_case = sample_case(cells[seed % cells.size()], seed, allowed);
    const std::uint64_t ctrl = std::get<spec::SetCtrl>(test_case.steps[0]).value;
    const spec::Mask mask = std::get<spec::SetMask>(test_case.steps[1]).mask;
    const spec::Vconv& v = only_instruction(test_case);
    if (spec::ctrl_bit(ctrl, spec::kCtrlCounterMode)) {
      ++counted;
      ASSERT_LE(spec::counter_of(mask), static_cast<std::uint64_t>(v.cell.conversion().elements));
      ASSERT_EQ(v.repeat, 1);
    }
  }
  EXPECT_GT(counted, 500);
}

TEST(VconvCases, NeverSetTheEnablingBitOfCtrl59) {
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const spec::Case test_case = sample_case({4, spec::Rounding::kFloor}, seed);
    const std::uint64_t ctrl = std::get<spec::SetCtrl>(test_case.steps[0]).value;
    ASSERT_FALSE(spec::ctrl_bit(ctrl, spec::kCtrlTruncateEnable));
  }
}

TEST(VconvCases, ReachCtrl48InEveryRowAndTheOtherBitsSometimes) {
  for (const spec::Cell& cell : all_cells()) {
    std::array<int, 4> reached{};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const spec::Case test_case = sample_case(cell, seed);
      const std::uint64_t ctrl = std::get<spec::SetCtrl>(test_case.steps[0]).value;
      reached[0] += spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan) ? 1 : 0;
      reached[1] += spec::ctrl_bit(ctrl, spec::kCtrlTruncate) ? 1 : 0;
      reached[2] += spec::ctrl_bit(ctrl, spec::kCtrlCounterMode) ? 1 : 0;
      reached[3] += (ctrl & 0xffff) != 0 ? 1 : 0;
    }
    EXPECT_GT(reached[0], 60) << spec::cell_name(cell);
    EXPECT_LT(reached[0], 140) << spec::cell_name(cell);
    EXPECT_GT(reached[1], 20) << spec::cell_name(cell);
    EXPECT_GT(reached[2], 20) << spec::cell_name(cell);
    EXPECT_GT(reached[3], 10) << spec::cell_name(cell);
  }
}

TEST(VconvCases, TheSimplestCaseIsOneContiguousRepeatWithNothingPlanted) {
  ByteSource nothing({});
  const spec::Case test_case =
      vconv_case(nothing, {4, spec::Rounding::kNearestEven}, spec::kAllFeatures);
  spec::Vconv expected;
  expected.cell = {4, spec::Rounding::kNearestEven};
  expected.dst.offset = 256;
  EXPECT_EQ(std::get<spec::SetCtrl>(test_case.steps[0]).value, 0u);
  EXPECT_EQ(std::get<spec::SetMask>(test_case.steps[1]).mask, kFullMask);
  EXPECT_EQ(only_instruction(test_case), expected);
  EXPECT_EQ(test_case.placements.size(), 2u);
}

// The hash holds for g++ and clang and for all time: change it only with the meaning of all seeds.
TEST(VconvCases, TheSameSeedGivesTheSameCase) {
  const std::vector<spec::Cell> cells = all_cells();
  std::uint64_t hash = hash_of("");
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    hash = hash_of(spec::to_text(sample_case(cells[seed % cells.size()], seed)), hash);
  }
  EXPECT_EQ(hash, 0x5e93e47ccb14fabcu) << std::hex << hash;
}

}  // namespace
}  // namespace vconform::generators
