#include "generators/deq_cases.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <variant>

#include "generators/brute_force_legality.h"
#include "generators/byte_source.h"
#include "generators/features_used.h"
#include "generators/masks.h"
#include "generators/sample_cases.h"
#include "spec/case_text.h"
#include "spec/lowering.h"
#include "spec/quantization.h"

namespace vconform::generators {
namespace {

template <typename Step>
const Step& step_at(const spec::Case& test_case, std::size_t index) {
  return std::get<Step>(test_case.steps.at(index));
}

// The instruction that works, of a CastDeq too.
spec::Vconv worker(const spec::Case& test_case) {
  const spec::Step& last = test_case.steps.back();
  if (const auto* call = std::get_if<spec::CastDeq>(&last)) {
    for (const spec::Step& step : spec::lowered(*call, 0)) {
      if (const auto* vconv = std::get_if<spec::Vconv>(&step)) {
        return *vconv;
      }
    }
  }
  return std::get<spec::Vconv>(last);
}

TEST(DeqCases, TenThousandCasesAreLegal) {
  const std::vector<spec::Cell> cells = deq_cells();
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    const spec::Case test_case = sample_instruction(cells[seed % cells.size()], seed);
    ASSERT_EQ(illegality(test_case), "") << "seed " << seed << "\n" << spec::to_text(test_case);
  }
}

TEST(DeqCases, EndWithTheInstructionOfTheCell) {
  for (const spec::Cell& cell : deq_cells()) {
    const spec::Case test_case = sample_instruction(cell, 5);
    ASSERT_EQ(test_case.steps.size(), 4u);
    EXPECT_TRUE(std::holds_alternative<spec::SetDeqScale>(test_case.steps[2]));
    EXPECT_EQ(spec::cell_of(test_case.steps.back()), cell);
  }
}

TEST(DeqCases, UseOnlyAllowedFeatures) {
  const std::vector<spec::Cell> cells = deq_cells();
  for (std::uint32_t bits = 0; bits <= 0xff; ++bits) {
    for (std::uint64_t i = 0; i < 60; ++i) {
      const std::uint64_t seed = bits * 100 + i;
      const spec::Case test_case = sample_instruction(cells[seed % cells.size()], seed, {bits});
      const std::uint32_t allowed = (bits & 3u) == 0 ? bits | 1u : bits;
      ASSERT_EQ(features_used(test_case).bits & ~allowed, 0u) << "allowed " << bits << "\n"
                                                              << spec::to_text(test_case);
    }
  }
}

TEST(DeqCases, TheSimplestOneMultipliesOneContiguousRepeatByOne) {
  for (const spec::Cell& cell : deq_cells()) {
    ByteSource nothing({});
    const spec::Case test_case = instruction_case(nothing, cell, spec::kAllFeatures);
    const spec::Conversion& row = cell.conversion();
    const bool vector = spec::is_vdeq(row.deq);
    EXPECT_EQ(step_at<spec::SetCtrl>(test_case, 0).value, 0u);
    EXPECT_EQ(step_at<spec::SetMask>(test_case, 1).mask, kFullMask);
    const std::uint64_t one = row.source == spec::NumberType::kS16
                                  ? spec::deq_factor(0x3f800000, 0, row.to().is_signed())
                                  : 0x3c00;
    EXPECT_EQ(step_at<spec::SetDeqScale>(test_case, 2).value, vector ? 196608 / 32 - 4 : one);
    EXPECT_EQ(test_case.placements.size(), vector ? 3u : 2u);
    spec::Vconv expected;
    expected.cell = worker(test_case).cell;
    expected.dst.offset = 256;
    expected.dst_repeat_stride = static_cast<std::uint16_t>(row.destination_blocks);
    EXPECT_EQ(worker(test_case), expected);
  }
}

std::uint64_t end_of(const spec::Vconv& v, std::uint64_t repeats) {
  const spec::Conversion& row = v.cell.conversion();
  const auto blocks = static_cast<std::uint64_t>(row.source_blocks);
  return v.src.offset +
         32 * ((repeats - 1) * v.src_repeat_stride + (blocks - 1) * v.src_block_stride + 1);
}

TEST(VdeqCases, PutTheVectorAtTheEndOfUbAndIntoTheSource) {
  for (const spec::Cell& cell : deq_cells()) {
    if (!spec::is_vdeq(cell.conversion().deq)) {
      continue;
    }
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      const spec::Case test_case = sample_instruction(cell, seed);
      const auto& scale = step_at<spec::SetDeqScale>(test_case, 2);
      const std::uint64_t address = 32 * spec::kVectorAddress.of(scale.value);
      const spec::Vconv& v = only_instruction(test_case);
      seen["end of UB"] += address == 196608 - 128 ? 1 : 0;
      seen["start of UB"] += address == 0 ? 1 : 0;
      const bool counter = spec::ctrl_bit(step_at<spec::SetCtrl>(test_case, 0).value, 56);
      const std::uint64_t repeats = counter || v.repeat == 0 ? 1 : v.repeat;
      seen["source"] += address + 128 > v.src.offset && address < end_of(v, repeats) ? 1 : 0;
      seen["reserved bits"] += scale.value != spec::kVectorAddress.of(scale.value) ? 1 : 0;
      const bool equal = std::holds_alternative<spec::PlacePatterns>(test_case.placements.back());
      seen["other factors"] += equal ? 0 : 1;
    }
    EXPECT_GE(seen["end of UB"], 50);
    EXPECT_GE(seen["start of UB"], 20);
    EXPECT_GE(seen["source"], 50);
    EXPECT_GE(seen["reserved bits"], 20);
    EXPECT_GE(seen["other factors"], 200);
  }
}

}  // namespace
}  // namespace vconform::generators
