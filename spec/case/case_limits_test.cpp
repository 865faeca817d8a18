#include "spec/case/case_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vconform::spec {
namespace {

using testing::HasSubstr;

Case good_case() {
  Case test_case;
  test_case.memories = {{MemoryId::kUb, 1024}};
  test_case.steps = {Vconv{{4, Rounding::kNearestEven}, {MemoryId::kUb, 0}, {MemoryId::kUb, 512}}};
  return test_case;
}

std::string problem_with(const Placement& placement) {
  Case test_case = good_case();
  test_case.placements = {placement};
  return case_problem(test_case).value_or("");
}

TEST(CaseLimits, AGoodCaseHasNoProblem) {
  EXPECT_EQ(case_problem(good_case()), std::nullopt);
}

TEST(CaseLimits, PlacementsStayInTheirMemory) {
  const Address end{MemoryId::kUb, 1020};
  EXPECT_EQ(problem_with(PlaceElement{end, NumberType::kF32, 0, 0}), "");
  EXPECT_THAT(problem_with(PlaceElement{end, NumberType::kF32, 1, 0}), HasSubstr("do not fit"));
  EXPECT_THAT(problem_with(PlacePatterns{end, NumberType::kF16, 3, 0, 1}), HasSubstr("do not fit"));
  EXPECT_THAT(problem_with(PlaceNumbers{{MemoryId::kL1, 0}, NumberType::kF16, 1, 0, 1}),
              HasSubstr("do not fit"));
  EXPECT_THAT(problem_with(PlacePatterns{end, NumberType::kS4, ~std::uint64_t{0}, 0, 1}),
              HasSubstr("do not fit"));
}

TEST(CaseLimits, PlacedNumbersAreExact) {
  const Address at{MemoryId::kUb, 0};
  EXPECT_EQ(problem_with(PlaceNumbers{at, NumberType::kF16, 4, -2048, 4097}), "");
  EXPECT_THAT(problem_with(PlaceNumbers{at, NumberType::kF16, 4, -2048, 4098}), HasSubstr("f16"));
  EXPECT_THAT(problem_with(PlaceNumbers{at, NumberType::kU8, 4, -1, 3}), HasSubstr("u8"));
  EXPECT_THAT(problem_with(PlaceNumbers{at, NumberType::kU8, 4, 0, 0}), HasSubstr("modulus"));
}

TEST(CaseLimits, MemoriesAndOperandsAreThere) {
  Case test_case = good_case();
  test_case.memories.push_back({MemoryId::kUb, 64});
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("named twice"));
  test_case.memories = {{MemoryId::kUb, 512}};
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("src at UB+0x200 is outside"));
  test_case.memories = {{MemoryId::kUb, kMaxMemoryBytes + 1}};
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("must have 1 to"));
}

TEST(CaseLimits, MemoriesHaveASizeInAll) {
  Case test_case = good_case();
  test_case.memories = {{MemoryId::kUb, kMaxMemoryBytes}, {MemoryId::kL1, kMaxMemoryBytes}};
  EXPECT_EQ(case_problem(test_case), std::nullopt);
  test_case.memories.push_back({MemoryId::kGm, 1});
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("bytes in all"));
}

TEST(CaseLimits, OnlyASparseGmIsHuge) {
  Case test_case = good_case();
  test_case.memories.push_back({MemoryId::kGm, kMaxGmBytes, true});
  EXPECT_EQ(case_problem(test_case), std::nullopt);
  const std::size_t instruction = test_case.steps.size() - 1;
  test_case.steps.push_back(test_case.steps[instruction]);
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("has one instruction"));
  test_case.steps.pop_back();
  test_case.memories.back() = {MemoryId::kGm, kMaxGmBytes + 1, true};
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("must have 1 to 274877906944"));
  test_case.memories.back() = {MemoryId::kGm, kMaxMemoryBytes + 1};
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("must have 1 to 16777216"));
  test_case.memories.back() = {MemoryId::kL1, kMaxMemoryBytes + 1, true};
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("must have 1 to 16777216"));
}

TEST(CaseLimits, FillingIsBounded) {
  Case test_case = good_case();
  test_case.memories = {{MemoryId::kUb, kMaxMemoryBytes}};
  const PlacePatterns all{{MemoryId::kUb, 0}, NumberType::kS8, kMaxMemoryBytes, 0, 1};
  test_case.placements.assign(5, all);
  EXPECT_THAT(case_problem(test_case).value_or(""), HasSubstr("elements in all"));
}

}  // namespace
}  // namespace vconform::spec
