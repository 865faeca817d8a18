#include "suites/report/standing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/report/operation_exclusions.h"

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

spec::DeclaredOperation declared() {
  spec::DeclaredOperation operation;
  operation.row.name = "rows_to_half";
  operation.row.source = spec::NumberType::kF32;
  operation.row.legs = {{.to = spec::NumberType::kF16}};
  return operation;
}

// Each excuses an operation that never looks at CTRL.
TEST(OperationExclusions, ADeclaredSaturationNarrowsTheOperation) {
  EXPECT_EQ(narrowed_count({declared()}), 0u);
  struct Declared {
    spec::Saturation saturation;
    const char* exclusion;
  };
  for (const Declared& one :
       {Declared{spec::Saturation::kIntegersSaturate, "integers saturate whatever CTRL[59] is"},
        Declared{spec::Saturation::kIntegersKeepLowBits, "integers keep their low bits"},
        Declared{spec::Saturation::kHalfSaturates, "halves saturate whatever CTRL[48] is"},
        Declared{spec::Saturation::kHalfKeepsInf,
                 "halves keep inf and NaN whatever CTRL[48] is"}}) {
    spec::DeclaredOperation operation = declared();
    operation.row.saturation = static_cast<std::uint32_t>(one.saturation);
    EXPECT_EQ(narrowed_count({operation, declared()}), 1u) << one.exclusion;
    EXPECT_THAT(exclusions_of({operation}),
                testing::ElementsAre(spec::operation_name(operation.row) + ": " + one.exclusion));
  }
}

TEST(OperationExclusions, OfALaterTableAreNewUnlessTheyAreNarrowerThanBefore) {
  const auto with = [](const auto& change) {
    spec::DeclaredOperation operation = declared();
    change(operation);
    return operation;
  };
  const spec::DeclaredOperation limited = with([](spec::DeclaredOperation& one) {
    one.limits.most_rows = 8;
    one.limits.cols_multiple = 16;
    one.row.clobbers = 3;
  });
  const auto news = [](const spec::DeclaredOperation& before, const spec::DeclaredOperation& now) {
    return newly_excluded({before}, {now});
  };
  using testing::ElementsAre;
  using testing::HasSubstr;
  EXPECT_THAT(news(limited, limited), testing::IsEmpty());
  EXPECT_THAT(news(limited, declared()), testing::IsEmpty());
  EXPECT_THAT(news(declared(), limited),
              ElementsAre(HasSubstr("clobbers"), HasSubstr("never more than 8 rows"),
                          HasSubstr("columns in multiples of 16"), HasSubstr("clobbers mask")));
  EXPECT_THAT(news(limited, with([](spec::DeclaredOperation& one) {
                     one.limits.most_rows = 9;
                     one.limits.cols_multiple = 4;
                     one.row.clobbers = 1;
                   })),
              testing::IsEmpty());
  EXPECT_THAT(
      news(limited, with([](spec::DeclaredOperation& one) {
             one.limits.most_rows = 7;
             one.limits.cols_multiple = 24;
           })),
      ElementsAre(HasSubstr("never more than 7 rows"), HasSubstr("columns in multiples of 24")));
  EXPECT_THAT(news(declared(), with([](spec::DeclaredOperation& one) {
                     one.row.saturation =
                         static_cast<std::uint32_t>(spec::Saturation::kHalfSaturates);
                   })),
              ElementsAre(HasSubstr("halves saturate")));
  EXPECT_THAT(news(declared(), with([](spec::DeclaredOperation& one) {
                     one.row.source = spec::NumberType::kS32;
                   })),
              ElementsAre(HasSubstr("is another operation")));
  EXPECT_THAT(newly_excluded({}, {limited}), testing::IsEmpty());
}

}  // namespace
}  // namespace vconform::suites
