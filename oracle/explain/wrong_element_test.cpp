#include "oracle/explain/wrong_element.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/judge/judge.h"
#include "oracle/testing/case_builder.h"

namespace vconform::oracle {
namespace {

using namespace testing;

// The first difference of an outcome in which one element of the only world holds something else.
std::optional<Difference> first_difference(const spec::Case& test_case, std::uint64_t address,
                                           spec::NumberType type, std::uint64_t pattern) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  spec::Outcome outcome;
  outcome.after = obedient(test_case, only_world(test_case));
  store_at(outcome.after.of(spec::MemoryId::kUb), static_cast<Nibble>(address * kNibblesPerByte),
           spec::format_of(type), pattern);
  const Judgement judgement = judge(predict(test_case, before, a2()), before, outcome, {});
  return judgement.broken.empty() ? std::nullopt : judgement.broken.front().first;
}

// 1.5 rounds to 2, and was truncated; the second step wrote it.
TEST(WrongElement, HasItsStepItsSourceAndBothResults) {
  const spec::Case test_case =
      case_of(place("0x1000", "f32", 3, 0x3fc00000) + "mask 0 8\n" + run("vconv_f322s32r"));
  const std::optional<Difference> difference =
      first_difference(test_case, 0x200c, spec::NumberType::kS32, 1);
  ASSERT_TRUE(difference.has_value());
  const std::optional<WrongElement> wrong = wrong_element_of(test_case, *difference);
  ASSERT_TRUE(wrong.has_value());
  EXPECT_EQ(wrong->step, 1u);
  EXPECT_EQ(wrong->source_type, spec::NumberType::kF32);
  ASSERT_TRUE(wrong->source.has_value());
  EXPECT_EQ(wrong->source->pattern, 0x3fc00000u);
  EXPECT_EQ(wrong->type, spec::NumberType::kS32);
  EXPECT_EQ(wrong->got, 1u);
  EXPECT_THAT(wrong->expected, ::testing::ElementsAre(2u));
}

// Any NaN will do, so that no list of patterns is expected.
TEST(WrongElement, ExpectsNoPatternWhereManyWillDo) {
  const spec::Case test_case = case_of(place("0x1000", "f32", 0, 0x7fc00000) + "mask 0 1\n" +
                                       "ctrl 0x0001000000000000\n" + run("vconv_f322f16r"));
  const std::optional<Difference> difference =
      first_difference(test_case, 0x2000, spec::NumberType::kF16, 0x3c00);
  ASSERT_TRUE(difference.has_value());
  const std::optional<WrongElement> wrong = wrong_element_of(test_case, *difference);
  ASSERT_TRUE(wrong.has_value());
  EXPECT_THAT(wrong->expected, ::testing::IsEmpty());
}

}  // namespace
}  // namespace vconform::oracle
