// Tests of values of DataCopy from CO1 to CO2, computed with pencil and paper.
#include "adapters/golden/data_copy/element.h"

#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_copy.h"

namespace vconform::adapters::golden {
namespace {

using Patterns = std::vector<std::uint64_t>;

constexpr std::uint64_t kSigned = std::uint64_t{1} << 46;
constexpr std::uint64_t kRelu = std::uint64_t{1} << 47;

std::uint64_t s32(std::int32_t number) {
  return static_cast<std::uint32_t>(number);
}

Patterns results(const OneCopy& copy, const std::string& choice = "") {
  const auto backend = open_backend(choice.empty() ? "golden" : "golden:" + choice);
  return copied_results(*backend, one_copy(copy), copy.source.size());
}

TEST(GoldenCopiedElement, PublishedDeqValueCopiesInRangeValues) {
  Patterns sources;
  Patterns expected;
  for (int i = -128; i < 128; ++i) {
    sources.push_back(s32(i));
    expected.push_back(static_cast<std::uint8_t>(i));
  }
  EXPECT_EQ(results({"deq8_s322s8", sources, 70369809530880}), expected);
  EXPECT_EQ(results({"deq8_s322s8", {128, s32(-129)}, 70369809530880}), (Patterns{0x7f, 0x80}));
}

TEST(GoldenCopiedElement, DeqNoneMovesOrCasts) {
  EXPECT_EQ(results({"co1_co2_f322f32", {0x7fc00001, 0x80000000, 1}}),
            (Patterns{0x7fc00001, 0x80000000, 1}));
  EXPECT_EQ(results({"co1_co2_f322f16", {0x3f801000, 0x3f803000, 0xc77ff000}}),
            (Patterns{0x3c00, 0x3c02, 0xfbff}));
  EXPECT_EQ(results({"co1_co2_f322f16", {0xff800000, 0x477ff000}}, "copy.half-overflow=inf"),
            (Patterns{0xfc00, 0x7c00}));
}

TEST(GoldenCopiedElement, ReluIsZeroBelowZero) {
  EXPECT_EQ(results({.name = "relu_s322s32", .source = {s32(-5), 5}, .relu = true}),
            (Patterns{0, 5}));
  EXPECT_EQ(results({.name = "relu_f162f16", .source = {0xbc00, 0x3c00, 0xfc00}, .relu = true}),
            (Patterns{0, 0x3c00, 0}));
  EXPECT_EQ(results({.name = "relu_f322f16", .source = {0xbf800000, 0x3f800000}, .relu = true}),
            (Patterns{0, 0x3c00}));
}

TEST(GoldenCopiedElement, DeqMultipliesByAHalf) {
  EXPECT_EQ(results({"deq_f162f16", {0x3e00, 0xbe00}, 0x4000}), (Patterns{0x4200, 0xc200}));
  EXPECT_EQ(results({"deq_s322f16", {3}, 0x3800}), Patterns{0x3e00});
  EXPECT_EQ(results({"deq_s322f16", {s32(-2968039)}, 0x15d5}), Patterns{0xec20});
  EXPECT_EQ(results({"deq_s322f16", {s32(-2968039)}, 0x15d5}, "copy.deq16-precision=exact"),
            Patterns{0xec21});
  EXPECT_EQ(results({"deq_s322f16", {13036}, 0x0c7e}, "copy.deq16-precision=f16-scaled"),
            Patterns{0x4328});
  // 65536 does not fit a half, and the page names no CTRL for it.
  EXPECT_EQ(results({"deq_s322f16", {65536}, 0x3c00}), Patterns{0x7bff});
  EXPECT_EQ(results({"deq_s322f16", {65536}, 0x3c00}, "copy.half-overflow=inf"), Patterns{0x7c00});
}

TEST(GoldenCopiedElement, Deq8IsShiftedMultipliedAndOffset) {
  EXPECT_EQ(results({"deq8_s322u8", {13, s32(-1)}, with_offset(with_shift(kScaleOne, 2), 4)}),
            (Patterns{7, 3}));
  EXPECT_EQ(results({"deq8_s322u8", {1000}, with_offset(kScaleOne, -200)}), Patterns{55});
  EXPECT_EQ(results({"deq8_s322u8", {1000}, with_offset(kScaleOne, -200)}, "copy.s9-clamp=none"),
            Patterns{255});
  EXPECT_EQ(results({"deq8_s322s8", {7}, with_shift(kSignedOne, 1)}, "copy.shift-rounding=nearest"),
            Patterns{4});
  EXPECT_EQ(results({"deq8_s322u8", {s32(-65535)}, with_shift(kScaleOne, 1)}), Patterns{0});
  EXPECT_EQ(
      results({"deq8_s322u8", {s32(-65538)}, with_shift(kScaleOne, 1)}, "copy.shift-to-s16=wraps"),
      Patterns{255})
      << "-32769 wraps to 32767";
}

TEST(GoldenCopiedElement, AllBitsOfMCount) {
  EXPECT_EQ(results({"deq8_s322s8", {18696}, 0x3bb5789d | kSigned}), Patterns{104});
  EXPECT_EQ(results({"deq8_s322s8", {18696}, 0x3bb5789d | kSigned}, "copy.scale-bits=truncate"),
            Patterns{103});
}

TEST(GoldenCopiedElement, ReluIsFinalOrBeforeTheOffset) {
  const OneCopy copy = {"deq8_s322s8", {100, s32(-5)}, with_offset(kSignedOne, -128) | kRelu};
  EXPECT_EQ(results(copy), (Patterns{0, 0}));
  EXPECT_EQ(results(copy, "copy.relu-order=before-offset"), (Patterns{0xe4, 0x80}));
}

TEST(GoldenCopiedElement, ReluIsAskedForByTheFlagOrTheWord) {
  const OneCopy by_word = {"deq8_s322s8", {s32(-5)}, kSignedOne | kRelu};
  EXPECT_EQ(results(by_word), Patterns{0});
  EXPECT_EQ(results({.name = "deq8_s322s8", .source = {s32(-5)}, .relu = true}), Patterns{0});
  const Patterns vector(16, kSignedOne | kRelu);
  EXPECT_EQ(results({.name = "vdeq8_s322s8", .source = {s32(-5)}, .vectors = vector}),
            Patterns{0xfb})
      << "the ReLU bit of a vector is ignored";
  EXPECT_EQ(results({"deq_s322f16", {s32(-1)}, 0x3c00 | kRelu}), Patterns{0xbc00})
      << "a half has no such bit";
}

TEST(GoldenCopiedElement, Deq16ShiftsOrMultiplies) {
  EXPECT_EQ(results({"deq16_s322s16", {100, s32(-7)}, 0x7fc00000}), (Patterns{50, 0xfffc}));
  EXPECT_EQ(results({"deq16_s322f16", {13, s32(-13)}, with_shift(0x3f000000, 2)}),
            (Patterns{0x3e00, 0xc000}));
  EXPECT_EQ(
      results({"deq16_s322f16", {13}, with_shift(0x3f000000, 2)}, "copy.mcb-deq16-half=ignored"),
      Patterns{0x4680});
  EXPECT_EQ(results({"deq16_s322f16", {16785409}, 0x39800000}), Patterns{0x6c00});
  EXPECT_EQ(results({"deq16_s322f16", {16785409}, 0x39800000}, "copy.deqf16=exact"),
            Patterns{0x6c01});
}

}  // namespace
}  // namespace vconform::adapters::golden
