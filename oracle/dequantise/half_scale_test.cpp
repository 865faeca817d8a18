#include "oracle/dequantise/half_scale.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "oracle/reading/settle.h"
#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;

Alternatives element(std::int64_t source, std::uint64_t scale, std::uint64_t ctrl,
                     const spec::Choices& known) {
  return alternatives_of(
      [&](Derivation& d) { return dequantise16(d, {integer(32, source), scale}, ctrl); }, known);
}

Expectation dequantised(std::int64_t source, std::uint64_t scale, std::uint64_t ctrl = 0,
                        std::initializer_list<std::string_view> pinned = {}) {
  const Expectation result = only(element(source, scale, ctrl, a2(pinned)));
  EXPECT_TRUE(result.cited.test(result.rule));
  return result;
}

std::vector<std::string> by_precision(std::int64_t source, std::uint64_t scale,
                                      std::uint64_t ctrl = 0) {
  std::vector<std::string> texts;
  for (const char* reading : {"deq16.precision=f32-chain", "deq16.precision=exact",
                              "deq16.precision=f16-product", "deq16.precision=f16-scaled"}) {
    texts.push_back(text_of(dequantised(source, scale, ctrl, {reading})));
  }
  return texts;
}
using Texts = std::vector<std::string>;

TEST(Deq16, ASmallWholeProductIsItself) {
  EXPECT_EQ(text_of(dequantised(3, f16(0.5))), fmt::format("{:#x}", f16(1.5)));
  EXPECT_EQ(text_of(dequantised(-7, f16(4))), fmt::format("{:#x}", f16(-28)));
  EXPECT_EQ(slug(dequantised(3, f16(0.5)).rule), "deq16.scale-is-half");
  EXPECT_EQ(by_precision(3, f16(0.5)), Texts(4, "0x3e00"));
}

TEST(Deq16, WhereTheProductIsRoundedIsAChoice) {
  const auto first_two = [](std::int64_t source, std::uint64_t scale) {
    const Texts texts = by_precision(source, scale);
    return texts[0] + " " + texts[1];
  };
  EXPECT_EQ(first_two(-2968039, 0x15d5), "0xec20 0xec21");
  EXPECT_EQ(first_two(237586, 0x2f1c), "0x7672 0x7671");
  EXPECT_EQ(first_two(492964, 0x249c), "0x7056 0x7055");
  const Texts texts = by_precision(13036, 0x0c7e);
  EXPECT_EQ(texts[0], "0x4326");
  EXPECT_EQ(texts[2], "0x4327");
  EXPECT_EQ(texts[3], "0x4328");
  EXPECT_EQ(slug(dequantised(-2968039, 0x15d5).rule), "deq16.precision");
}

// 65519 rounds down to 65504, 65520 up beyond it, even if the s32 becomes an f16 on the way.
TEST(Deq16, AnOverflowIsAsCtrl48Says) {
  const std::uint64_t one = f16(1);
  EXPECT_EQ(text_of(dequantised(65519, one)), "0x7bff");
  EXPECT_EQ(text_of(dequantised(65520, one)), "0x7bff");
  EXPECT_EQ(text_of(dequantised(65519, one, kKeepInf)), "0x7bff");
  EXPECT_EQ(text_of(dequantised(65520, one, kKeepInf)), "0x7c00");
  EXPECT_EQ(text_of(dequantised(-65520, one, kKeepInf)), "0xfc00");
  EXPECT_EQ(text_of(dequantised(65520, 0xbc00, kKeepInf)), "0xfc00");
  EXPECT_EQ(slug(dequantised(65520, one).rule), "ctrl.48");
  EXPECT_EQ(slug(dequantised(65520, one, kKeepInf).rule), "overflow.nearest");
  EXPECT_TRUE(cites(dequantised(65520, one, kKeepInf).cited, "ctrl.48"));
  EXPECT_FALSE(cites(dequantised(65519, one, kKeepInf).cited, "ctrl.48"));
}

