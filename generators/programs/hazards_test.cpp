#include "generators/programs/hazards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "generators/choices/byte_source.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_text.h"

namespace vconform::generators {
namespace {

spec::Case sample_hazard(const spec::Cell& cell, std::uint64_t seed,
                         spec::FeatureSet allowed = spec::kAllFeatures) {
  RapidCheckSource choices{rc::Random(seed)};
  return hazard_case(choices, cell, allowed);
}

bool is_hazard(const std::string& illegality) {
  return illegality == "a destination block written twice" ||
         illegality == "a source block written by an earlier repeat" ||
         illegality == "operands of one repeat that overlap in part" ||
         illegality == "a vector in the destination" ||
         illegality == "a stride out of range";  // a destination block stride of 0
}

TEST(HazardCases, AreHazardsAndOtherwiseLegal) {
  const std::vector<spec::Cell> cells = all_cells();
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    const spec::Case test_case = sample_hazard(cells[seed % cells.size()], seed);
    ASSERT_TRUE(is_hazard(illegality(test_case)))
        << illegality(test_case) << " seed " << seed << "\n"
        << spec::to_text(test_case);
    const spec::Vconv& v = only_instruction(test_case);
    ASSERT_LE(std::max({v.dst_block_stride, v.src_block_stride, v.dst_repeat_stride,
                        v.src_repeat_stride}),
              255);
  }
}

TEST(HazardCases, UseOnlyAllowedFeatures) {
  const std::vector<spec::Cell> cells = all_cells();
  for (std::uint32_t bits = 0; bits <= 0xff; ++bits) {
    if (!has_hazards(cells[0], {bits})) {
      continue;
    }
    for (std::uint64_t i = 0; i < 50; ++i) {
      const std::uint64_t seed = bits * 100 + i;
      const spec::Case test_case = sample_hazard(cells[seed % cells.size()], seed, {bits});
      const std::uint32_t allowed = (bits & 3u) == 0 ? bits | 1u : bits;
      const std::uint32_t used = features_used(test_case).bits;
      ASSERT_EQ(used & ~allowed, 0u) << "allowed " << bits << "\n" << spec::to_text(test_case);
      ASSERT_TRUE(has_hazards(cells[0], {used})) << spec::to_text(test_case);
    }
  }
}

TEST(HazardCases, NeedOperandsThatMayMeet) {
  EXPECT_TRUE(has_hazards({}, {static_cast<std::uint32_t>(spec::Feature::kInPlace)}));
  EXPECT_FALSE(has_hazards({}, spec::kAllFeatures.without(spec::Feature::kInPlace)));
}

TEST(HazardCases, ReachEachKindInEveryRow) {
  for (const spec::Conversion& row : spec::kConversions) {
    std::map<std::string, int> seen;
    const spec::Rounding rounding =
        spec::rounding_with_letter(row.modes.front()).value_or(spec::Rounding::kNull);
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
      const spec::Case test_case = sample_hazard({row.number, rounding}, seed);
      const spec::Vconv& v = only_instruction(test_case);
      ++seen[illegality(test_case)];
      ++seen[v.dst.offset == v.src.offset  ? "in place"
             : v.dst.offset < v.src.offset ? "destination first"
                                           : "source first"];
      ++seen[v.dst_block_stride == 0 ? "dst block stride 0" : "other dst block stride"];
      ++seen[v.dst_repeat_stride == 0 ? "dst repeat stride 0" : "other dst repeat stride"];
      seen["planted"] += test_case.placements.size() > 2 ? 1 : 0;
    }
    for (const char* wanted :
         {"a destination block written twice", "a source block written by an earlier repeat",
          "operands of one repeat that overlap in part", "in place", "destination first",
          "source first", "dst block stride 0", "dst repeat stride 0", "planted"}) {
      EXPECT_GE(seen[wanted], 5) << spec::pair_name(row) << ": " << wanted;
    }
  }
}

TEST(HazardCases, TheSimplestOneIsOneContiguousRepeat) {
  ByteSource nothing({});
  const spec::Case test_case =
      hazard_case(nothing, {4, spec::Rounding::kNearestEven}, spec::kAllFeatures);
  spec::Vconv expected;
  expected.cell = {4, spec::Rounding::kNearestEven};
  expected.dst.offset = 32;
  EXPECT_EQ(only_instruction(test_case), expected);
  EXPECT_EQ(test_case.placements.size(), 2u);
}

TEST(HazardCases, OfDequantisationsAreHazardsWithinAllowedFeatures) {
  const std::vector<spec::Cell> cells = deq_cells();
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    const std::uint32_t bits = 0x80 | static_cast<std::uint32_t>(seed % 0x80);
    const spec::Case test_case = sample_hazard(cells[seed % cells.size()], seed, {bits});
    const std::string found = illegality(test_case);
    ++seen[found];
    ASSERT_TRUE(is_hazard(found)) << found << " seed " << seed << "\n" << spec::to_text(test_case);
    const std::uint32_t allowed = (bits & 3u) == 0 ? bits | 1u : bits;
    ASSERT_EQ(features_used(test_case).bits & ~allowed, 0u) << spec::to_text(test_case);
  }
  for (const char* wanted :
       {"a destination block written twice", "a source block written by an earlier repeat",
        "operands of one repeat that overlap in part", "a vector in the destination"}) {
    EXPECT_GE(seen[wanted], 100) << wanted;
  }
}

// See VconvCases.TheSameSeedGivesTheSameCase.
TEST(HazardCases, TheSameSeedGivesTheSameCase) {
  const std::vector<spec::Cell> cells = all_cells();
  std::uint64_t hash = hash_of("");
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    hash = hash_of(spec::to_text(sample_hazard(cells[seed % cells.size()], seed)), hash);
  }
  EXPECT_EQ(hash, 0xc2a325bae8b5c2c7u) << std::hex << hash;
}

}  // namespace
}  // namespace vconform::generators
