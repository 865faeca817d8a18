#include "oracle/reading/decide.h"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::cite;

constexpr std::array kRules = {cite("overflow.directed"), cite("overflow.odd"),
                               cite("subnormal.results")};

// The combinations that are tried, by the readings of kRules, with the rules that affect the
// result.
template <typename Result>
std::string tried(const spec::Choices& pinned, const Result& result) {
  std::string text;
  Readings readings(pinned);
  do {
    const Decision decision =
        decide(kRules, readings, [&](std::span<const spec::Choice> reading_of) {
          return static_cast<std::uint64_t>(result(reading_of));
        });
    for (const spec::Choice& choice : std::span(decision.reading_of).first(kRules.size())) {
      text += std::to_string(choice.reading);
    }
    text += "(";
    for (std::size_t i = 0; i < kRules.size(); ++i) {
      text += decision.had_a_say.test(kRules[i]) ? std::to_string(i) : "";
    }
    text += decision.first ? "," + testing::slug(*decision.first) + ") " : ") ";
  } while (readings.next());
  return text;
}

using ReadingOf = std::span<const spec::Choice>;

TEST(Decide, AResultThatNoRuleChangesAsksNone) {
  EXPECT_EQ(tried(spec::Choices(), [](ReadingOf) { return 7; }), "000() ");
}

TEST(Decide, OnlyTheRuleThatChangesTheResultIsAsked) {
  EXPECT_EQ(tried(spec::Choices(), [](ReadingOf r) { return r[1].reading; }),
            "000(1,overflow.odd) 010(1,overflow.odd) 020(1,overflow.odd) ");
}

// The second rule matters under one reading of the first alone.
TEST(Decide, ARuleIsAskedUnderThoseReadingsOfOthersWhereItMatters) {
  EXPECT_EQ(tried(spec::Choices(),
                  [](ReadingOf r) { return r[0].reading == 2 ? 5 + r[2].reading : r[0].reading; }),
            "000(0,overflow.directed) 100(0,overflow.directed) 200(02,overflow.directed) "
            "201(02,overflow.directed) ");
}

TEST(Decide, APinnedRuleThatMattersHasASayWithoutBeingAsked) {
  const spec::Choices pinned = testing::a2({"subnormal.results=flushed"});
  EXPECT_EQ(tried(pinned, [](ReadingOf r) { return r[2].reading; }), "001(2,subnormal.results) ");
  EXPECT_EQ(tried(pinned, [](ReadingOf r) { return r[2].reading == 0 ? r[0].reading : 9; }),
            "001(2,subnormal.results) ");
}

}  // namespace
}  // namespace vconform::oracle
