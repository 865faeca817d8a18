#include "adapters/containment/trial.h"

#include <gtest/gtest.h>

#include "adapters/containment/containment_test_support.h"

namespace vconform::adapters {
namespace {

TEST(Trial, SaysOfEveryMeasureWhetherItHolds) {
  const std::vector<Measure> measures = try_containment();
  ASSERT_EQ(measures.size(), 4u);
  EXPECT_EQ(measures[0].name, "write rules");
  EXPECT_EQ(measures[1].name, "system call filter");
  EXPECT_EQ(measures[2].name, "strays are ended");
  EXPECT_EQ(measures[3].name, "memory watch");
  for (const Measure& measure : measures) {
    EXPECT_TRUE(measure.holds || !measure.reason.empty()) << measure.name;
  }
}

TEST(Trial, LeavesNothingBehind) {
  EXPECT_EQ(code_of([] {
              try_containment();
              return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD ? 0 : 1;
            }),
            0);
}

TEST(Trial, WithoutATemporaryFolderItSaysSo) {
  EXPECT_EQ(code_of([] {
              setenv("TMPDIR", "/proc/self", 1);
              const std::vector<Measure> measures = try_containment();
              return !measures.empty() && !measures[0].holds &&
                             measures[0].reason.find("temporary folder") != std::string::npos
                         ? 0
                         : 1;
            }),
            0);
}

}  // namespace
}  // namespace vconform::adapters
