// Shapes of masks for which implementations have paths of their own.
#include "generators/vector/magnitudes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "generators/vector/masks.h"

namespace vconform::generators {
namespace {

using Lanes = std::vector<bool>;

// The active lanes of the cases of one contiguous repeat that every level has.
std::set<Lanes> shapes_of(const spec::Conversion& row) {
  std::set<Lanes> shapes;
  for (const VectorArguments& one : vector_magnitudes(row, Pairs::kNone)) {
    if (!one.is_extra && !one.count && one.plan.repeats == 1) {
      Lanes lanes;
      for (int lane = 0; lane < row.elements; ++lane) {
        const std::uint64_t word = lane < 64 ? one.mask.mask0 : one.mask.mask1;
        lanes.push_back((word >> (lane % 64) & 1) != 0);
      }
      shapes.insert(lanes);
    }
  }
  return shapes;
}

struct Run {
  std::ptrdiff_t first;
  std::ptrdiff_t end;
};
std::vector<Run> runs_of(const Lanes& lanes) {
  std::vector<Run> runs;
  for (auto first = std::ranges::find(lanes, true); first != lanes.end();
       first = std::find(first, lanes.end(), true)) {
    const auto end = std::find(first, lanes.end(), false);
    runs.push_back({first - lanes.begin(), end - lanes.begin()});
    first = end;
  }
  return runs;
}

bool begins_and_ends_within(const Lanes& lanes) {
  const std::vector<Run> runs = runs_of(lanes);
  return runs.size() == 1 && runs[0].first > 0 && runs[0].end < std::ssize(lanes) &&
         runs[0].end - runs[0].first > 2;
}

bool has_two_wide_runs(const Lanes& lanes) {
  const std::vector<Run> runs = runs_of(lanes);
  return runs.size() == 2 && runs[0].end - runs[0].first > 2 && runs[1].end - runs[1].first > 2 &&
         runs[1].first - runs[0].end > 2;
}

bool is_of_blocks_with_a_hole(const Lanes& lanes) {
  const std::ptrdiff_t block = std::ssize(lanes) / 8;
  const std::vector<Run> runs = runs_of(lanes);
  return runs.size() > 1 && std::ranges::all_of(runs, [&](const Run& run) {
           return run.first % block == 0 && run.end % block == 0;
         });
}

bool repeats_after(const Lanes& lanes, std::ptrdiff_t period) {
  return std::equal(lanes.begin() + period, lanes.end(), lanes.begin());
}

TEST(VectorMagnitudes, MasksHaveEveryShapeThatAPathMayBeMadeFor) {
  for (const spec::Cell& cell : spec::first_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (row.is_copy() || row.family == spec::Family::kOperation) {
      continue;
    }
    const std::set<Lanes> shapes = shapes_of(row);
    const auto count = [&](const std::function<bool(const Lanes&)>& is_one) {
      return std::ranges::count_if(shapes, is_one);
    };
    const std::string name = spec::instruction_name(cell);
    EXPECT_GE(count(begins_and_ends_within), 6) << name;
    EXPECT_GE(count(has_two_wide_runs), 6) << name;
    EXPECT_GE(count(is_of_blocks_with_a_hole), 40) << name;
    for (std::ptrdiff_t period = 4; 2 * period <= row.elements / 2; period *= 2) {
      EXPECT_GE(count([&](const Lanes& lanes) {
                  return repeats_after(lanes, period) && !repeats_after(lanes, period / 2);
                }),
                2)
          << name << " " << period;
    }
  }
}

TEST(VectorMagnitudes, OperandsShareBlocksAndLieBetweenEachOther) {
  for (const spec::Cell& cell : spec::first_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (row.is_copy() || row.family == spec::Family::kOperation) {
      continue;
    }
    int compacted = 0;
    int interleaved = 0;
    for (const VectorArguments& one : vector_magnitudes(row, Pairs::kNone)) {
      const OperandPlan& dst = one.plan.dst;
      const OperandPlan& src = one.plan.src;
      const std::uint64_t both = dst_blocks(row) + src_blocks(row);
      compacted += dst.first == src.first && dst.strides.repeat < src.strides.repeat ? 1 : 0;
      interleaved += one.plan.repeats > 2 && dst.strides.block == 1 && src.strides.block == 1 &&
                             dst.strides.repeat == both && src.strides.repeat == both
                         ? 1
                         : 0;
    }
    EXPECT_EQ(compacted, row.from().bits == row.to().bits ? 2 : 0) << spec::instruction_name(cell);
    EXPECT_EQ(interleaved, 2) << spec::instruction_name(cell);
  }
}

}  // namespace
}  // namespace vconform::generators