// 100000 is no f16: 65504 or inf on the way; times 2^-4 it is 6250, 4094, inf.
TEST(Deq16, AnF16OnTheWayOverflowsToo) {
  EXPECT_EQ(by_precision(100000, f16(0.0625)), (Texts{"0x6e1a", "0x6e1a", "0x6bff", "0x6e1a"}));
  EXPECT_EQ(by_precision(100000, f16(0.0625), kKeepInf),
            (Texts{"0x6e1a", "0x6e1a", "0x7c00", "0x6e1a"}));
  EXPECT_EQ(by_precision(-100000, 0, kKeepInf),
            (Texts{"0x0|0x8000", "0x0|0x8000", "any NaN", "0x0|0x8000"}));
  EXPECT_EQ(by_precision(100000, 0), Texts(4, "0x0|0x8000"));
}

TEST(Deq16, AZeroHasEitherSign) {
  for (const std::uint64_t scale : {f16(1), f16(-1), f16(0)}) {
    EXPECT_EQ(text_of(dequantised(0, scale)), "0x0|0x8000");
    EXPECT_EQ(slug(dequantised(0, scale).rule), "deq16.zero-sign");
  }
  EXPECT_EQ(text_of(dequantised(-5, 0x8000)), "0x0|0x8000");
}

// 3 * 2^-24 is subnormal. Under f16-scaled, 3 / 2^17 is 384 * 2^-24, and times 2^-24 it is 0.
TEST(Deq16, SubnormalResultsAreGradualOrFlushed) {
  EXPECT_EQ(text_of(dequantised(3, 0x0001)), "0x3");
  EXPECT_EQ(text_of(dequantised(3, 0x0001, 0, {"subnormal.results=flushed"})), "0x0|0x8000");
  EXPECT_TRUE(cites(dequantised(3, 0x0001).cited, "subnormal.results"));
  EXPECT_EQ(text_of(dequantised(1024, 0x0001, 0, {"subnormal.results=flushed"})), "0x400");
  EXPECT_FALSE(cites(dequantised(1024, 0x0001).cited, "subnormal.results"));
  EXPECT_EQ(by_precision(3, 0x0001)[3], "0x0|0x8000");
}

TEST(Deq16, AScaleThatIsNanOrInfPromisesNothing) {
  for (const std::uint64_t scale : {0x7c00u, 0xfc00u, 0x7e00u, 0xfc01u}) {
    EXPECT_EQ(text_of(dequantised(0, scale)), "anything");
    EXPECT_EQ(slug(dequantised(5, scale).rule), "deq.scale-nan-inf");
  }
}

TEST(Deq16, OnlyTheLowHalfOfTheRegisterIsTheScale) {
  const std::uint64_t word = f16(2) | 0xffffffffffff0000;
  EXPECT_EQ(text_of(dequantised(21, word)), fmt::format("{:#x}", f16(42)));
  EXPECT_TRUE(cites(dequantised(21, word).cited, "deq.reserved-bits-ignored"));
  EXPECT_FALSE(cites(dequantised(21, f16(2)).cited, "deq.reserved-bits-ignored"));
}

// -2^31 and 2^31 - 1 times 2^-24: -128, and 128 after rounding.
TEST(Deq16, TheEndsOfS32AreExactAndRounded) {
  EXPECT_EQ(text_of(dequantised(-2147483648, 0x0001)), fmt::format("{:#x}", f16(-128)));
  EXPECT_EQ(text_of(dequantised(2147483647, 0x0001)), fmt::format("{:#x}", f16(128)));
}

TEST(Deq16, PrecisionIsAskedOnlyWhereItShows) {
  const auto worlds = [](std::int64_t source, std::uint64_t scale, bool gradual = true) {
    spec::Choices choices;
    if (gradual) {
      choices.pin(spec::choice("subnormal.results", "gradual"));
    }
    return element(source, scale, 0, choices).size();
  };
  EXPECT_EQ(worlds(3, f16(0.5)), 1u);
  EXPECT_EQ(worlds(13036, 0x0c7e), 4u);
  // 3 / 2^17 is subnormal: f16-scaled may flush it.
  EXPECT_EQ(worlds(3, f16(0.5), false), 5u);
}

}  // namespace
}  // namespace vconform::oracle
