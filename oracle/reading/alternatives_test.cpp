#include "oracle/reading/alternatives.h"

#include <gtest/gtest.h>

#include <string>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;

constexpr spec::RuleId kOne = spec::cite("fixpipe.product");
constexpr spec::RuleId kOther = spec::cite("fixpipe.add");
constexpr spec::RuleId kOnly = spec::cite("fixpipe.cast");

// "01=0x3": the readings in order, then the result.
std::string listed(const Alternatives& all) {
  std::string text;
  for (const Alternative& one : all) {
    text += text.empty() ? "" : " ";
    for (const spec::Choice& choice : one.readings) {
      text += std::to_string(choice.reading);
    }
    text += "=" + text_of(one.expectation);
  }
  return text;
}

Alternatives by(spec::RuleId rule, std::uint64_t first, std::uint64_t second) {
  return {{{{rule, 0}}, exactly(first, rule)}, {{{rule, 1}}, exactly(second, rule)}};
}

TEST(Alternatives, OfIndependentElementsAreAllCombinations) {
  EXPECT_EQ(listed(combined(by(kOne, 1, 2), by(kOther, 3, 4), either_of)),
            "00=0x1|0x3 01=0x1|0x4 10=0x2|0x3 11=0x2|0x4");
}

TEST(Alternatives, OfElementsUnderOneRuleAgreeAboutIt) {
  EXPECT_EQ(listed(combined(by(kOne, 1, 2), by(kOne, 3, 4), either_of)), "0=0x1|0x3 1=0x2|0x4");
  EXPECT_EQ(listed(combined({{{}, exactly(7, kOnly)}}, by(kOne, 3, 4), either_of)),
            "0=0x7|0x3 1=0x7|0x4");
}

TEST(Alternatives, AgreeWithWhatIsPinned) {
  const Alternatives all = by(kOne, 1, 2);
  EXPECT_TRUE(agrees(all[1], {}));
  EXPECT_TRUE(agrees(all[1], with({}, {{kOther, 0}})));
  EXPECT_TRUE(agrees(all[1], with({}, {{kOne, 1}})));
  EXPECT_FALSE(agrees(all[1], with({}, {{kOther, 1}, {kOne, 0}})));
}

}  // namespace
}  // namespace vconform::oracle
