#include "oracle/predict/predict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "oracle/testing/case_builder.h"
#include "spec/case/case_text.h"
#include "spec/text/error.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using ::testing::HasSubstr;

std::string error_of(const spec::Case& test_case) {
  try {
    worlds_of(test_case);
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "accepted";
}

// Counter repeats that all write the same place, over all of a large memory.
std::string huge_counter() {
  return "vconform-case 1\nmemory UB size=16777216 background=1\nctrl 0x0100000000000000\n"
         "mask 0x0 0x1ffff0\nvconv_f322s32r dst=UB+0x0 src=UB+0x0 repeat=1 dstBlockStride=1 "
         "srcBlockStride=1 dstRepeatStride=1 srcRepeatStride=0\n";
}

TEST(Predict, EveryElementOfAFullRepeatIsConverted) {
  const World world =
      only_world(case_of("place UB+0x1000 f32 numbers count=128 low=-3 modulus=7\n" + kFullMask +
                         run("vconv_f322s32r", "2")));
  EXPECT_EQ(world.elements.size(), 128u);
  EXPECT_EQ(expected_at(world, 0x2000), "0xfffffffd");
  EXPECT_EQ(expected_at(world, 0x2018), "0x3");
  EXPECT_EQ(expected_at(world, 0x201c), "0xfffffffd");
  // Element 127 is -3 + 127 mod 7 = -2.
  EXPECT_EQ(expected_at(world, 0x21fc), "0xfffffffe");
  EXPECT_EQ(expected_at(world, 0x2200), "unchanged");
  EXPECT_TRUE(cites(world.cited, "walk.blocks"));
  EXPECT_TRUE(cites(world.cited, "convert.exact-when-representable"));
}

TEST(Predict, EachDistinctSourceValueIsConvertedOnce) {
  const World world = only_world(case_of("place UB+0x1000 f32 numbers count=64 low=0 modulus=2\n" +
                                         kFullMask + run("vconv_f322s32r")));
  EXPECT_EQ(world.elements.size(), 64u);
  EXPECT_EQ(world.expectations.size(), 2u);
}

TEST(Predict, InactiveLanesAreUnchangedOrUndefinedAsTheChoiceSays) {
  const spec::Case test_case = case_of(
      "place UB+0x1000 f32 numbers count=64 low=5 modulus=1\n"
      "mask 0 8\n" +
      run("vconv_f322s32r"));
  const World unchanged = only_world(test_case);
  EXPECT_EQ(unchanged.elements.size(), 1u);
  EXPECT_EQ(expected_at(unchanged, 0x200c), "0x5");
  const World undefined = only_world(test_case, a2({"mask.inactive-lanes=undefined"}));
  EXPECT_EQ(undefined.elements.size(), 64u);
  EXPECT_EQ(expected_at(undefined, 0x200c), "0x5");
  EXPECT_EQ(expected_at(undefined, 0x2008), "anything");
  // A permissive reading: not one of the worlds of an open run.
  EXPECT_EQ(worlds_of(test_case, spec::Choices()).size(), 1u);
}

TEST(Predict, TheMaskAndCtrlOfALaterStepAreThoseOfTheLastWrite) {
  const std::string values = "place UB+0x1000 f32 patterns count=64 first=0x47800000 step=0\n";
  // 65536 overflows f16: MAX under CTRL[48]=0, inf under 1. The mask of step 1 is stale in step 4.
  const World world =
      only_world(case_of(values + "mask 0 3\n" + run("vconv_f322f16r") + "ctrl 0x1000000000000\n" +
                         run("vconv_f322f16r", "1", "0x3000")));
  EXPECT_EQ(expected_at(world, 0x2000), "0x7bff");
  EXPECT_EQ(expected_at(world, 0x3000), "0x7c00");
  EXPECT_EQ(expected_at(world, 0x3002), "0x7c00");
  EXPECT_EQ(expected_at(world, 0x3004), "unchanged");
}

TEST(Predict, AProgramStartsWithEveryRegisterZero) {
  const World world = only_world(case_of(run("vconv_f322s32r")));
  EXPECT_TRUE(world.elements.empty());
  EXPECT_TRUE(cites(world.cited, "mask.zero-is-nop"));
}

TEST(Predict, AnOutputIsTheNextInstructionsSource) {
  // 2.5 -> 3 (c), then 3 -> 3.0.
  const World world =
      only_world(case_of(place("0x1000", "f32", 0, f32(2.5f)) + "mask 0 1\n" +
                         run("vconv_f322s32c") + run("vconv_s322f32", "1", "0x3000", "0x2000")));
  EXPECT_EQ(expected_at(world, 0x2000), "0x3");
  EXPECT_EQ(expected_at(world, 0x3000), "0x40400000");
}

// f32 NaN -> f16 +-0 -> f32 +-0; and to an integer, where both are 0.
TEST(Predict, ALooseResultReadAgainPermitsWhatEachOfItsValuesGives) {
  const std::string nan = place("0x1000", "f32", 0, 0x7fc00000) + "mask 0 1\n";
  const World widened = only_world(
      case_of(nan + run("vconv_f322f16r") + run("vconv_f162f32", "1", "0x3000", "0x2000")));
  EXPECT_EQ(expected_at(widened, 0x2000), "0x0|0x8000");
  EXPECT_EQ(expected_at(widened, 0x3000), "0x0|0x80000000");
  const World whole = only_world(
      case_of(nan + run("vconv_f322f16r") + run("vconv_f162s32r", "1", "0x3000", "0x2000")));
  EXPECT_EQ(expected_at(whole, 0x3000), "0x0");
}

TEST(Predict, AnyNanReadAgainStaysANanOrIsZero) {
  const std::string nan = place("0x1000", "f16", 0, 0x7e00) + "mask 0 1\n";
  const World world = only_world(case_of(nan + run("vconv_f162f32") +
                                         run("vconv_f322s32r", "1", "0x3000", "0x2000") +
                                         run("vconv_f322f32r", "1", "0x3100", "0x2000")));
  EXPECT_EQ(expected_at(world, 0x2000), "any NaN");
  EXPECT_EQ(expected_at(world, 0x3000), "0x0");
  EXPECT_EQ(expected_at(world, 0x3100), "any NaN");
}

// Any NaN of f32 is some integer; which one is open.
TEST(Predict, AnyNanReadAsAnIntegerIsAnything) {
  const World world =
      only_world(case_of(place("0x1000", "f16", 0, 0x7e00) + "mask 0 1\n" + run("vconv_f162f32") +
                         run("vconv_s322f32", "1", "0x3000", "0x2000")));
  EXPECT_EQ(expected_at(world, 0x3000), "anything");
}

// +-0 of f16 at 0x2000, then its upper byte written exactly: the half is no longer known to be +-0.
TEST(Predict, ALooseResultPartlyWrittenOverIsAnything) {
  const World world = only_world(case_of(
      place("0x1000", "f32", 0, 0x7fc00000) + place("0x1100", "f16", 1, f16(3)) + "mask 0 1\n" +
      run("vconv_f322f16r") + "mask 0 2\n" + run("vconv_f162s8", "1", "0x2000", "0x1100") +
      "mask 0 1\n" + run("vconv_f162f32", "1", "0x3000", "0x2000")));
  EXPECT_EQ(expected_at(world, 0x2001), "0x3");
  EXPECT_EQ(expected_at(world, 0x3000), "anything");
}

TEST(Predict, InPlaceConversionReadsBeforeItWrites) {
  const World world =
      only_world(case_of("place UB+0x2000 f32 numbers count=128 low=0 modulus=128\n" + kFullMask +
                         run("vconv_f322s32r", "2", "0x2000", "0x2000")));
  EXPECT_EQ(expected_at(world, 0x2004), "0x1");
  EXPECT_EQ(expected_at(world, 0x21fc), "0x7f");
  EXPECT_FALSE(cites(world.cited, "overlap.hazard"));
}

TEST(Predict, AHazardPromisesNothingAboutTheDestinationsBlocks) {
  // One block lower than in place: later blocks are read before or after they are written.
  const World world =
      only_world(case_of("mask 0 1\n" + run("vconv_f322s32r", "1", "0x2000", "0x2020", "2 1 8 8")),
                 without_order());
  EXPECT_EQ(world.elements.size(), 8u * 32u);
  for (std::uint64_t block = 0; block < 8; ++block) {
    EXPECT_EQ(expected_at(world, 0x2000 + 64 * block), "anything");
    EXPECT_EQ(expected_at(world, 0x201f + 64 * block), "anything");
    EXPECT_EQ(expected_at(world, 0x2020 + 64 * block), "unchanged");
  }
  EXPECT_TRUE(cites(world.cited, "overlap.hazard"));
  EXPECT_TRUE(world.hazard);
  EXPECT_FALSE(world.out_of_range);
}

// The destination's second block after f32 to s32 of the numbers 0, 1, ..., with the destination
// one block after the source: the results of the source's second block; or, if block by block,
// those of the integers that block 0 left there, which are subnormal as f32 and become 0.
TEST(Predict, APinnedOrderSaysWhatOverlappingBlocksRead) {
  const spec::Case test_case = case_of("place UB+0x1000 f32 numbers count=64 low=0 modulus=64\n" +
                                       kFullMask + run("vconv_f322s32r", "1", "0x1020", "0x1000"));
  for (const char* order : {"walk.order=repeat", "walk.order=snapshot"}) {
    const World world = only_world(test_case, a2({order}));
    EXPECT_EQ(expected_at(world, 0x1024), "0x1") << order;
    EXPECT_EQ(expected_at(world, 0x1044), "0x9") << order;
    EXPECT_TRUE(cites(world.cited, "walk.order"));
    EXPECT_FALSE(world.hazard);
  }
  const World by_block = only_world(test_case, a2({"walk.order=block"}));
  EXPECT_EQ(expected_at(by_block, 0x1024), "0x1");
  EXPECT_EQ(expected_at(by_block, 0x1044), "0x0");
  EXPECT_EQ(worlds_of(test_case, without_order()).size(), 1u);
}

// The destination of repeat 0 is the source of repeat 1: numbers 64, 65, ... if everything is read
// first.
TEST(Predict, ASnapshotReadsWhatLaterRepeatsWouldFindWrittenOver) {
  const spec::Case test_case = case_of("place UB+0x1000 f32 numbers count=128 low=0 modulus=128\n" +
                                       kFullMask + run("vconv_f322s32r", "2", "0x1100", "0x1000"));
  EXPECT_EQ(expected_at(only_world(test_case, a2({"walk.order=snapshot"})), 0x1204), "0x41");
  EXPECT_EQ(expected_at(only_world(test_case, a2({"walk.order=repeat"})), 0x1204), "0x0");
}

TEST(Predict, OfRepeatsOnTopOfEachOtherTheLastOneStays) {
  const spec::Case test_case =
      case_of("place UB+0x1000 f32 numbers count=128 low=0 modulus=128\n" + kFullMask +
              run("vconv_f322s32r", "2", "0x2000", "0x1000", "1 1 0 8"));
  for (const char* order : {"walk.order=repeat", "walk.order=block", "walk.order=snapshot"}) {
    EXPECT_EQ(expected_at(only_world(test_case, a2({order})), 0x2004), "0x41") << order;
  }
}

// f32 NaN to f16 under CTRL[48]=0 is +-0; block 1 reads two of those as one f32.
TEST(Predict, ALooseResultThatALaterBlockReadsAsAnotherTypeIsAnything) {
  const World world =
      only_world(case_of("place UB+0x1000 f32 patterns count=64 first=0x7fc00000 step=0\n" +
                         kFullMask + run("vconv_f322f16r", "1", "0x1020", "0x1000")),
                 a2({"walk.order=block"}));
  EXPECT_EQ(expected_at(world, 0x1020), "0x0|0x8000");
  EXPECT_EQ(expected_at(world, 0x1030), "anything");
}

TEST(Predict, ADestinationBlockStrideOfZeroPromisesNothingInAnyOrder) {
  const World world =
      only_world(case_of(kFullMask + run("vconv_f322s32r", "1", "0x2000", "0x1000", "0 1 8 8")));
  EXPECT_EQ(expected_at(world, 0x2000), "anything");
  EXPECT_TRUE(world.hazard);
}

TEST(Predict, WhatAHazardLeftOpenIsAnythingWhenReadAgain) {
  const World world =
      only_world(case_of("mask 0 1\n" + run("vconv_f322s32r", "1", "0x2000", "0x2000", "0 1 8 8") +
                         run("vconv_s322f32", "1", "0x3000", "0x2000") +
                         run("vconv_s322f32", "1", "0x3100", "0x2020")));
  EXPECT_TRUE(cites(world.cited, "walk.dst-block-stride-zero"));
  EXPECT_EQ(expected_at(world, 0x3000), "anything");
  EXPECT_NE(expected_at(world, 0x3100), "anything");
}

TEST(Predict, ArgumentsOutOfRangeLeaveTheSpanOpen) {
  const World misaligned = only_world(case_of(kFullMask + run("vconv_f322s32r", "1", "0x2004")));
  EXPECT_TRUE(misaligned.out_of_range);
  EXPECT_EQ(expected_at(misaligned, 0x2004), "anything");
  EXPECT_EQ(expected_at(misaligned, 0x2103), "anything");
  EXPECT_EQ(expected_at(misaligned, 0x2003), "unchanged");
  EXPECT_EQ(expected_at(misaligned, 0x2104), "unchanged");
  EXPECT_TRUE(cites(misaligned.cited, "args.out-of-range"));
  const World odd = only_world(case_of("mask 0 1\n" + run("vconv_f162s4")));
  EXPECT_TRUE(odd.out_of_range);
  EXPECT_EQ(odd.elements.size(), 64u);
}

TEST(Predict, NibblesFollowTheirOrder) {
  const spec::Case test_case =
      case_of(place("0x1000", "f16", 0, f16(3)) + place("0x1000", "f16", 1, f16(-1)) +
              "mask 0 3\n" + run("vconv_f162s4"));
  const World low_first = only_world(test_case);
  EXPECT_EQ(expected_at(low_first, 0x2000), "0x3");
  EXPECT_EQ(expected_at(low_first, 0x2000, true), "0xf");
  const World high_first = only_world(test_case, a2({"s4.nibble=high-first"}));
  EXPECT_EQ(expected_at(high_first, 0x2000), "0xf");
  EXPECT_EQ(expected_at(high_first, 0x2000, true), "0x3");
  EXPECT_EQ(worlds_of(test_case, spec::Choices()).size(), 2u);
}

TEST(Predict, OneWorldForEachCombinationOfTheChoicesTouched) {
  const spec::Case test_case =
      case_of(place("0x1000", "f32", 0, f32(65510)) + place("0x1000", "f32", 1, f32(-65537)) +
              "mask 0 3\nctrl 0x1000000000000\n" + run("vconv_f322f16z") +
              run("vconv_f322f16o", "1", "0x3000"));
  const std::vector<World> worlds = worlds_of(test_case);
  ASSERT_EQ(worlds.size(), 9u);
  EXPECT_EQ(expected_at(worlds[0], 0x2000), "0x7bff");
  EXPECT_EQ(expected_at(worlds[0], 0x3002), "0xfbff");
  // The rule asked last varies fastest: directed=ieee, odd=inf-beyond-max.
  EXPECT_EQ(expected_at(worlds[2], 0x2000), "0x7bff");
  EXPECT_EQ(expected_at(worlds[2], 0x3000), "0x7c00");
  EXPECT_TRUE(worlds[2].choices.follows(spec::choice("overflow.directed", "ieee")));
  EXPECT_TRUE(worlds[2].choices.follows(spec::choice("overflow.odd", "inf-beyond-max")));
  EXPECT_EQ(expected_at(worlds[8], 0x2000), "0x7c00");
}

TEST(Predict, CounterModeEndsInTheMiddleOfARepeat) {
  const World world =
      only_world(case_of("place UB+0x1000 f32 numbers count=128 low=1 modulus=1\n"
                         "ctrl 0x100000000000000\nmask 0 66\n" +
                         run("vconv_f322s32r", "0")));
  EXPECT_EQ(world.elements.size(), 66u);
  EXPECT_EQ(expected_at(world, 0x2104), "0x1");
  EXPECT_EQ(expected_at(world, 0x2108), "unchanged");
  EXPECT_TRUE(cites(world.cited, "mask.counter-mode"));
}

// The last repeat of a counter has only the remaining lanes: memory need not exist beyond them.
TEST(Predict, ACountMayEndWithUb) {
  const std::string counter = "ctrl 0x100000000000000\n";
  const std::string last_block = run("vconv_f322s32r", "1", "0x3fe0");
  const World fits = worlds_of(case_of(counter + "mask 0 8\n" + last_block)).front();
  EXPECT_EQ(fits.elements.size(), 8u);
  EXPECT_THROW(worlds_of(case_of(counter + "mask 0 9\n" + last_block)), spec::InputError);
  // A repeat before the last one reaches further.
  const std::string back = run("vconv_f322s32r", "1", "0x3f00", "0x1000", "1 1 0 8");
  EXPECT_NO_THROW(worlds_of(case_of(counter + "mask 0 65\n" + back)));
  // With mask.inactive-lanes=undefined, lanes outside the memory are not predicted.
  const World undefined =
      worlds_of(case_of(counter + "mask 0 8\n" + last_block), a2({"mask.inactive-lanes=undefined"}))
          .front();
  EXPECT_EQ(undefined.elements.size(), 8u);
}

// The last one of s4 is the high nibble of the last byte.
TEST(Predict, InactiveLanesReachToTheEndOfUb) {
  for (const auto& [instruction, dst, lanes] :
       {std::tuple("vconv_f162s4", "0x3fc0", 128U), std::tuple("vconv_f162s8", "0x3f80", 128U),
        std::tuple("vconv_f322f32r", "0x3f00", 64U)}) {
    const World undefined = only_world(case_of("mask 0 3\n" + run(instruction, "1", dst)),
                                       a2({"mask.inactive-lanes=undefined"}));
    EXPECT_EQ(undefined.elements.size(), lanes) << instruction;
    EXPECT_EQ(undefined.elements.back().lane, lanes - 1) << instruction;
  }
}

// For cast_deq the count is one of elements.
TEST(Predict, ACountOfCastDeqIsOutOfRangeWhereItsElementsLeaveUb) {
  const auto out_of_range = [](int count) {
    return worlds_of(
               case_of(fmt::format("deqscale 0x3c00\ncast_deq_s322f16 dst=UB+0x0 src=UB+0x3be0 "
                                   "count={} is_vec_deq=0 half_block=1\n",
                                   count)))
        .front()
        .out_of_range;
  };
  EXPECT_FALSE(out_of_range(264));
  EXPECT_TRUE(out_of_range(265));
}

TEST(Predict, AWalkPastTheEndOfUbIsRefused) {
  EXPECT_EQ(error_of(case_of(kFullMask + run("vconv_f322s32r", "1", "0x3f00"))), "accepted");
  EXPECT_EQ(error_of(case_of(kFullMask + run("vconv_f322s32r", "2", "0x3f00"))),
            "step 2, vconv_f322s32r: dst reaches UB+0x40ff, but UB ends at 0x4000");
  EXPECT_THAT(error_of(case_of(kFullMask + run("vconv_f322s32r", "1", "0x2000", "0x3f20"))),
              HasSubstr("src reaches UB+0x401f"));
  EXPECT_THAT(error_of(case_of("ctrl 0x100000000000000\nmask 0 0xffffffff\n" +
                               run("vconv_f322s32r", "1", "0x2000"))),
              HasSubstr("src reaches UB+0x"));
  // An instruction that writes nothing has no operand out of bounds.
  EXPECT_EQ(error_of(case_of(run("vconv_f322s32r", "2", "0x3f00"))), "accepted");
}

TEST(Predict, AStrideWidthThatShowsIsCited) {
  const World world = only_world(
      case_of("mask 0 1\n" + run("vconv_f322s32r", "1", "0x2000", "0x1000", "1 1 4104 8")));
  EXPECT_TRUE(cites(world.cited, "walk.stride-width"));
  EXPECT_FALSE(
      cites(only_world(case_of("mask 0 1\n" + run("vconv_f322s32r"))).cited, "walk.stride-width"));
}

TEST(Predict, UnchangedBytesAreInactiveLanesOrNothingAtAll) {
  const World world = only_world(case_of("mask 0 8\n" + run("vconv_f322s32r", "2")));
  EXPECT_EQ(slug(rule_of_unchanged_byte(world, {spec::MemoryId::kUb, 0x2000})),
            "mask.inactive-lanes");
  EXPECT_EQ(slug(rule_of_unchanged_byte(world, {spec::MemoryId::kUb, 0x21ff})),
            "mask.inactive-lanes");
  EXPECT_EQ(slug(rule_of_unchanged_byte(world, {spec::MemoryId::kUb, 0x2200})),
            "write.nothing-else");
  EXPECT_EQ(slug(rule_of_unchanged_byte(world, {spec::MemoryId::kUb, 0x1fff})),
            "write.nothing-else");
}

// 2^32 - 1 elements in 32-element repeats that all lie on the same blocks.
TEST(Predict, ManyRepeatsInOnePlaceAreQuicklyTold) {
  const World world =
      only_world(case_of("ctrl 0x100000000000000\nmask 0 0xffffffff\n" +
                         run("vconv_s642f32r", "1", "0x2000", "0x1000", "1 1 0 0")));
  EXPECT_EQ(world.elements.size(), 4u * 32u);
  for (std::uint64_t address = 0; address < 64; ++address) {
    EXPECT_EQ(slug(rule_of_unchanged_byte(world, {spec::MemoryId::kUb, address})),
              "write.nothing-else");
  }
}

TEST(Predict, ACaseOfMoreElementsThanABudgetIsRefused) {
  const std::string many = huge_counter();
  EXPECT_THAT(error_of(spec::case_from_text(many)), HasSubstr("more than 2097152 elements"));
}

TEST(Predict, StepsAndWorldsShareABudget) {
  std::string steps;
  for (int i = 0; i < 4090; ++i) {
    steps += run("vconv_f322s32r", "8");
  }
  EXPECT_THAT(error_of(case_of(kFullMask + steps)), HasSubstr("in all its steps"));
}

}  // namespace
}  // namespace vconform::oracle
