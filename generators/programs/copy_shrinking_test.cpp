// Tests of how cases of the copies shrink.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "generators/choices/draws.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_text.h"

namespace vconform::generators {
namespace {

// The number of elements placed one by one in the source, all or only negative ones.
int planted(const spec::Case& test_case, bool negative) {
  const spec::NumberFormat& from = spec::cell_of(test_case.steps.back())->conversion().from();
  return static_cast<int>(
      std::count_if(test_case.placements.begin(), test_case.placements.end(),
                    [&](const spec::Placement& placement) {
                      const auto* element = std::get_if<spec::PlaceElement>(&placement);
                      return element != nullptr && element->type == from.type &&
                             (!negative || (element->pattern & from.sign_mask()) != 0);
                    }));
}

// The failure of an implementation that goes wrong where a source has its top bit set.
bool fails(const spec::Case& test_case) {
  return planted(test_case, true) > 0;
}

// The instruction without its deqValue: a source that is solved for a word may need that word.
spec::Step shape_of(const spec::Case& test_case) {
  spec::Step step = test_case.steps.back();
  if (auto* copy = std::get_if<spec::DataCopy>(&step)) {
    copy->deq_value = 0;
  }
  return step;
}

class CopyShrinking : public testing::TestWithParam<const char*> {};

TEST_P(CopyShrinking, LeavesOneElementInTheSimplestInstruction) {
  const spec::Cell cell = *spec::cell_named(GetParam());
  const spec::Case simplest = case_of(cell, {});
  int shrunk = 0;
  for (std::uint64_t seed = 0; shrunk < 30; ++seed) {
    RapidCheckSource random{rc::Random(seed)};
    RecordingSource recorder(random);
    if (!fails(instruction_case(recorder, cell, spec::kAllFeatures))) {
      continue;
    }
    ++shrunk;
    Draws draws = recorder.draws();
    EXPECT_LE(shrink(cell, draws, fails), 3000) << "seed " << seed;
    const spec::Case test_case = case_of(cell, draws);
    EXPECT_EQ(shape_of(test_case), shape_of(simplest)) << spec::to_text(test_case);
    EXPECT_EQ(planted(test_case, false), 1) << spec::to_text(test_case);
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, CopyShrinking,
                         testing::Values("copy_matrix_cc_to_gm_f322f32",
                                         "copy_matrix_cc_to_cbuf_s322s8",
                                         "copy_matrix_cc_to_gm_b4_f322s4", "data_copy_vdeq8_s322s8",
                                         "data_copy_deq16_s322f16", "data_copy_gm_vecin_s32"));

TEST(CopyShrinkingBase, TheSimplestCaseIsOneFractalOrOneBlockTimesOne) {
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Case test_case = case_of(cell, {});
    EXPECT_EQ(test_case.memories.size(), cell.conversion().family == spec::Family::kCopyMatrix ? 3u
                                         : cell.conversion().path.from == cell.conversion().path.to
                                             ? 1u
                                         : spec::memory_of(cell.conversion().path.from) ==
                                                 spec::memory_of(cell.conversion().path.to)
                                             ? 1u
                                             : 2u);
    if (const auto* copy = std::get_if<spec::CopyMatrix>(&test_case.steps.back())) {
      const int bits = cell.conversion().to().bits;
      EXPECT_EQ(copy->n_size, bits == 4 ? 64 : bits == 8 ? 32 : 16);
      EXPECT_EQ(copy->m_size, 16);
      EXPECT_EQ(copy->relu_pre, 0);
      EXPECT_FALSE(copy->nz2nd_en);
    } else {
      const auto& block = std::get<spec::DataCopy>(test_case.steps.back());
      EXPECT_EQ(block.block_count, 1);
      EXPECT_EQ(block.block_len, 1);
    }
  }
}

// See VconvCases.TheSameSeedGivesTheSameCase.
TEST(CopyCases, TheSameSeedGivesTheSameCase) {
  const std::vector<spec::Cell> cells = copy_cells();
  std::uint64_t hash = hash_of("");
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    hash = hash_of(spec::to_text(sample_instruction(cells[seed % cells.size()], seed)), hash);
  }
  EXPECT_EQ(hash, 0x61c9e731bb6076c5u) << std::hex << hash;
}

}  // namespace
}  // namespace vconform::generators
