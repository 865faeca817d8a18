// Whole cases of DEQ, VDEQ and vconv_deq.
#include <gtest/gtest.h>

#include <string>

#include "oracle/predict/predict.h"
#include "oracle/testing/case_builder.h"
#include "spec/text/error.h"

namespace vconform::oracle {
namespace {

using namespace testing;

// Source i is the number i + 1.
const std::string kCounted = "place UB+0x1000 s16 numbers count=512 low=1 modulus=100\n";
const std::string kUnitScale = "deqscale 0x40003f800000\n";  // M = 1, offset 0, s8
const std::string kEveryLane = kCounted + kFullMask + kUnitScale;

// A vector of factors at UB+0x3000: M = 1, s8, the offset of factor i is `first` + i.
std::string factors(int first) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    text += place("0x3000", "s64", i, spec::deq_factor(0x3f800000, first + i, true));
  }
  return text + "deqscale 0x180 tensor\n";
}

TEST(PredictDeq, ResultsFillTheHalfThatTheReadingOfTheNameSays) {
  struct Row {
    const char* reading;
    std::uint64_t high;  // first byte of h
    std::uint64_t low;
    std::uint64_t step;
  };
  for (const Row& row : {Row{"deq.half=block", 16, 0, 1}, Row{"deq.half=swapped", 0, 16, 1},
                         Row{"deq.half=byte-of-lane", 1, 0, 2}}) {
    for (const bool high : {true, false}) {
      const World world = only_world(
          case_of(kEveryLane + run(high ? "vconv_deqs162b8h_s8" : "vconv_deqs162b8l_s8")),
          a2({row.reading}));
      EXPECT_EQ(world.elements.size(), 128u);
      const std::uint64_t first = 0x2000 + (high ? row.high : row.low);
      const std::uint64_t other = 0x2000 + (high ? row.low : row.high);
      EXPECT_EQ(expected_at(world, first), "0x1") << row.reading;
      EXPECT_EQ(expected_at(world, first + 15 * row.step), "0x10") << row.reading;
      EXPECT_EQ(expected_at(world, first + 32), "0x11") << row.reading;
      EXPECT_EQ(expected_at(world, first + 7 * 32 + 15 * row.step), "0x1c") << row.reading;  // 128
      EXPECT_EQ(expected_at(world, other), "unchanged") << row.reading;
      EXPECT_EQ(slug(rule_of_unchanged_byte(world, {spec::MemoryId::kUb, other})), "deq.other-half")
          << row.reading;
    }
  }
}

TEST(PredictDeq, FourBlocksHoldThirtyTwoResultsEach) {
  for (const char* name : {"vconv_deqs162b8h_s8", "vconv_deqs162b8l_s8"}) {
    const World world = only_world(case_of(kEveryLane + run(name)), a2({"deq.half=four-blocks"}));
    EXPECT_EQ(expected_at(world, 0x2000), "0x1");
    EXPECT_EQ(expected_at(world, 0x201f), "0x20");
    EXPECT_EQ(expected_at(world, 0x2020), "0x21");
    EXPECT_EQ(expected_at(world, 0x207f), "0x1c");
    EXPECT_EQ(expected_at(world, 0x2080), "unchanged");
    EXPECT_EQ(slug(rule_of_unchanged_byte(world, {spec::MemoryId::kUb, 0x2080})),
              "write.nothing-else");
    EXPECT_FALSE(cites(world.cited, "deq.other-half"));
  }
}

