#include "suites/report/standing.h"

#include <gtest/gtest.h>

namespace vconform::suites {
namespace {

Standing of_nine() {
  return {.elements = 1, .rows = 9, .claimed = 9, .conforming = 9, .level = "standard"};
}

TEST(Standing, NamesWhatIsNotWhole) {
  Standing standing = of_nine();
  EXPECT_EQ(verdict(standing), "conforms");
  EXPECT_EQ(headline(standing), "conforms on 9 of 9 rows");
  standing.budget = Budgeted{41, 59};
  EXPECT_EQ(verdict(standing), "conforms with exclusions");
  EXPECT_EQ(headline(standing), "conforms on 9 of 9 rows, standard, 41 % of the plan");
  standing.budget = Budgeted{999, 1};
  EXPECT_EQ(headline(standing), "conforms on 9 of 9 rows, standard, 99 % of the plan");
  standing.budget = Budgeted{100, 0};
  EXPECT_EQ(verdict(standing), "conforms");
}

TEST(Standing, RowsThatAreNotJudgedDoNotPass) {
  Standing standing = of_nine();
  standing.budget = Budgeted{5, 95};
  standing.conforming = 6;
  standing.not_judged = 3;
  EXPECT_FALSE(standing.passes());
  EXPECT_EQ(verdict(standing), "not judged");
  EXPECT_EQ(headline(standing), "conforms on 6 of 9 rows, 3 not judged, standard, 5 % of the plan");
  standing.conforming = 5;
  EXPECT_EQ(verdict(standing), "does not conform");
  standing.conforming = 6;
  standing.missing = 1;
  EXPECT_EQ(verdict(standing), "does not conform");
}

TEST(Standing, NothingJudgedDoesNotConform) {
  Standing standing = of_nine();
  standing.elements = 0;
  EXPECT_EQ(verdict(standing), "does not conform");
}

}  // namespace
}  // namespace vconform::suites
