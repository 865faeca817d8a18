#include "generators/programs/illegal/out_of_range.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"

namespace vconform::generators {
namespace {

spec::Case sample_fault(const spec::Cell& cell, std::uint64_t seed,
                        spec::FeatureSet allowed = spec::kAllFeatures) {
  RapidCheckSource choices{rc::Random(seed)};
  return out_of_range_case(choices, cell, allowed);
}

// The case with its operands' addresses aligned again.
spec::Case aligned(spec::Case test_case) {
  auto& v = std::get<spec::Vconv>(test_case.steps.back());
  v.dst.offset -= v.dst.offset % 32;
  v.src.offset -= v.src.offset % 32;
  return test_case;
}

bool splits_pairs(const spec::Case& test_case) {
  const std::string problem = illegality(aligned(test_case));
  return problem == "an odd count for s4" || problem == "a split mask pair for s4";
}

bool is_misaligned(const spec::Case& test_case) {
  const spec::Vconv& v = only_instruction(test_case);
  return v.dst.offset % 32 != 0 || v.src.offset % 32 != 0;
}

TEST(OutOfRangeCases, HaveOneFaultAndAreOtherwiseLegal) {
  const std::vector<spec::Cell> cells = all_cells();
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    const spec::Case test_case = sample_fault(cells[seed % cells.size()], seed);
    ASSERT_EQ(spec::case_problem(test_case), std::nullopt);
    ASSERT_NE(is_misaligned(test_case), splits_pairs(test_case))
        << illegality(aligned(test_case)) << " seed " << seed << "\n"
        << spec::to_text(test_case);
    if (is_misaligned(test_case)) {
      ASSERT_EQ(illegality(aligned(test_case)), "") << spec::to_text(test_case);
    }
  }
}

TEST(OutOfRangeCases, UseOnlyAllowedFeaturesAndKeepOperandsApart) {
  const std::vector<spec::Cell> cells = all_cells();
  const spec::FeatureSet apart = spec::kAllFeatures.without(spec::Feature::kInPlace);
  for (std::uint32_t bits = 0; bits <= 0xff; ++bits) {
    for (std::uint64_t i = 0; i < 100; ++i) {
      const std::uint64_t seed = bits * 100 + i;
      const spec::Case test_case = sample_fault(cells[seed % cells.size()], seed, {bits});
      const std::uint32_t allowed = (bits & 3u) == 0 ? bits | 1u : bits;
      ASSERT_EQ(features_used(test_case).bits & ~(allowed & apart.bits), 0u)
          << "allowed " << bits << "\n"
          << spec::to_text(test_case);
    }
  }
}

TEST(OutOfRangeCases, ReachEachFault) {
  for (const spec::Conversion& row : spec::kConversions) {
    std::map<std::string, int> seen;
    const spec::Rounding rounding =
        spec::rounding_with_letter(row.modes.front()).value_or(spec::Rounding::kNull);
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const spec::Case test_case = sample_fault({row.number, rounding}, seed);
      const spec::Vconv& v = only_instruction(test_case);
      const std::uint64_t dst_off = v.dst.offset % 32;
      const std::uint64_t src_off = v.src.offset % 32;
      ++seen[dst_off != 0 ? src_off != 0 ? "both" : "destination" : "source"];
      ++seen["off by " + std::to_string(dst_off)];
      ++seen["off by " + std::to_string(src_off)];
      seen["pairs"] += splits_pairs(test_case) ? 1 : 0;
    }
    for (std::uint64_t off = 1; off < 32; ++off) {
      EXPECT_GE(seen["off by " + std::to_string(off)], 1) << spec::pair_name(row) << " " << off;
    }
    for (const char* wanted : {"both", "destination", "source"}) {
      EXPECT_GE(seen[wanted], 50) << spec::pair_name(row) << ": " << wanted;
    }
    const bool has_s4 = row.from().bits < 8 || row.to().bits < 8;
    EXPECT_EQ(seen["pairs"] >= 100, has_s4) << spec::pair_name(row);
  }
}

TEST(OutOfRangeCases, SplitPairsByMaskAndByCount) {
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    ++seen[illegality(aligned(sample_fault({20, spec::Rounding::kNull}, seed)))];
  }
  EXPECT_GE(seen["an odd count for s4"], 50);
  EXPECT_GE(seen["a split mask pair for s4"], 50);
}

spec::Address& operand(spec::Step& step, bool dst) {
  if (auto* vconv = std::get_if<spec::Vconv>(&step)) {
    return dst ? vconv->dst : vconv->src;
  }
  auto& call = std::get<spec::CastDeq>(step);
  return dst ? call.dst : call.src;
}

TEST(OutOfRangeCases, OfDequantisationsAreOffABlockAndOtherwiseLegal) {
  const std::vector<spec::Cell> cells = deq_cells();
  const spec::FeatureSet apart = spec::kAllFeatures.without(spec::Feature::kInPlace);
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    const auto bits = static_cast<std::uint32_t>(seed % 0x100);
    spec::Case test_case = sample_fault(cells[seed % cells.size()], seed, {bits});
    ASSERT_EQ(spec::case_problem(test_case), std::nullopt);
    const std::uint32_t allowed = (bits & 3u) == 0 ? bits | 1u : bits;
    ASSERT_EQ(features_used(test_case).bits & ~(allowed & apart.bits), 0u)
        << spec::to_text(test_case);
    ASSERT_EQ(illegality(test_case), "a block outside UB") << spec::to_text(test_case);
    for (const bool dst : {true, false}) {
      spec::Address& address = operand(test_case.steps.back(), dst);
      address.offset -= address.offset % 32;
    }
    ASSERT_EQ(illegality(test_case), "") << spec::to_text(test_case);
  }
}

// See VconvCases.TheSameSeedGivesTheSameCase.
TEST(OutOfRangeCases, TheSameSeedGivesTheSameCase) {
  const std::vector<spec::Cell> cells = all_cells();
  std::uint64_t hash = hash_of("");
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    hash = hash_of(spec::to_text(sample_fault(cells[seed % cells.size()], seed)), hash);
  }
  EXPECT_EQ(hash, 0xd2533a80d4cba88au) << std::hex << hash;
}

}  // namespace
}  // namespace vconform::generators
