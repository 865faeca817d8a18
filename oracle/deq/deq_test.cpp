#include "oracle/deq/deq.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "oracle/reading/settle.h"
#include "oracle/testing/test_support.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {
namespace {

using namespace testing;

constexpr bool kS8Result = true;
constexpr bool kU8Result = false;

// A scale by its pattern, an offset (of which nine bits count) and the sign bit.
struct Factor {
  std::uint32_t scale;
  int offset = 0;
  bool sign = kS8Result;

  std::uint64_t word() const { return spec::deq_factor(scale, offset, sign); }
};
constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kHalfOf = 0x3f000000;

Alternatives element(std::uint64_t factor, int source, const spec::Choices& known,
                     spec::NumberType destination = spec::NumberType::kS8) {
  return alternatives_of(
      [&](Derivation& d) { return dequantise(d, {integer(16, source), factor}, destination); },
      known);
}

Expectation dequantised(const Factor& factor, int source, const spec::Choices& choices) {
  const Expectation result = only(element(factor.word(), source, choices));
  EXPECT_TRUE(result.cited.test(result.rule));
  return result;
}

// The result as a number; "anything" is 1000.
int value(const Factor& factor, int source, std::initializer_list<std::string_view> readings = {}) {
  const Expectation result = dequantised(factor, source, a2(readings));
  if (!result.is_exact()) {
    return 1000;
  }
  const auto pattern = static_cast<int>(result.patterns.front());
  return factor.sign && pattern > 127 ? pattern - 256 : pattern;
}

// The result under each reading of one rule, the other rules as in the profile a2.
std::vector<int> by_reading(std::string_view rule, const Factor& factor, int source) {
  std::vector<int> values;
  for (const spec::Reading& reading : spec::rule_of(*spec::rule_with_slug(rule)).readings) {
    const std::string text = std::string(rule) + "=" + std::string(reading.name);
    values.push_back(value(factor, source, {text}));
  }
  return values;
}
using Values = std::vector<int>;

TEST(Deq, ScalesAreTakenAsTheReadingSays) {
  const char* rule = "deq.scale-bits";  // truncate, nearest, f32
  EXPECT_EQ(by_reading(rule, {0x3bb5789d}, 18696), (Values{103, 104, 104}));
  EXPECT_EQ(by_reading(rule, {0x3d15525d}, 2455), (Values{89, 90, 89}));
  EXPECT_EQ(by_reading(rule, {0x3b26ce84}, 32420), (Values{82, 82, 83}));
}

// Scales M = (1 + u / 1024) * 2^k: u = 1/2 rounds to 0, where 5 * M is 2.5, otherwise above; u =
// 3/2 rounds to 2, where 799 * M is 100.07; with u = 1 it is 99.97.
TEST(Deq, AScaleHalfwayGoesToTheEvenOne) {
  EXPECT_EQ(value({0x3f001000}, 5, {"deq.scale-bits=nearest"}), 2);
  EXPECT_EQ(value({0x3f001001}, 5, {"deq.scale-bits=nearest"}), 3);
  for (const auto& [reading, result] :
       {std::pair{"deq.scale-bits=nearest", 100}, std::pair{"deq.scale-bits=truncate", 99}}) {
    EXPECT_EQ(value({0x3e003000}, 799, {"deq.s9-rounding=f", reading}), result);
  }
}

TEST(Deq, TheProductIsAnF32OrExact) {
  const char* rule = "deq.product";  // f32, exact
  EXPECT_EQ(by_reading(rule, {0x3bb66000}, 12667), (Values{70, 71}));
  EXPECT_EQ(by_reading(rule, {0x3bb1a000}, 15035), (Values{82, 81}));
  EXPECT_EQ(by_reading(rule, {0x3b81e000}, 27375), (Values{108, 109}));
  EXPECT_EQ(by_reading(rule, {0x3c02e000, 0, kU8Result}, 29607), (Values{236, 237}));
  EXPECT_EQ(by_reading(rule, {0x3c172000, 0, kU8Result}, 15991), (Values{148, 147}));
  EXPECT_EQ(by_reading(rule, {0x3c02e000, -128}, 29607), (Values{108, 109}));
}

TEST(Deq, TheProductIsRoundedAsTheReadingSays) {
  const char* rule = "deq.s9-rounding";  // r, a, z, f, c
  const Factor half{kHalfOf, 1};
  EXPECT_EQ(by_reading(rule, half, 3), (Values{3, 3, 2, 2, 3}));
  EXPECT_EQ(by_reading(rule, half, 5), (Values{3, 4, 3, 3, 4}));
  EXPECT_EQ(by_reading(rule, half, -3), (Values{-1, -1, 0, -1, 0}));
  EXPECT_EQ(by_reading(rule, half, -5), (Values{-1, -2, -1, -2, -1}));
}

TEST(Deq, TheProductSaturatesToAnS9OrNot) {
  EXPECT_EQ(by_reading("deq.s9-clamp", {kOne, -200, kU8Result}, 1000), (Values{55, 255}));
  EXPECT_EQ(by_reading("deq.s9-clamp", {kOne, 255, kS8Result}, -1000), (Values{-1, -128}));
  // Both limits of s9, from both sides.
  EXPECT_EQ(value({kOne, -200}, 254), 54);
  EXPECT_EQ(value({kOne, -200}, 255), 55);
  EXPECT_EQ(value({kOne, -200}, 256), 55);
  EXPECT_EQ(value({kOne, 200}, -255), -55);
  EXPECT_EQ(value({kOne, 200}, -256), -56);
  EXPECT_EQ(value({kOne, 200}, -257), -56);
  // 255.5 would round to 256.
  EXPECT_EQ(value({kHalfOf, -200}, 511), 55);
}

TEST(Deq, TheOffsetHasASignOrNot) {
  EXPECT_EQ(by_reading("deq.offset-sign", {kOne, 0x1ff, kU8Result}, 10), (Values{9, 255}));
  EXPECT_EQ(by_reading("deq.offset-sign", {kOne, 0x100, kU8Result}, 0), (Values{0, 255}));
  EXPECT_EQ(by_reading("deq.offset-sign", {kOne, 0x0ff, kU8Result}, 0), (Values{255, 255}));
}

TEST(Deq, TheOffsetIsAddedAfterOrBeforeRounding) {
  const char* rule = "deq.offset-order";  // after-s9, before-rounding
  const Factor half{kHalfOf, 1};
  EXPECT_EQ(by_reading(rule, half, 3), (Values{3, 2}));
  EXPECT_EQ(by_reading(rule, half, 5), (Values{3, 4}));
  EXPECT_EQ(by_reading(rule, half, -3), (Values{-1, 0}));
  EXPECT_EQ(by_reading(rule, half, -5), (Values{-1, -2}));
  // Under before-rounding nothing saturates to an s9.
  EXPECT_EQ(by_reading(rule, {kOne, -200, kU8Result}, 1000), (Values{55, 255}));
}

TEST(Deq, TheSumWrapsOrNot) {
  const char* rule = "deq.add";  // no-wrap, wrap9
  EXPECT_EQ(by_reading(rule, {kOne, 255, kS8Result}, 255), (Values{127, -2}));
  EXPECT_EQ(by_reading(rule, {kOne, 255, kU8Result}, 255), (Values{255, 0}));
  EXPECT_EQ(by_reading(rule, {kOne, -256, kS8Result}, -256), (Values{-128, 0}));
  EXPECT_EQ(by_reading(rule, {kOne, -256, kU8Result}, -256), (Values{0, 0}));
  // -257 and 256 are the first sums without an s9.
  EXPECT_EQ(by_reading(rule, {kOne, -1, kS8Result}, -256), (Values{-128, 127}));
  EXPECT_EQ(by_reading(rule, {kOne, 1, kU8Result}, 255), (Values{255, 0}));
  EXPECT_EQ(by_reading(rule, {kOne, 0, kU8Result}, 255), (Values{255, 255}));
}

TEST(Deq, ResultsSaturateAsTheSignBitSays) {
  const std::map<int, int> s8 = {{126, 126},   {127, 127},   {128, 127},
                                 {-127, -127}, {-128, -128}, {-129, -128}};
  for (const auto& [source, result] : s8) {
    EXPECT_EQ(value({kOne, 0, kS8Result}, source), result);
  }
  const std::map<int, int> u8 = {{-1, 0}, {0, 0}, {1, 1}, {254, 254}, {255, 255}};
  for (const auto& [source, result] : u8) {
    EXPECT_EQ(value({kOne, 0, kU8Result}, source), result);
  }
  EXPECT_EQ(value({kOne, 2, kU8Result}, 254), 255);
  EXPECT_EQ(value({kOne, 0, kS8Result}, 32767), 127);
  EXPECT_EQ(value({kOne, 0, kU8Result}, -32768), 0);
  const Expectation saturated = dequantised({kOne}, 128, a2());
  EXPECT_EQ(slug(saturated.rule), "deq.result-saturates");
}

// The type of dst matters only if s8 and u8 results differ in bits.
TEST(Deq, TheSignBitDecidesAgainstTheTypeOfTheDestination) {
  const auto decides = [](const Factor& factor, int source, spec::NumberType type) {
    return cites(only(element(factor.word(), source, a2(), type)).cited, "deq.sign-bit-decides");
  };
  EXPECT_TRUE(decides({kOne, 0, kS8Result}, 200, spec::NumberType::kU8));
  EXPECT_TRUE(decides({kOne, 0, kU8Result}, -1, spec::NumberType::kS8));
  EXPECT_FALSE(decides({kOne, 0, kS8Result}, 100, spec::NumberType::kU8));
  EXPECT_FALSE(decides({kOne, 0, kS8Result}, 200, spec::NumberType::kS8));
}

TEST(Deq, AScaleThatIsNanOrInfPromisesNothing) {
  for (const std::uint32_t scale :
       {0x7f800000u, 0xff800000u, 0x7fc00000u, 0x7f800001u, 0xffffffffu}) {
    for (const int source : {0, 1, -7}) {
      const Expectation result = dequantised({scale}, source, a2());
      EXPECT_EQ(text_of(result), "anything");
      EXPECT_EQ(slug(result.rule), "deq.scale-nan-inf");
    }
  }
  // The largest f32: as 1-8-10 the largest scale, or rounded to it inf.
  EXPECT_EQ(by_reading("deq.scale-bits", {0x7f7fffff}, -1), (Values{-128, 1000, -128}));
}

// |src * M| below 2^-111 rounds to 0; only f and c tell it from 0.
TEST(Deq, ASubnormalScaleNeedsNoRule) {
  EXPECT_EQ(value({0x007fe000, 5}, 32767), 5);
  EXPECT_EQ(value({0x00002000, 5}, -32768), 5);
  EXPECT_EQ(value({0x00001fff, 5}, -32768), 5);
  EXPECT_EQ(by_reading("deq.s9-rounding", {0x007fe000, 0}, 1), (Values{0, 0, 0, 0, 1}));
  EXPECT_EQ(by_reading("deq.s9-rounding", {0x80002000, 0}, 1), (Values{0, 0, 0, -1, 0}));
}

TEST(Deq, AScaleOfZeroGivesTheOffset) {
  EXPECT_EQ(value({0, 7}, -32768), 7);
  EXPECT_EQ(value({0x80000000, -7}, 32767), -7);
  EXPECT_EQ(value({kOne, -7}, 0), -7);
  for (const char* reading :
       {"deq.add=wrap9", "deq.offset-order=before-rounding", "deq.product=exact"}) {
    EXPECT_EQ(value({0, -256, kS8Result}, 5, {reading}), -128) << reading;
    EXPECT_EQ(value({0, 0, kS8Result}, 5, {reading}), 0) << reading;
  }
}

// 32767 * 2^127 overflows f32 to inf, which saturates as a huge number does.
TEST(Deq, AProductBeyondF32Saturates) {
  EXPECT_EQ(value({0x7f000000, 0, kS8Result}, 32767), 127);
  EXPECT_EQ(value({0x7f000000, 0, kS8Result}, -32767), -128);
  EXPECT_EQ(value({0x7f000000, -200, kU8Result}, 32767), 55);
  EXPECT_EQ(value({0x7f000000, -200, kU8Result}, 32767, {"deq.product=exact"}), 55);
  EXPECT_EQ(value({0x7f000000, -200, kU8Result}, 32767, {"deq.s9-clamp=none"}), 255);
  EXPECT_EQ(value({0x7f000000, -200, kU8Result}, 32767, {"deq.offset-order=before-rounding"}), 255);
}

TEST(Deq, ReservedBitsHaveNoSay) {
  const std::uint64_t plain = spec::deq_factor(kOne, 3, kS8Result);
  const std::uint64_t reserved = spec::reserved_bits(spec::Word::kFactor);
  EXPECT_EQ(reserved, 0xffff801f00000000);
  const Expectation set = only(element(plain | reserved, 10, a2()));
  EXPECT_EQ(text_of(set), "0xd");
  EXPECT_TRUE(cites(set.cited, "deq.reserved-bits-ignored"));
  EXPECT_FALSE(cites(only(element(plain, 10, a2())).cited, "deq.reserved-bits-ignored"));
}

// The results of all combinations of readings that are tried when nothing is pinned.
std::multiset<std::string> all_results(const Factor& factor, int source) {
  std::multiset<std::string> results;
  for (const Alternative& one : element(factor.word(), source, {})) {
    results.insert(text_of(one.expectation));
  }
  return results;
}
using Results = std::multiset<std::string>;

TEST(Deq, ARuleIsAskedOnlyWhereTheResultDependsOnIt) {
  EXPECT_EQ(all_results({kOne, 1}, 5), (Results{"0x6"}));
  // 5 * (1 + 2^-23): truncate and nearest make it 5; under f32, only rounding c sees more.
  EXPECT_EQ(all_results({0x3f800001, 1}, 5),
            (Results{"0x6", "0x6", "0x6", "0x6", "0x6", "0x6", "0x7"}));
  // 255 + 255 wraps, or not, or is not added to an s9.
  EXPECT_EQ(all_results({kOne, 255, kU8Result}, 255), (Results{"0x0", "0xff", "0xff"}));
  // The example of the design: 70 or 71 by the product's precision.
  const Results product = all_results({0x3bb66000}, 12667);
  EXPECT_GE(product.count("0x46"), 1u);
  EXPECT_GE(product.count("0x47"), 1u);
}

TEST(Deq, ARuleIsCitedWhereAnotherReadingGivesAnotherResult) {
  const auto cited = [](const Factor& factor, int source, std::string_view rule) {
    return cites(dequantised(factor, source, a2()).cited, rule);
  };
  EXPECT_TRUE(cited({0x3bb5789d}, 18696, "deq.scale-bits"));
  EXPECT_FALSE(cited({0x3bb5789d}, 1, "deq.scale-bits"));
  EXPECT_TRUE(cited({0x3bb66000}, 12667, "deq.product"));
  EXPECT_FALSE(cited({0x3bb66000}, 12666, "deq.product"));
  EXPECT_TRUE(cited({kHalfOf}, 5, "deq.s9-rounding"));
  EXPECT_FALSE(cited({kHalfOf}, 4, "deq.s9-rounding"));
  EXPECT_TRUE(cited({kOne, -200, kU8Result}, 256, "deq.s9-clamp"));
  EXPECT_FALSE(cited({kOne, -200, kU8Result}, 255, "deq.s9-clamp"));
  EXPECT_TRUE(cited({kOne, -1}, 5, "deq.offset-sign"));
  EXPECT_FALSE(cited({kOne, 1}, 5, "deq.offset-sign"));
  EXPECT_TRUE(cited({kHalfOf, 1}, 3, "deq.offset-order"));
  EXPECT_FALSE(cited({kOne, 1}, 3, "deq.offset-order"));
  EXPECT_TRUE(cited({kOne, 1, kU8Result}, 255, "deq.add"));
  EXPECT_FALSE(cited({kOne, 0, kU8Result}, 255, "deq.add"));
  EXPECT_EQ(slug(dequantised({0x3bb66000}, 12667, a2()).rule), "deq.product");
  EXPECT_EQ(slug(dequantised({kOne, 1, kU8Result}, 255, a2()).rule), "deq.add");
}

}  // namespace
}  // namespace vconform::oracle
