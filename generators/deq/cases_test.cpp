#include "generators/cast_deq/cases.h"
#include "generators/deq/cases.h"
#include "generators/dequantise/assembled_case.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <variant>

#include "generators/choices/byte_source.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "generators/vector/masks.h"
#include "spec/case/case_text.h"
#include "spec/case/lowering.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::generators {
namespace {

template <typename Step>
const Step& step_at(const spec::Case& test_case, std::size_t index) {
  return std::get<Step>(test_case.steps.at(index));
}

// The instruction that converts, which a CastDeq stands for.
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

// Whether source * (M as 1-8-10) is half way between two integers: for M = m * 2^e with e < 0,
// whether source * m leaves a remainder of half of 2^-e.
bool is_tie(std::uint64_t source, std::uint64_t factor) {
  const int exponent = static_cast<int>(factor >> 23 & 0xff) - 127 - 10;
  const auto mantissa = static_cast<std::int64_t>((factor >> 13 & 0x3ff) | 0x400);
  if (exponent >= 0 || exponent < -40) {
    return false;
  }
  const std::int64_t product = static_cast<std::int16_t>(source) * mantissa;
  const std::int64_t unit = std::int64_t{1} << -exponent;
  return std::abs(product % unit) == unit / 2;
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

TEST(CastDeqCases, ReachEveryFormAndSwitch) {
  for (const spec::Cell& cell : deq_cells()) {
    if (cell.conversion().family != spec::Family::kCastDeq) {
      continue;
    }
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const spec::Case test_case = sample_instruction(cell, seed);
      const auto& call = std::get<spec::CastDeq>(test_case.steps.back());
      const bool counter_outside =
          spec::ctrl_bit(step_at<spec::SetCtrl>(test_case, 0).value, spec::kCtrlCounterMode);
      ++seen["form " + std::to_string(static_cast<int>(call.form))];
      seen["mask set outside"] += call.is_set_mask ? 0 : 1;
      seen["count set outside"] += !call.is_set_mask && counter_outside ? 1 : 0;
      seen["counter mode to be left"] += call.is_set_mask && counter_outside ? 1 : 0;
      seen["vector"] += call.is_vec_deq ? 1 : 0;
      seen["one factor"] += call.is_vec_deq ? 0 : 1;
      seen["later bytes"] += call.half_block ? 1 : 0;
      seen["earlier bytes"] += call.half_block ? 0 : 1;
      seen["nothing"] += call.form == spec::CastDeqForm::kCount && call.count == 0 ? 1 : 0;
      seen["some repeats"] += call.repeat_time > 1 ? 1 : 0;
      seen["other strides"] += call.src_blk_stride != 1 || call.dst_blk_stride != 1 ? 1 : 0;
      seen["overlap"] += features_used(test_case).has(spec::Feature::kInPlace) ? 1 : 0;
    }
    for (const char* wanted : {"form 0", "form 1", "form 2", "mask set outside", "one factor",
                               "later bytes", "earlier bytes", "some repeats", "other strides"}) {
      EXPECT_GE(seen[wanted], 100) << wanted;
    }
    for (const char* wanted :
         {"count set outside", "counter mode to be left", "nothing", "overlap"}) {
      EXPECT_GE(seen[wanted], 10) << wanted;
    }
    EXPECT_GE(seen["vector"], 400);
  }
}

TEST(DeqCases, PlantTiesOfTheFactorOfTheirLane) {
  std::map<std::string, int> seen;
  for (const spec::Cell& cell : deq_cells()) {
    if (cell.conversion().source != spec::NumberType::kS16) {
      continue;
    }
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const spec::Case test_case = sample_instruction(cell, seed);
      const spec::MemoryImage image = spec::initial_image(test_case);
      const auto& ub = image.of(spec::MemoryId::kUb);
      const spec::Vconv v = worker(test_case);
      const spec::Conversion& row = v.cell.conversion();
      const std::uint64_t word = step_at<spec::SetDeqScale>(test_case, 2).value;
      for (const spec::Placement& placement : test_case.placements) {
        const auto* element = std::get_if<spec::PlaceElement>(&placement);
        // In the first block of a row the lane is the element's index.
        if (element == nullptr || element->type != row.source || element->index >= 16 ||
            element->at.offset != v.src.offset) {
          continue;
        }
        const std::uint64_t factor =
            spec::is_vdeq(row.deq)
                ? spec::load_element(ub, spec::kVectorAddress.of(word) * 32,
                                     spec::format_of(spec::NumberType::kS64), element->index)
                : word;
        ++seen["planted"];
        seen["ties"] += is_tie(element->pattern, factor) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(seen["planted"], 500);
  EXPECT_GT(seen["ties"], seen["planted"] / 12);
}

// See VconvCases.TheSameSeedGivesTheSameCase.
TEST(DeqCases, TheSameSeedGivesTheSameCase) {
  const std::vector<spec::Cell> cells = deq_cells();
  std::uint64_t hash = hash_of("");
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    hash = hash_of(spec::to_text(sample_instruction(cells[seed % cells.size()], seed)), hash);
  }
  EXPECT_EQ(hash, 0x88c6cf92c0c2ef7fu) << std::hex << hash;
}

}  // namespace
}  // namespace vconform::generators
