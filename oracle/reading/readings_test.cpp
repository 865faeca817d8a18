#include "oracle/reading/readings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::cite;

TEST(Readings, WithNothingAskedThereIsOneWorld) {
  Readings readings{spec::Choices()};
  EXPECT_FALSE(readings.next());
}

TEST(Readings, APinnedRuleIsNotVaried) {
  Readings readings(testing::a2({"ctrl.59=truncates"}));
  EXPECT_EQ(readings.ask(cite("ctrl.59")), 1);
  EXPECT_FALSE(readings.next());
  EXPECT_EQ(readings.ask(cite("ctrl.59")), 1);
}

// Two rules of three readings each, and one that is asked under one combination only.
TEST(Readings, EveryCombinationIsVisitedOnceInAFixedOrder) {
  Readings readings{spec::Choices()};
  std::vector<std::string> visited;
  do {
    const int directed = readings.ask(cite("overflow.directed"));
    const int odd = readings.ask(cite("overflow.odd"));
    std::string world = std::to_string(directed) + std::to_string(odd);
    if (directed == 1 && odd == 2) {
      world += std::to_string(readings.ask(cite("subnormal.inputs")));
    }
    EXPECT_EQ(readings.ask(cite("overflow.directed")), directed);
    visited.push_back(world);
  } while (readings.next());
  EXPECT_EQ(visited, (std::vector<std::string>{"00", "01", "02", "10", "11", "120", "121", "20",
                                               "21", "22"}));
}

TEST(Readings, DecidedHoldsPinnedAndVariedOnes) {
  Readings readings(testing::a2());
  readings.ask(cite("overflow.odd"));
  ASSERT_TRUE(readings.next());
  EXPECT_EQ(readings.decided().reading(cite("overflow.odd")), 1);
  EXPECT_EQ(readings.decided().reading(cite("ctrl.59")), 0);
  EXPECT_EQ(readings.decided().reading(cite("overflow.directed")), std::nullopt);
}

TEST(Readings, APermissiveReadingHoldsOnlyWherePinned) {
  const spec::RuleId rule = cite("mask.inactive-lanes");
  Readings open{spec::Choices()};
  EXPECT_EQ(open.ask(rule), 0);
  EXPECT_FALSE(open.next());
  Readings pinned(testing::a2({"mask.inactive-lanes=undefined"}));
  EXPECT_EQ(pinned.ask(rule), 1);
  EXPECT_FALSE(pinned.next());
}

}  // namespace
}  // namespace vconform::oracle
