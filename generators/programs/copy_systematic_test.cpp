#include "generators/programs/copy_systematic.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "generators/programs/exhaustive.h"
#include "generators/programs/listed_values.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

// Only CTRL[48], as the caller sets it, and the row itself need a feature.
void expect_simple(const spec::Case& test_case) {
  constexpr std::uint32_t kHalfStates = 3;
  EXPECT_EQ(illegality(test_case), "") << spec::to_text(test_case);
  EXPECT_EQ(features_used(test_case).bits & ~kHalfStates, 0u) << spec::to_text(test_case);
}

TEST(CopySystematic, CoversTheRowsThatCompute) {
  for (const spec::Conversion& row : spec::kCopyRows) {
    const bool moves =
        row.source == row.destination && !row.relu && row.deq_scale == spec::DeqScale::kNone;
    const bool is_f16 = row.source == spec::NumberType::kF16;
    EXPECT_EQ(exhaustive_case_count(row) > 0, !moves && is_f16) << spec::pair_name(row);
    EXPECT_EQ(listed_case_count(row) > 0, !moves && !is_f16) << spec::pair_name(row);
  }
}

TEST(CopySystematic, CasesAreLegalAndContiguous) {
  for (const spec::Cell& cell : copy_cells()) {
    for (std::size_t i = 0; i < exhaustive_case_count(cell.conversion()); ++i) {
      expect_simple(exhaustive_case(cell, 0, i));
    }
    for (std::size_t i = 0; i < listed_case_count(cell.conversion()); ++i) {
      expect_simple(listed_case(cell, std::uint64_t{1} << 48, i));
    }
  }
}

TEST(CopySystematic, HoldsEveryF16UnderEachHalf) {
  for (const spec::Cell& cell : copy_cells()) {
    std::map<std::uint64_t, std::set<std::uint64_t>> seen;
    for (std::size_t i = 0; i < exhaustive_case_count(cell.conversion()); ++i) {
      const spec::Case test_case = exhaustive_case(cell, 0, i);
      const auto& copy = std::get<spec::DataCopy>(test_case.steps.back());
      const auto& patterns = std::get<spec::PlacePatterns>(test_case.placements.back());
      EXPECT_EQ(patterns.at, copy.src);
      for (std::uint64_t k = 0; k < patterns.count; ++k) {
        seen[copy.deq_value].insert((patterns.first + k * patterns.step) & 0xffff);
      }
    }
    for (const auto& [half, patterns] : seen) {
      EXPECT_EQ(patterns.size(), 65536u) << half;
    }
  }
}

TEST(CopySystematic, HoldsEverySourceThatItLists) {
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    for (std::size_t i = 0; i < listed_case_count(row); ++i) {
      std::set<std::uint64_t> placed;
      for (const spec::Placement& placement : listed_case(cell, 0, i).placements) {
        const auto* element = std::get_if<spec::PlaceElement>(&placement);
        if (element != nullptr && element->type == row.source) {
          placed.insert(element->pattern);
        }
      }
      const std::vector<std::uint64_t> listed = listed_copied(row, copy_grid(row)[i]);
      EXPECT_EQ(placed, std::set<std::uint64_t>(listed.begin(), listed.end()));
    }
  }
}

}  // namespace
}  // namespace vconform::generators
