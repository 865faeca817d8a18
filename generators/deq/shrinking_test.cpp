// Tests of how cases of the dequantisations shrink.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "generators/choices/draws.h"
#include "generators/testing/sample_cases.h"
#include "spec/number/quantization.h"

namespace vconform::generators {
namespace {

// The failure of an implementation that goes wrong where a negative source meets a factor with an
// offset.
struct Failure {
  // In elements from the start of the source, which with the simplest strides is the lane.
  std::uint64_t index;
  std::size_t placements;
};

// The factor of a lane, read from the placements of a vector.
std::uint64_t factor_of(const spec::Case& test_case, std::uint64_t lane) {
  std::uint64_t factor = std::get<spec::SetDeqScale>(test_case.steps[2]).value;
  for (const spec::Placement& placement : test_case.placements) {
    const auto* all = std::get_if<spec::PlacePatterns>(&placement);
    if (all != nullptr && all->type == spec::NumberType::kS64) {
      factor = all->first;
    }
    const auto* one = std::get_if<spec::PlaceElement>(&placement);
    if (one != nullptr && one->type == spec::NumberType::kS64 && one->index == lane % 16) {
      factor = one->pattern;
    }
  }
  return factor;
}

std::optional<Failure> failure(const spec::Case& test_case) {
  for (const spec::Placement& placement : test_case.placements) {
    const auto* element = std::get_if<spec::PlaceElement>(&placement);
    if (element != nullptr && element->type == spec::NumberType::kS16 &&
        element->pattern >= 0x8000 &&
        spec::kFactorOffset.of(factor_of(test_case, element->index)) != 0) {
      return Failure{element->index, test_case.placements.size()};
    }
  }
  return std::nullopt;
}

void expect_simple(const spec::Cell& cell, int cases, std::size_t most_placements, int most_runs) {
  int shrunk = 0;
  int runs = 0;
  for (std::uint64_t seed = 0; shrunk < cases; ++seed) {
    RapidCheckSource random{rc::Random(seed)};
    RecordingSource recorder(random);
    if (!failure(instruction_case(recorder, cell, spec::kAllFeatures))) {
      continue;
    }
    ++shrunk;
    Draws draws = recorder.draws();
    runs = std::max(
        runs, shrink(cell, draws, [](const spec::Case& one) { return failure(one).has_value(); }));
    const spec::Case test_case = case_of(cell, draws);
    EXPECT_LE(failure(test_case)->placements, most_placements) << "seed " << seed;
    EXPECT_EQ(only_instruction(test_case), only_instruction(case_of(cell, {}))) << "seed " << seed;
  }
  EXPECT_LE(runs, most_runs);
}

TEST(DeqShrinking, OneFactorLeavesOneElementInOneContiguousRepeat) {
  expect_simple({24, spec::Rounding::kNull}, 40, 3, 2000);
}

// The factor that matters may remain beside fifteen others.
TEST(DeqShrinking, AVectorLeavesOneElementAndAtMostOneOtherFactor) {
  expect_simple({28, spec::Rounding::kNull}, 10, 5, 5000);
}

}  // namespace
}  // namespace vconform::generators
