#include "oracle/operation/operation.h"

#include <gtest/gtest.h>

#include "oracle/judge/judge.h"
#include "oracle/predict/predict.h"
#include "oracle/testing/test_support.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"

namespace vconform::oracle {
namespace {

using testing::a2;

// The operation `as` on one row of sources, from `ctrl`.
spec::Case case_of(const std::string& as, const std::string& place, const std::string& ctrl,
                   const std::string& saturation = "by-ctrl") {
  return spec::case_from_text(
      "vconform-case 1\nseed 1\nmemory UB size=1024 background=1\nplace UB+0x40 " + place +
      "\noperation tile as=" + as + " saturation=" + saturation +
      " clobbers=none dst=UB+0x200 src=UB+0x40 rows=1 cols=2 dstStride=2 "
      "srcStride=2 scratch=UB+0x0 scratchBytes=4 entry.ctrl=" +
      ctrl +
      " entry.mask1=0x0 entry.mask0=0x0 entry.deqscale=0x0 entry.nd_para=0x0 "
      "entry.lrelu_alpha=0x0 entry.quant_pre=0x0 entry.fpc=0x0\n");
}

std::vector<World> worlds_of(const spec::Case& test_case, const spec::Choices& choices) {
  return predict(test_case, spec::initial_image(test_case), choices);
}

// The result of every element, which is the same.
std::uint64_t result(const std::string& as, const std::string& pattern, const std::string& ctrl,
                     const std::string& saturation = "by-ctrl",
                     const spec::Choices& choices = a2()) {
  const std::string type = as.substr(0, as.find('>'));
  const spec::Case test_case =
      case_of(as, type + " patterns count=2 first=" + pattern + " step=0x0", ctrl, saturation);
  const World world = worlds_of(test_case, choices).front();
  const Expectation& first = world.expectations[world.elements[0].expectation];
  EXPECT_TRUE(first.is_exact()) << as;
  return first.patterns.front();
}

// 2.5000002: one rounding to nearest gives 3, by way of f16 toward zero it is 2.5, and that is a
// tie.
TEST(Operation, AChainRoundsAsOftenAsItDeclares) {
  EXPECT_EQ(result("f32>r>s16", "0x40200001", "0x0"), 3U);
  EXPECT_EQ(result("f32>z>f16>r>s16", "0x40200001", "0x0"), 2U);
  EXPECT_EQ(result("f32>o>f16>r>s16", "0x40200001", "0x0"), 3U);
}

// No instruction converts f32 to s8: it is rounded once all the same.
TEST(Operation, APairThatNoRowHasIsConvertedOnce) {
  EXPECT_EQ(result("f32>r>s8", "0x40200001", "0x0"), 3U);
  EXPECT_EQ(result("f32>r>s8", "0x43960000", "0x0"), 0x7fU);
  EXPECT_EQ(result("f32>f>s8", "0xbf000000", "0x0"), 0xffU);
  EXPECT_EQ(result("f32>r>s8", "0x7fc00000", "0x0"), 0U);
}

// 65536 in f16 is MAX under CTRL[48]=0, and inf under 1, which an integer takes as out of range.
TEST(Operation, CtrlAtEntryDecides) {
  EXPECT_EQ(result("f32>r>f16", "0x47800000", "0x0"), 0x7bffU);
  EXPECT_EQ(result("f32>r>f16", "0x47800000", "0x0001000000000000"), 0x7c00U);
  EXPECT_EQ(result("f32>r>f16>r>s32", "0x47800000", "0x0"), 65504U);
  EXPECT_EQ(result("f32>r>f16>r>s32", "0x47800000", "0x0001000000000000"), 0x7fffffffU);
}

// 32768, whatever the profile makes of CTRL[59].
TEST(Operation, IntegersKeepTheirLowBitsWhereItIsDeclared) {
  const std::string keeps = "integers-keep-low-bits";
  for (const char* ctrl : {"0x0", "0x0800000000000000"}) {
    EXPECT_EQ(result("f32>r>s16", "0x47000000", ctrl, keeps), 0x8000U) << ctrl;
    EXPECT_EQ(result("f16>r>s16", "0x7bff", ctrl, keeps), 65504U) << ctrl;
    EXPECT_EQ(result("f32>r>s32", "0x4f800000", ctrl, keeps), 0U) << ctrl;
    EXPECT_EQ(result("f32>r>u8", "0xbfc00000", ctrl, keeps), 0xfeU) << ctrl;
  }
  EXPECT_EQ(result("f32>r>s16", "0x47000000", "0x0"), 0x7fffU);
}

TEST(Operation, InfinitiesAndNanKeepNoLowBits) {
  EXPECT_EQ(result("f32>r>s16", "0x7f800000", "0x0", "integers-keep-low-bits"), 0x7fffU);
  EXPECT_EQ(result("f32>r>s16", "0xff800000", "0x0", "integers-keep-low-bits"), 0x8000U);
  EXPECT_EQ(result("f32>r>s16", "0x7fc00000", "0x0", "integers-keep-low-bits"), 0U);
}

// 40000 and 65504; then 2^40, of which s32 keeps 0.
TEST(Operation, EveryIntegerOfAChainKeepsItsLowBits) {
  const std::string keeps = "integers-keep-low-bits";
  EXPECT_EQ(result("f32>r>s32>z>s16", "0x471c4000", "0x0", keeps), 0x9c40U);
  EXPECT_EQ(result("f32>r>f16>r>s16", "0x477fe000", "0x0", keeps), 65504U);
  EXPECT_EQ(result("f32>r>s32>r>f32", "0x53800000", "0x0", keeps), 0U);
}

TEST(Operation, IntegersSaturateWhereItIsDeclared) {
  const spec::Choices truncates = a2({"ctrl.59=truncates"});
  const std::string ctrl = "0x0800000000000000";
  EXPECT_EQ(result("f32>r>s16", "0x47000000", ctrl, "by-ctrl", truncates), 0x8000U);
  EXPECT_EQ(result("f32>r>s16", "0x47000000", ctrl, "integers-saturate", truncates), 0x7fffU);
}

TEST(Operation, OnlyResultsAndScratchMayChange) {
  const spec::Case test_case = case_of("f32>r>f16", "f32 numbers count=2 low=1 modulus=2", "0x0");
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<World> worlds = worlds_of(test_case, a2());
  spec::Outcome outcome;
  outcome.after = memory_after(worlds.front(), before);
  EXPECT_EQ(judge(worlds, before, outcome, {}).verdict, Verdict::kPass);
  outcome.after.of(spec::MemoryId::kUb)[3] ^= 1;
  EXPECT_EQ(judge(worlds, before, outcome, {}).verdict, Verdict::kPass);
  outcome.after.of(spec::MemoryId::kUb)[0x204] ^= 1;
  EXPECT_EQ(judge(worlds, before, outcome, {}).verdict, Verdict::kWroteOutside);
}

}  // namespace
}  // namespace vconform::oracle
