#include "adapters/worker/meetings.h"

#include <gtest/gtest.h>

namespace vconform::adapters {
namespace {

TEST(Meetings, AreOfRunsThatOverlap) {
  Meetings meetings;
  bool inner = false;
  const auto nothing = [] {};
  EXPECT_FALSE(meetings.during(nothing));
  EXPECT_TRUE(meetings.during([&] { inner = meetings.during(nothing); }));
  EXPECT_TRUE(inner);
  EXPECT_FALSE(meetings.during(nothing));
}

}  // namespace
}  // namespace vconform::adapters
