// Tests of the kernels against convert(), for each instruction set that this machine has.
#include "adapters/golden/vconv/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "adapters/golden/number/host_floating_point.h"
#include "adapters/golden/vconv/kernel_test_support.h"

namespace vconform::adapters::golden {
namespace {

using kernels::InstructionSet;

void expect_equal(const spec::Cell& cell, const KernelVariation& variation,
                  std::span<const std::uint64_t> sources) {
  const std::vector<std::uint64_t> expected = converted(variation, cell, sources);
  for (const InstructionSet set : kernels::instruction_sets()) {
    const auto kernel = vconv_kernel(variation.behaviour, cell, variation.ctrl, set);
    ASSERT_TRUE(kernel && kernel->convert != nullptr);
    EXPECT_EQ(first_difference(*kernel, cell, sources, expected), "")
        << spec::instruction_name(cell) << variation.name << ", "
        << kernels::kInstructionSetNames[static_cast<std::size_t>(set)];
  }
}

class VconvKernels : public ::testing::TestWithParam<spec::Cell> {};

TEST_P(VconvKernels, GiveWhatConvertGives) {
  const spec::Cell cell = GetParam();
  const std::vector<std::uint64_t> edges = edge_patterns(cell.conversion().from());
  const std::vector<std::uint64_t> sample = sampled_patterns(cell.conversion().from());
  const std::vector<KernelVariation> variations = kernel_variations(cell);
  for (std::size_t i = 0; i < variations.size(); ++i) {
    expect_equal(cell, variations[i], edges);
    // Other readings only move limits, which are edges.
    if (i < ctrl_states(cell)) {
      expect_equal(cell, variations[i], sample);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, VconvKernels, ::testing::ValuesIn(vconv_cells()),
                         [](const auto& tested) { return spec::cell_name(tested.param); });

TEST(VconvKernel, TheModeOfTheHostDoesNotMatter) {
  for (const spec::Cell& cell : vconv_cells()) {
    const std::vector<std::uint64_t> edges = edge_patterns(cell.conversion().from());
    const KernelVariation variation = kernel_variations(cell).front();
    const std::vector<std::uint64_t> expected = converted(variation, cell, edges);
    const UnusualFloatingPoint mode;
    for (const InstructionSet set : kernels::instruction_sets()) {
      const auto kernel = vconv_kernel(variation.behaviour, cell, variation.ctrl, set);
      EXPECT_EQ(first_difference(*kernel, cell, edges, expected), "")
          << spec::instruction_name(cell);
    }
  }
}

TEST(VconvKernel, AVariationOfTheArithmeticHasNone) {
  const spec::Cell cell = *spec::cell_named("vconv_f322f16z");
  const auto has_one = [&](const Behaviour& behaviour) {
    return vconv_kernel(behaviour, cell, 0).has_value();
  };
  EXPECT_TRUE(has_one(golden_behaviour()));
  Behaviour behaviour = golden_behaviour();
  behaviour.round[static_cast<std::size_t>(spec::Rounding::kTowardZero)] = floor;
  EXPECT_FALSE(has_one(behaviour));
  behaviour = golden_behaviour();
  behaviour.unpack = [](const spec::NumberFormat&, std::uint64_t) { return Unpacked{}; };
  EXPECT_FALSE(has_one(behaviour));
  behaviour = golden_behaviour();
  behaviour.result.add([](const spec::Cell&, std::uint64_t, std::uint64_t, std::uint64_t&) {});
  EXPECT_FALSE(has_one(behaviour));
}

TEST(VconvKernel, TheBaselineComesFirstAndTheBestLast) {
  const auto sets = kernels::instruction_sets();
  ASSERT_FALSE(sets.empty());
  EXPECT_EQ(sets.front(), InstructionSet::kBaseline);
  EXPECT_TRUE(std::is_sorted(sets.begin(), sets.end()));
}

}  // namespace
}  // namespace vconform::adapters::golden
