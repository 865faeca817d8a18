#include "generators/deq/exhaustive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "generators/deq/factor_grid.h"
#include "generators/deq/listed_values.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::generators {
namespace {

struct Pair {
  std::uint64_t source;
  std::uint64_t factor;
};

// The pairs that an exhaustive case converts, read from the memory image that it describes.
std::vector<Pair> pairs_of(const spec::Case& test_case) {
  const spec::MemoryImage image = spec::initial_image(test_case);
  const auto& ub = image.of(spec::MemoryId::kUb);
  const std::uint64_t word = std::get<spec::SetDeqScale>(test_case.steps[2]).value;
  const spec::Vconv& v = only_instruction(test_case);
  const spec::Conversion& row = v.cell.conversion();
  const auto count =
      static_cast<std::uint64_t>(v.repeat) * static_cast<std::uint64_t>(row.elements);
  std::vector<Pair> pairs;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t factor =
        spec::is_vdeq(row.deq) ? spec::load_element(ub, (word & 0x3fff) * 32,
                                                    spec::format_of(spec::NumberType::kS64), i % 16)
                               : word;
    pairs.push_back({spec::load_element(ub, v.src.offset, row.from(), i), factor});
  }
  return pairs;
}

void expect_sources_meet_factors(spec::FeatureSet claimed, std::ptrdiff_t left_out) {
  for (const spec::Cell& cell : deq_cells()) {
    const spec::Conversion& row = cell.conversion();
    const std::size_t cases = deq_exhaustive_case_count(row, claimed);
    if (cases == 0) {
      continue;
    }
    const bool vector = spec::is_vdeq(row.deq);
    std::vector<int> met(kFactorGrid.size() * 65536, 0);
    std::vector<int> factors_of(65536, 0);
    std::set<std::ptrdiff_t> factors;
    for (std::size_t index = 0; index < cases; ++index) {
      const spec::Case test_case = deq_exhaustive_case(cell, 0, index, claimed);
      EXPECT_EQ(illegality(test_case), "");
      EXPECT_EQ(features_used(test_case).bits & ~claimed.bits, 0u);
      for (const Pair& pair : pairs_of(test_case)) {
        const auto place = std::find(kFactorGrid.begin(), kFactorGrid.end(), pair.factor);
        ASSERT_NE(place, kFactorGrid.end());
        const std::ptrdiff_t factor = place - kFactorGrid.begin();
        factors.insert(factor);
        ASSERT_EQ(++met[static_cast<std::size_t>(factor) * 65536 + pair.source], 1);
        ++factors_of[pair.source];
      }
    }
    EXPECT_EQ(factors.size(), vector ? 16u : 4u);
    const auto with = [&](int n) { return std::count(factors_of.begin(), factors_of.end(), n); };
    EXPECT_EQ(with(4), vector ? 0 : 65536);
    EXPECT_EQ(with(1), vector ? 65536 - left_out : 0);
    EXPECT_EQ(with(0), vector ? left_out : 0);
  }
}

TEST(DeqExhaustive, EverySourceMeetsItsFactors) {
  expect_sources_meet_factors(spec::kAllFeatures, 256);
}

TEST(DeqExhaustive, InCasesOfOneRepeatToo) {
  expect_sources_meet_factors({}, 0);
}

TEST(DeqExhaustive, AreTheB8RowsOfTheFamilyDeq) {
  for (const spec::Cell& cell : deq_cells()) {
    const spec::Conversion& row = cell.conversion();
    const bool deq = row.family == spec::Family::kDeq;
    const bool s16 = row.source == spec::NumberType::kS16;
    EXPECT_EQ(deq_exhaustive_case_count(row, spec::kAllFeatures) > 0, deq && s16);
    EXPECT_EQ(deq_listed_case_count(row, spec::kAllFeatures) > 0, deq && !s16);
  }
}

TEST(FactorGrid, HoldsSixteenFactorsWithEveryFieldInUse) {
  std::set<std::uint64_t> factors(kFactorGrid.begin(), kFactorGrid.end());
  EXPECT_EQ(factors.size(), 16u);
  std::set<std::uint64_t> offsets;
  int low_bits = 0;
  int signed_results = 0;
  int reserved = 0;
  for (const std::uint64_t factor : kFactorGrid) {
    offsets.insert(spec::kFactorOffset.of(factor));
    low_bits += (factor & 0x1fff) != 0 ? 1 : 0;
    signed_results += spec::kFactorSign.of(factor) != 0 ? 1 : 0;
    reserved += (factor & spec::reserved_bits(spec::Word::kFactor)) != 0 ? 1 : 0;
  }
  for (const int wanted : {-256, -1, 0, 1, 255}) {
    EXPECT_TRUE(offsets.contains(static_cast<std::uint64_t>(wanted) & 0x1ff)) << wanted;
  }
  EXPECT_GE(low_bits, 3);
  EXPECT_GE(signed_results, 4);
  EXPECT_LE(signed_results, 12);
  EXPECT_GE(reserved, 2);
}

}  // namespace
}  // namespace vconform::generators
