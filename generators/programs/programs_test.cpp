#include "generators/programs/programs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "generators/testing/brute_force_legality.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_text.h"

namespace vconform::generators {
namespace {

constexpr std::uint64_t kSeeds = 3000;

std::vector<spec::Cell> vector_cells() {
  std::vector<spec::Cell> cells = all_cells();
  const std::vector<spec::Cell> more = deq_cells();
  cells.insert(cells.end(), more.begin(), more.end());
  return cells;
}

spec::Case sample(std::uint64_t seed, const std::vector<spec::Cell>& cells = vector_cells(),
                  spec::FeatureSet allowed = spec::kAllFeatures) {
  RapidCheckSource choices{rc::Random(seed)};
  return program_case(choices, cells, allowed);
}

std::vector<spec::Cell> instructions_of(const spec::Case& test_case) {
  std::vector<spec::Cell> cells;
  for (const spec::Step& step : test_case.steps) {
    if (const std::optional<spec::Cell> cell = spec::cell_of(step)) {
      cells.push_back(*cell);
    }
  }
  return cells;
}

TEST(ProgramCases, AreLegal) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const spec::Case test_case = sample(seed);
    ASSERT_EQ(illegality(test_case), "") << "seed " << seed << "\n" << spec::to_text(test_case);
  }
}

TEST(ProgramCases, HaveTwoToSixteenInstructions) {
  std::set<std::size_t> lengths;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    lengths.insert(instructions_of(sample(seed)).size());
  }
  EXPECT_EQ(*lengths.begin(), 2u);
  EXPECT_EQ(*lengths.rbegin(), kMostProgramSteps);
  EXPECT_EQ(lengths.size(), kMostProgramSteps - 1);
}

template <typename Register>
bool is_set_between(const spec::Case& test_case, std::size_t first, std::size_t last) {
  return std::any_of(test_case.steps.begin() + static_cast<std::ptrdiff_t>(first),
                     test_case.steps.begin() + static_cast<std::ptrdiff_t>(last),
                     [](const spec::Step& step) { return std::holds_alternative<Register>(step); });
}

// The states left over that programs are meant to reach.
struct Reached {
  int stale_mask = 0;
  int stale_mask_of_other_width = 0;
  int counter_mode_left_on = 0;
  int stale_scale_of_other_form = 0;
  int result_read_again = 0;
  int halves_of_one_block = 0;
};

void count_pair(const spec::Case& test_case, std::size_t first, std::size_t second,
                std::uint64_t ctrl, Reached& reached) {
  const auto* a = std::get_if<spec::Vconv>(&test_case.steps[first]);
  const auto* b = std::get_if<spec::Vconv>(&test_case.steps[second]);
  if (a == nullptr || b == nullptr) {
    return;
  }
  const spec::Conversion& row = a->cell.conversion();
  const spec::Conversion& next = b->cell.conversion();
  const bool stale_mask = !is_set_between<spec::SetMask>(test_case, first, second);
  reached.stale_mask += stale_mask ? 1 : 0;
  reached.stale_mask_of_other_width += stale_mask && row.elements != next.elements ? 1 : 0;
  const bool same_ctrl = !is_set_between<spec::SetCtrl>(test_case, first, second);
  const bool counts = spec::ctrl_bit(ctrl, spec::kCtrlCounterMode);
  reached.counter_mode_left_on += same_ctrl && counts ? 1 : 0;
  const bool dequantise = row.family == spec::Family::kDeq && next.family == spec::Family::kDeq;
  const bool stale_scale = !is_set_between<spec::SetDeqScale>(test_case, first, second);
  reached.stale_scale_of_other_form += dequantise && stale_scale && row.deq != next.deq ? 1 : 0;
  reached.result_read_again += b->src == a->dst ? 1 : 0;
  reached.halves_of_one_block +=
      dequantise && a->dst == b->dst && spec::is_high(row.deq) != spec::is_high(next.deq) ? 1 : 0;
}

TEST(ProgramCases, MeetWhatEarlierStepsLeftBehind) {
  Reached reached;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const spec::Case test_case = sample(seed);
    std::uint64_t ctrl = 0;
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < test_case.steps.size(); ++i) {
      if (const auto* set = std::get_if<spec::SetCtrl>(&test_case.steps[i])) {
        ctrl = set->value;
      }
      if (spec::cell_of(test_case.steps[i])) {
        if (last) {
          count_pair(test_case, *last, i, ctrl, reached);
        }
        last = i;
      }
    }
  }
  EXPECT_GT(reached.stale_mask, 3000);
  EXPECT_GT(reached.stale_mask_of_other_width, 1000);
  EXPECT_GT(reached.counter_mode_left_on, 1000);
  EXPECT_GT(reached.stale_scale_of_other_form, 20);
  EXPECT_GT(reached.result_read_again, 3000);
  EXPECT_GT(reached.halves_of_one_block, 5);
}

TEST(ProgramCases, WithoutTheFeatureHaveOneRepeatNoCounterAndNothingInPlace) {
  const spec::FeatureSet allowed =
      spec::kAllFeatures.without(spec::Feature::kRepeat).without(spec::Feature::kInPlace);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const spec::Case test_case = sample(seed, all_cells(), allowed);
    for (const spec::Step& step : test_case.steps) {
      if (const auto* vconv = std::get_if<spec::Vconv>(&step)) {
        ASSERT_EQ(vconv->repeat, 1);
        ASSERT_NE(vconv->dst, vconv->src);
      }
      if (const auto* set = std::get_if<spec::SetCtrl>(&step)) {
        ASSERT_FALSE(spec::ctrl_bit(set->value, spec::kCtrlCounterMode));
      }
    }
  }
}

TEST(ProgramCases, TheSameSeedGivesTheSameProgram) {
  std::uint64_t hash = hash_of("");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    hash = hash_of(spec::to_text(sample(seed)), hash);
  }
  EXPECT_EQ(hash, 18001995017524463575u);
}

// Other generators respect the size of UB in Bounds.
TEST(Bounds, ALegalCaseIsLegalInASmallUb) {
  std::vector<spec::Cell> cells = vector_cells();
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    RapidCheckSource choices{rc::Random(seed)};
    const std::uint64_t blocks = kLeastUbBlocks + seed % 40;
    const spec::Case test_case =
        instruction_case(choices, cells[seed % cells.size()], {spec::kAllFeatures, blocks});
    ASSERT_EQ(test_case.memories.front().size, blocks * spec::kBlockBytes);
    ASSERT_EQ(illegality(test_case), "") << "seed " << seed << "\n" << spec::to_text(test_case);
  }
}

}  // namespace
}  // namespace vconform::generators
