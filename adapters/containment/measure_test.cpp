#include "adapters/containment/measure.h"

#include <gtest/gtest.h>

namespace vconform::adapters {
namespace {

TEST(Measure, TextGoesThereAndBack) {
  const std::vector<Measure> measures = {{"write rules", true, ""},
                                         {"filter", false, "a line\nand a\ttab"}};
  const auto read = measures_from_text(measures_to_text(measures));
  ASSERT_TRUE(read.has_value());
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].name, "write rules");
  EXPECT_TRUE((*read)[0].holds);
  EXPECT_FALSE((*read)[1].holds);
  EXPECT_EQ((*read)[1].reason, "a line and a tab");
}

TEST(Measure, DamagedTextIsNone) {
  for (const char* damaged : {"x", "x\tyes", "x\tyes\t", "x\tperhaps\t\n", "x\tyes\t\ny\n"}) {
    EXPECT_FALSE(measures_from_text(damaged).has_value()) << damaged;
  }
}

TEST(Measure, WordsSayWhatHoldsAndWhyNot) {
  EXPECT_EQ(in_words({"filter", true, ""}), "filter: holds");
  EXPECT_EQ(in_words({"filter", false, "no seccomp"}), "filter: does not hold here: no seccomp");
  EXPECT_EQ(in_words({"rules", true, "files may be truncated"}),
            "rules: holds, but files may be truncated");
}

}  // namespace
}  // namespace vconform::adapters