TEST(PredictDeq, TheOtherHalfKeepsItsValueOrBecomesZeroForActiveLanes) {
  const spec::Case test_case =
      case_of(kCounted + "mask 0 0x20002\n" + kUnitScale + run("vconv_deqs162b8h_s8"));
  const World kept = only_world(test_case);
  EXPECT_EQ(kept.elements.size(), 2u);
  EXPECT_EQ(slug(rule_of_unchanged_byte(kept, {spec::MemoryId::kUb, 0x2001})), "deq.other-half");
  EXPECT_EQ(slug(rule_of_unchanged_byte(kept, {spec::MemoryId::kUb, 0x2000})),
            "mask.inactive-lanes");
  EXPECT_EQ(slug(rule_of_unchanged_byte(kept, {spec::MemoryId::kUb, 0x2010})),
            "mask.inactive-lanes");
  EXPECT_EQ(slug(rule_of_unchanged_byte(kept, {spec::MemoryId::kUb, 0x2021})), "deq.other-half");
  EXPECT_EQ(slug(rule_of_unchanged_byte(kept, {spec::MemoryId::kUb, 0x2100})),
            "write.nothing-else");

  const World zeroed = only_world(test_case, a2({"deq.other-half=zeroed"}));
  EXPECT_EQ(zeroed.elements.size(), 4u);
  EXPECT_EQ(expected_at(zeroed, 0x2011), "0x2");
  EXPECT_EQ(expected_at(zeroed, 0x2001), "0x0");
  EXPECT_EQ(expected_at(zeroed, 0x2031), "0x12");
  EXPECT_EQ(expected_at(zeroed, 0x2021), "0x0");
  EXPECT_EQ(expected_at(zeroed, 0x2000), "unchanged");
  EXPECT_FALSE(zeroed.elements.front().has_source);
  const World low =
      only_world(case_of(kCounted + "mask 0 2\n" + kUnitScale + run("vconv_deqs162b8l_s8")),
                 a2({"deq.other-half=zeroed", "deq.half=byte-of-lane"}));
  EXPECT_EQ(expected_at(low, 0x2002), "0x2");
  EXPECT_EQ(expected_at(low, 0x2003), "0x0");
}

TEST(PredictDeq, AZeroThatWasWrittenIsWhatALaterInstructionReads) {
  const World world =
      only_world(case_of(kCounted + "mask 0 1\n" + kUnitScale + run("vconv_deqs162b8h_s8") +
                         run("vconv_s82f16", "1", "0x2800", "0x2000")),
                 a2({"deq.other-half=zeroed"}));
  EXPECT_EQ(expected_at(world, 0x2800), "0x0");
}

// l over the first half of each block, then h with the next results over the other half:
// asc-devkit:CastDequant composes a contiguous result from two calls, one for the even source
// blocks and one for the odd ones.
TEST(PredictDeq, TwoCallsComposeAContiguousResult) {
  const World world = only_world(
      case_of(kEveryLane + run("vconv_deqs162b8l_s8", "1", "0x2000", "0x1000", "1 2 8 16") +
              run("vconv_deqs162b8h_s8", "1", "0x2000", "0x1020", "1 2 8 16")));
  EXPECT_EQ(world.elements.size(), 256u);
  for (std::uint64_t i = 0; i < 256; ++i) {
    EXPECT_EQ(expected_at(world, 0x2000 + i), fmt::format("{:#x}", i % 100 + 1));
  }
}

TEST(PredictDeq, EachLaneOfAVectorDequantisationHasItsFactor) {
  const World world =
      only_world(case_of(kCounted + kFullMask + factors(0) + run("vconv_vdeqs162b8h_s8")));
  EXPECT_EQ(expected_at(world, 0x2010), "0x1");
  EXPECT_EQ(expected_at(world, 0x2011), "0x3");   // 2 + 1
  EXPECT_EQ(expected_at(world, 0x201f), "0x1f");  // 16 + 15
  EXPECT_EQ(expected_at(world, 0x2030), "0x11");  // 17 + 0
  EXPECT_EQ(expected_at(world, 0x2031), "0x13");  // 18 + 1
  EXPECT_TRUE(cites(world.cited, "vdeq.address"));
  EXPECT_TRUE(cites(world.cited, "vdeq.factor-index"));
  EXPECT_FALSE(cites(world.cited, "deq.reserved-bits-ignored"));
}

TEST(PredictDeq, InactiveLanesDoNotShiftTheFactor) {
  const World world =
      only_world(case_of(kCounted + "mask 0 0x80028\n" + factors(0) + run("vconv_vdeqs162b8l_s8")));
  EXPECT_EQ(world.elements.size(), 3u);
  EXPECT_EQ(expected_at(world, 0x2003), "0x7");   // 4 + 3
  EXPECT_EQ(expected_at(world, 0x2005), "0xb");   // 6 + 5
  EXPECT_EQ(expected_at(world, 0x2023), "0x17");  // 20 + 3
}

// Under four-blocks too, the element's place in the source block selects the factor.
TEST(PredictDeq, TheFactorGoesByTheSourceBlockWhereverResultsGo) {
  const World world =
      only_world(case_of(kCounted + kFullMask + factors(0) + run("vconv_vdeqs162b8h_s8")),
                 a2({"deq.half=four-blocks"}));
  EXPECT_EQ(expected_at(world, 0x2011), "0x13");
}

