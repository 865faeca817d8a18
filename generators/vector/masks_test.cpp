#include "generators/vector/masks.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "generators/choices/rapidcheck_source.h"

namespace vconform::generators {
namespace {

std::set<std::pair<std::uint64_t, std::uint64_t>> drawn_masks(LaneShape shape) {
  RapidCheckSource choices{rc::Random(1)};
  std::set<std::pair<std::uint64_t, std::uint64_t>> masks;
  for (int i = 0; i < 20000; ++i) {
    const spec::Mask mask = draw_mask(choices, shape);
    masks.emplace(mask.mask1, mask.mask0);
  }
  return masks;
}

TEST(Masks, ReachTheKnownEdgesOf128Lanes) {
  const auto masks = drawn_masks({128, false});
  constexpr std::uint64_t kEven = 0x5555555555555555;
  constexpr std::uint64_t kOnes = ~std::uint64_t{0};
  const std::pair<std::uint64_t, std::uint64_t> wanted[] = {
      {kOnes, kOnes},
      {0, 0},
      {kEven, kEven},
      {~kEven, ~kEven},
      {0, 1},
      {0, 0xffff},
      {0, 0x7fff},
      {0, 0x1ffff},
      {kOnes >> 1, kOnes},
      {0, kOnes},
      {0, kOnes >> 1},
      {1, kOnes},
      {kOnes << 63, 0},
      {0, 0x8000},
      {kOnes, kOnes - 1},
      {kOnes >> 1, kOnes},
      {kOnes, ~(kOnes ^ (kOnes << 16) ^ 0x7fff)}};
  for (const auto& mask : wanted) {
    EXPECT_TRUE(masks.contains(mask)) << std::hex << mask.first << " " << mask.second;
  }
  EXPECT_GT(masks.size(), 1500u);
}

TEST(Masks, PutGarbageAboveTheLanesOfNarrowRepeats) {
  for (const std::uint64_t elements : {32u, 64u}) {
    const std::uint64_t lanes = elements == 64 ? ~std::uint64_t{0} : 0xffffffff;
    std::set<std::pair<std::uint64_t, std::uint64_t>> garbage_on_full;
    for (const auto& [mask1, mask0] : drawn_masks({elements, false})) {
      if ((mask0 & lanes) == lanes) {
        garbage_on_full.emplace(mask1, mask0 & ~lanes);
      }
    }
    EXPECT_TRUE(garbage_on_full.contains({0, 0}));
    EXPECT_GT(garbage_on_full.size(), 10u);
  }
}

TEST(Masks, AreEqualInPairsForS4) {
  constexpr std::uint64_t kEven = 0x5555555555555555;
  for (const auto& [mask1, mask0] : drawn_masks({128, true})) {
    ASSERT_EQ(mask0 & kEven, mask0 >> 1 & kEven);
    ASSERT_EQ(mask1 & kEven, mask1 >> 1 & kEven);
  }
  EXPECT_GT(drawn_masks({128, true}).size(), 1000u);
}

TEST(Counts, ReachTheKnownEdgesWithGarbageAbove) {
  for (const std::uint64_t elements : {32u, 64u, 128u}) {
    RapidCheckSource choices{rc::Random(1)};
    const std::uint64_t most = 255 * elements;
    std::set<std::uint64_t> counts;
    bool garbage = false;
    for (int i = 0; i < 20000; ++i) {
      const spec::Mask mask = draw_count(choices, {elements, false}, most);
      counts.insert(spec::counter_of(mask));
      garbage = garbage || (mask.mask1 != 0 && mask.mask0 >> 32 != 0);
      ASSERT_LE(spec::counter_of(mask), most);
    }
    for (const std::uint64_t wanted :
         {std::uint64_t{0}, std::uint64_t{1}, elements - 1, elements, elements + 1,
          2 * elements - 1, 2 * elements, 2 * elements + 1, 3 * elements + 1, most - 1}) {
      EXPECT_TRUE(counts.contains(wanted)) << wanted;
    }
    EXPECT_TRUE(garbage);
  }
}

TEST(Counts, AreEvenForS4) {
  RapidCheckSource choices{rc::Random(1)};
  for (int i = 0; i < 5000; ++i) {
    ASSERT_EQ(draw_count(choices, {128, true}, 128).mask0 % 2, 0u);
  }
}

TEST(ActiveLanes, OfTheLastRepeatInCounterModeAreWhatIsLeftOfTheCount) {
  const spec::Mask count = {~std::uint64_t{0}, 130};
  EXPECT_EQ(active_lanes(count, true, {64, false}, 0), spec::contiguous_mask(64));
  EXPECT_EQ(active_lanes(count, true, {64, false}, 2), spec::contiguous_mask(2));
  EXPECT_EQ(active_lanes(count, true, {64, false}, 3), spec::Mask{});
  EXPECT_EQ(active_lanes(count, false, {64, false}, 3), count);
}

}  // namespace
}  // namespace vconform::generators
