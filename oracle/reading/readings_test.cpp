#include "oracle/reading/readings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::choice;
using spec::cite;

TEST(Readings, WithNothingAskedThereIsOneWorld) {
  Readings readings{spec::Choices()};
  EXPECT_FALSE(readings.next());
}

TEST(Readings, APinnedRuleIsNotVaried) {
  Readings readings(testing::a2({"ctrl.59=truncates"}));
  EXPECT_TRUE(readings.follows(choice("ctrl.59", "truncates")));
  EXPECT_FALSE(readings.next());
  EXPECT_TRUE(readings.follows(choice("ctrl.59", "truncates")));
}

// Two rules of three readings each, and one that is asked under one combination only.
TEST(Readings, EveryCombinationIsVisitedOnceInAFixedOrder) {
  Readings readings{spec::Choices()};
  std::vector<std::string> visited;
  do {
    const int directed = readings.ask(cite("overflow.directed")).reading;
    const int odd = readings.ask(cite("overflow.odd")).reading;
    std::string world = std::to_string(directed) + std::to_string(odd);
    if (directed == 1 && odd == 2) {
      world += std::to_string(readings.ask(cite("subnormal.inputs")).reading);
    }
    EXPECT_EQ(readings.ask(cite("overflow.directed")).reading, directed);
    visited.push_back(world);
  } while (readings.next());
  EXPECT_EQ(visited, (std::vector<std::string>{"00", "01", "02", "10", "11", "120", "121", "20",
                                               "21", "22"}));
}

TEST(Readings, DecidedHoldsPinnedAndVariedOnes) {
  Readings readings(testing::a2());
  readings.ask(cite("overflow.odd"));
  ASSERT_TRUE(readings.next());
  EXPECT_TRUE(readings.decided().follows(choice("overflow.odd", "inf-after-rounding")));
  EXPECT_TRUE(readings.decided().follows(choice("ctrl.59", "absent")));
  EXPECT_EQ(readings.decided().reading(cite("overflow.directed")), std::nullopt);
}

TEST(Readings, APermissiveReadingHoldsOnlyWherePinned) {
  Readings open{spec::Choices()};
  EXPECT_TRUE(open.follows(choice("mask.inactive-lanes", "unchanged")));
  EXPECT_FALSE(open.next());
  Readings pinned(testing::a2({"mask.inactive-lanes=undefined"}));
  EXPECT_TRUE(pinned.follows(choice("mask.inactive-lanes", "undefined")));
  EXPECT_FALSE(pinned.next());
}

}  // namespace
}  // namespace vconform::oracle