TEST(PredictDeq, BitsOfTheAddressWordBeyondTheAddressHaveNoSay) {
  const World world =
      only_world(case_of(kCounted + "mask 0 1\n" + factors(4) + "deqscale 0xffffffffffffc180\n" +
                         run("vconv_vdeqs162b8h_s8")));
  EXPECT_EQ(expected_at(world, 0x2010), "0x5");
  EXPECT_TRUE(cites(world.cited, "deq.reserved-bits-ignored"));
}

TEST(PredictDeq, AVectorOfFactorsMustLieInUb) {
  const auto error_of = [](const std::string& word) -> std::string {
    try {
      worlds_of(case_of(kFullMask + "deqscale " + word + "\n" + run("vconv_vdeqs162b8h_s8")));
    } catch (const spec::InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(error_of("0x1fc"), "accepted");
  EXPECT_EQ(error_of("0x1fd"),
            "step 3, vconv_vdeqs162b8h_s8: the vector of factors reaches UB+0x401f, but UB ends at "
            "0x4000");
}

TEST(PredictDeq, AFactorThatAnEarlierStepLeftOpenGivesAnythingInItsLanes) {
  // Factor 1 begins with a half that is +-0: the result of f32 NaN to f16 under CTRL[48]=0.
  const World world = only_world(case_of(
      kCounted + place("0x1800", "f32", 4, 0x7fc00000) + factors(0) + "mask 0 0x10\n" +
      run("vconv_f322f16r", "1", "0x3000", "0x1800") + kFullMask + run("vconv_vdeqs162b8h_s8")));
  EXPECT_EQ(expected_at(world, 0x3008), "0x0|0x8000");
  EXPECT_EQ(expected_at(world, 0x2010), "0x1");
  EXPECT_EQ(expected_at(world, 0x2011), "anything");
  EXPECT_EQ(expected_at(world, 0x2012), "0x5");
  EXPECT_EQ(expected_at(world, 0x2031), "anything");
}

TEST(PredictDeq, EachDistinctPairOfSourceAndFactorIsConvertedOnce) {
  const std::string sources = "place UB+0x1000 s16 numbers count=128 low=0 modulus=2\n";
  EXPECT_EQ(only_world(case_of(sources + kFullMask + kUnitScale + run("vconv_deqs162b8h_s8")))
                .expectations.size(),
            2u);
  EXPECT_EQ(only_world(case_of(sources + kFullMask + factors(0) + run("vconv_vdeqs162b8h_s8")))
                .expectations.size(),
            16u);
}

TEST(PredictDeq, TheSignBitDecidesNotTheTypeOfDst) {
  const std::string sources = place("0x1000", "s16", 0, 200) + "mask 0 1\n";
  const World as_s8 = only_world(case_of(sources + kUnitScale + run("vconv_deqs162b8h_u8")));
  EXPECT_EQ(expected_at(as_s8, 0x2010), "0x7f");
  EXPECT_TRUE(cites(as_s8.cited, "deq.sign-bit-decides"));
  const World as_u8 =
      only_world(case_of(sources + "deqscale 0x3f800000\n" + run("vconv_deqs162b8h_s8")));
  EXPECT_EQ(expected_at(as_u8, 0x2010), "0xc8");
  EXPECT_FALSE(cites(only_world(case_of(sources + kUnitScale + run("vconv_deqs162b8h_s8"))).cited,
                     "deq.sign-bit-decides"));
}

TEST(PredictDeq, ADestinationOnTheFactorsIsAHazard) {
  const auto hazard = [](const std::string& dst) {
    const World world = worlds_of(case_of(kCounted + "mask 0 1\n" + factors(0) +
                                          run("vconv_vdeqs162b8h_s8", "1", dst)),
                                  without_order())
                            .front();
    return world.hazard;
  };
  EXPECT_FALSE(hazard("0x2f00"));
  EXPECT_TRUE(hazard("0x2f20"));
  EXPECT_TRUE(hazard("0x3060"));
  EXPECT_FALSE(hazard("0x3080"));
  // Under four-blocks the destination ends sooner.
  spec::Choices four_blocks = without_order();
  spec::pin_from_text(four_blocks, "deq.half=four-blocks");
  EXPECT_FALSE(worlds_of(case_of(kCounted + "mask 0 1\n" + factors(0) +
                                 run("vconv_vdeqs162b8h_s8", "1", "0x2f80")),
                         four_blocks)
                   .front()
                   .hazard);
}

// Repeat 0 and its block 0 write over factor 0, low byte first: l puts the results of 16 sources of
// 1 there, 0x0101010101010101 each; as a factor that is M = 2.37e-38, offset 8, u8.
TEST(PredictDeq, APinnedOrderSaysWhenTheFactorsAreRead) {
  const std::string ones = "place UB+0x1000 s16 numbers count=512 low=1 modulus=1\n";
  std::string vector;
  for (int i = 0; i < 16; ++i) {
    vector += place("0x3000", "s64", i, spec::deq_factor(0x3f800000, 0, true));
  }
  const spec::Case test_case = case_of(ones + vector + kFullMask + "deqscale 0x180 tensor\n" +
                                       run("vconv_vdeqs162b8l_s8", "2", "0x3000"));
  const World snapshot = only_world(test_case, a2({"walk.order=snapshot"}));
  EXPECT_EQ(expected_at(snapshot, 0x3100), "0x1");
  EXPECT_EQ(expected_at(snapshot, 0x3020), "0x1");
  const World repeat = only_world(test_case, a2({"walk.order=repeat"}));
  EXPECT_EQ(expected_at(repeat, 0x3020), "0x1");
  EXPECT_EQ(expected_at(repeat, 0x3100), "0x8");
  const World block = only_world(test_case, a2({"walk.order=block"}));
  EXPECT_EQ(expected_at(block, 0x3000), "0x1");
  EXPECT_EQ(expected_at(block, 0x3020), "0x8");
}

TEST(PredictDeq, ARepeatStrideOfMoreThanEightBitsIsAChoice) {
  // 257 blocks, or 1.
  const spec::Case test_case =
      case_of(kCounted + "mask 0 1\n" + kUnitScale +
                  run("vconv_deqs162b8l_s8", "2", "0x2000", "0x1000", "1 1 257 8"),
              0x8000);
  const World eight = only_world(test_case, a2({"walk.order=repeat"}));
  EXPECT_EQ(expected_at(eight, 0x2020), "0x1d");  // 129
  EXPECT_TRUE(cites(eight.cited, "walk.stride-width-deq"));
  EXPECT_FALSE(cites(eight.cited, "walk.stride-width"));
  const World twelve = only_world(test_case, a2({"walk.stride-width-deq=12"}));
  EXPECT_EQ(expected_at(twelve, 0x2000 + 257 * 32), "0x1d");
  spec::Choices open = a2();
  open.leave_open(spec::cite("walk.stride-width-deq"));
  EXPECT_EQ(worlds_of(test_case, open).size(), 2u);
}

TEST(PredictDeq, S32ToF16TakesItsScaleFromTheLowHalf) {
  const World world = only_world(case_of("place UB+0x1000 s32 numbers count=64 low=0 modulus=64\n" +
                                         kFullMask + "deqscale 0x3800\n" + run("vconv_deq")));
  EXPECT_EQ(world.elements.size(), 64u);
  EXPECT_EQ(expected_at(world, 0x2000), "0x0|0x8000");
  EXPECT_EQ(expected_at(world, 0x2002), "0x3800");
  EXPECT_EQ(expected_at(world, 0x2006), fmt::format("{:#x}", f16(1.5)));
  EXPECT_EQ(expected_at(world, 0x207e), fmt::format("{:#x}", f16(31.5)));
  EXPECT_EQ(expected_at(world, 0x2080), "unchanged");
  EXPECT_FALSE(cites(world.cited, "deq.half"));
  EXPECT_TRUE(cites(world.cited, "walk.narrow-operand-has-fewer-blocks"));
}

TEST(PredictDeq, NothingPinnedAsksTheHalvesOnce) {
  const spec::Case test_case = case_of(place("0x1000", "s16", 0, 5) + "mask 0 1\n" + kUnitScale +
                                       run("vconv_deqs162b8h_s8"));
  // Three halves with and without zeros, and four-blocks.
  EXPECT_EQ(worlds_of(test_case, spec::Choices()).size(), 7u);
}

}  // namespace
}  // namespace vconform::oracle
