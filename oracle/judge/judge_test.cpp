#include "oracle/judge/judge.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "oracle/testing/case_builder.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::MemoryId;

// A case, its worlds, and the memory images that a backend leaves, which tests then spoil.
struct Trial {
  explicit Trial(const spec::Case& c, const spec::Choices& choices = a2(), std::size_t world = 0)
      : before(spec::initial_image(c)), worlds(predict(c, before, choices)) {
    outcome.after = obedient(c, worlds_of(c, choices).at(world));
  }

  Judgement judged(bool checks_arguments = false) const {
    const Judgement judgement = judge(worlds, before, outcome, {checks_arguments});
    EXPECT_EQ(is_permitted(worlds, before, outcome, {checks_arguments}),
              judgement.verdict == Verdict::kPass);
    return judgement;
  }
  std::uint8_t& byte(std::uint64_t address) { return outcome.after.of(MemoryId::kUb).at(address); }
  void store(std::uint64_t address, spec::NumberType type, std::uint64_t pattern) {
    store_at(outcome.after.of(MemoryId::kUb), static_cast<Nibble>(address * kNibblesPerByte),
             spec::format_of(type), pattern);
  }

  spec::MemoryImage before;
  std::vector<World> worlds;
  spec::Outcome outcome;
};

// "MISMATCH round.floor x3 at 0x2000, WROTE OUTSIDE ...".
std::string summary(const Judgement& judgement) {
  std::string text = judgement.broken.empty() ? std::string(name_of(judgement.verdict)) : "";
  for (const BrokenRule& broken : judgement.broken) {
    text += fmt::format("{}{} {} x{}", text.empty() ? "" : ", ", name_of(broken.verdict),
                        slug(broken.rule), broken.count);
    text += broken.first ? fmt::format(" at {:#x}", broken.first->place / kNibblesPerByte) : "";
  }
  return text;
}

// Elements 0 to 63: 0.5, 1.5, ...; lanes 0 to 3 and 8 to 63 take part.
spec::Case masked_case() {
  std::string lines;
  for (int i = 0; i < 64; ++i) {
    lines += place("0x1000", "f32", i, f32(static_cast<float>(i) + 0.5f));
  }
  return case_of(lines + "mask 0 0xffffffffffffff0f\n" + run("vconv_f322s32f"));
}

TEST(Judge, WhatIsPermittedPasses) {
  EXPECT_EQ(summary(Trial(masked_case()).judged()), "PASS");
}

TEST(Judge, AWrongValueIsAMismatchUnderItsRule) {
  Trial trial(masked_case());
  trial.store(0x200c, spec::NumberType::kS32, 4);
  const Judgement judgement = trial.judged();
  EXPECT_EQ(summary(judgement), "MISMATCH round.floor x1 at 0x200c");
  EXPECT_EQ(judgement.verdict, Verdict::kMismatch);
  const Difference& difference = judgement.broken.at(0).first.value();
  EXPECT_EQ(difference.element->lane, 3);
  EXPECT_EQ(difference.element->source, 0x100cu * kNibblesPerByte);
  EXPECT_EQ(difference.got, 4u);
  EXPECT_EQ(text_of(difference.expectation), "0x3");
}

TEST(Judge, AMissedWriteIsAMismatch) {
  Trial trial(masked_case());
  for (std::uint64_t i = 0; i < 4; ++i) {
    trial.byte(0x2020 + i) = trial.before.of(MemoryId::kUb)[0x2020 + i];
  }
  EXPECT_EQ(summary(trial.judged()), "MISMATCH round.floor x1 at 0x2020");
}

TEST(Judge, WritingAnInactiveLaneIsWritingOutside) {
  Trial trial(masked_case());
  trial.byte(0x2013) ^= 1;
  const Judgement judgement = trial.judged();
  EXPECT_EQ(summary(judgement), "WROTE OUTSIDE mask.inactive-lanes x1 at 0x2013");
  EXPECT_EQ(judgement.verdict, Verdict::kWroteOutside);
  EXPECT_FALSE(judgement.broken.at(0).first.value().element);
  EXPECT_EQ(judgement.broken.at(0).first.value().before, trial.before.of(MemoryId::kUb)[0x2013]);
}

TEST(Judge, AByteBeforeOrBehindTheDestinationIsOutside) {
  for (const std::uint64_t address : {0x0u, 0x1000u, 0x1fffu, 0x2100u, 0x3fffu}) {
    Trial trial(masked_case());
    trial.byte(address) ^= 0x80;
    EXPECT_EQ(summary(trial.judged()),
              fmt::format("WROTE OUTSIDE write.nothing-else x1 at {:#x}", address));
  }
}

TEST(Judge, OtherMemoriesKeepTheirBytes) {
  spec::Case two_memories = masked_case();
  two_memories.memories.push_back({MemoryId::kL1, 64});
  Trial trial(two_memories);
  EXPECT_EQ(summary(trial.judged()), "PASS");
  trial.outcome.after.of(MemoryId::kL1)[5] ^= 1;
  EXPECT_EQ(summary(trial.judged()), "WROTE OUTSIDE write.nothing-else x1 at 0x5");
  EXPECT_EQ(trial.judged().broken.at(0).first.value().memory, MemoryId::kL1);
}

TEST(Judge, EveryBrokenRuleIsListedInTheOrderOfItsFirstPlace) {
  Trial trial(masked_case());
  trial.byte(0x2014) ^= 1;
  trial.byte(0x2015) ^= 1;
  trial.byte(0x1fff) ^= 1;
  trial.store(0x20fc, spec::NumberType::kS32, 0);
  trial.store(0x2020, spec::NumberType::kS32, 0);
  EXPECT_EQ(summary(trial.judged()),
            "MISMATCH round.floor x2 at 0x2020, WROTE OUTSIDE write.nothing-else x1 at 0x1fff, "
            "WROTE OUTSIDE mask.inactive-lanes x2 at 0x2014");
}

// s4 elements 0 and 1 are byte 0; elements 2 and 3, byte 1, are inactive.
TEST(Judge, NibblesAreJudgedOneByOne) {
  const spec::Case nibbles =
      case_of(place("0x1000", "f16", 0, f16(2.5)) + place("0x1000", "f16", 1, f16(-3)) +
              "mask 0 3\n" + run("vconv_f162s4r"));
  Trial trial(nibbles);
  EXPECT_EQ(trial.byte(0x2000), 0xd2);
  EXPECT_EQ(summary(trial.judged()), "PASS");
  trial.byte(0x2000) = 0xd3;
  EXPECT_EQ(summary(trial.judged()), "MISMATCH round.nearest-ties-to-even x1 at 0x2000");
  EXPECT_EQ(trial.judged().broken.at(0).first.value().got, 3u);
  trial.byte(0x2000) = 0x22;
  EXPECT_EQ(summary(trial.judged()), "MISMATCH convert.exact-when-representable x1 at 0x2000");
  trial.byte(0x2000) = 0xd2;
  trial.byte(0x2001) ^= 0x10;
  EXPECT_EQ(summary(trial.judged()), "WROTE OUTSIDE mask.inactive-lanes x1 at 0x2001");
}

TEST(Judge, LooseExpectationsTakeEachOfTheirValuesAndNoOther) {
  const spec::Case loose =
      case_of(place("0x1000", "f32", 0, 0x7fc00000) + "mask 0 1\n" + run("vconv_f322f16r") +
              "ctrl 0x1000000000000\n" + run("vconv_f322f16r", "1", "0x3000"));
  Trial trial(loose);
  for (const std::uint64_t zero : {0x0000u, 0x8000u}) {
    for (const std::uint64_t nan : {0x7c01u, 0xffffu}) {
      trial.store(0x2000, spec::NumberType::kF16, zero);
      trial.store(0x3000, spec::NumberType::kF16, nan);
      EXPECT_EQ(summary(trial.judged()), "PASS");
    }
  }
  trial.store(0x2000, spec::NumberType::kF16, 0x0001);
  trial.store(0x3000, spec::NumberType::kF16, 0x7c00);
  EXPECT_EQ(summary(trial.judged()),
            "MISMATCH ctrl.48 x1 at 0x2000, MISMATCH special.nan-stays-nan x1 at 0x3000");
}

// f32 NaN -> +-0 of f16 -> f32: the sign of the second zero is not tied to the first.
TEST(Judge, ALooseResultReadAgainStaysLoose) {
  const spec::Case chain =
      case_of(place("0x1000", "f32", 0, 0x7fc00000) + "mask 0 1\n" + run("vconv_f322f16r") +
              run("vconv_f162f32", "1", "0x3000", "0x2000"));
  Trial trial(chain);
  trial.store(0x3000, spec::NumberType::kF32, 0x80000000);
  EXPECT_EQ(summary(trial.judged()), "PASS");
  trial.store(0x3000, spec::NumberType::kF32, 1);
  EXPECT_EQ(trial.judged().verdict, Verdict::kMismatch);
}

TEST(Judge, TheLaterOfTwoWritesToAPlaceCounts) {
  const spec::Case twice = case_of(place("0x1000", "f32", 0, f32(2.5f)) + "mask 0 1\n" +
                                   run("vconv_f322s32f") + run("vconv_f322s32c"));
  Trial trial(twice);
  EXPECT_EQ(trial.byte(0x2000), 3);
  EXPECT_EQ(summary(trial.judged()), "PASS");
  trial.byte(0x2000) = 2;
  EXPECT_EQ(summary(trial.judged()), "MISMATCH round.ceil x1 at 0x2000");
}

TEST(Judge, AHazardAllowsAnythingInsideAndNothingOutside) {
  const spec::Case hazard =
      case_of("mask 0 1\n" + run("vconv_f322s32r", "1", "0x2000", "0x2020", "2 1 8 8"));
  Trial trial(hazard, without_order());
  for (std::uint64_t address = 0x2000; address < 0x2020; ++address) {
    trial.byte(address) ^= 0xff;
  }
  EXPECT_EQ(summary(trial.judged()), "PASS");
  trial.byte(0x2020) ^= 0xff;
  EXPECT_EQ(trial.judged().verdict, Verdict::kWroteOutside);
}

TEST(Judge, ArgumentsOutOfRangeAreRejectedByWhoChecksThem) {
  const spec::Case misaligned = case_of("mask 0 1\n" + run("vconv_f322s32r", "1", "0x2004"));
  Trial trial(misaligned);
  trial.byte(0x2103) ^= 1;
  EXPECT_EQ(summary(trial.judged(false)), "PASS");
  EXPECT_EQ(summary(trial.judged(true)), "MISMATCH args.out-of-range x1");
  trial.outcome.status = spec::OutcomeStatus::kRejected;
  EXPECT_EQ(summary(trial.judged(true)), "PASS");
  EXPECT_EQ(summary(trial.judged(false)), "PASS");
  trial.outcome.status = spec::OutcomeStatus::kCompleted;
  trial.byte(0x2104) ^= 1;
  EXPECT_EQ(trial.judged(false).verdict, Verdict::kWroteOutside);
}

TEST(Judge, OtherOutcomesHaveTheirVerdicts) {
  Trial trial(masked_case());
  trial.outcome.status = spec::OutcomeStatus::kRejected;
  EXPECT_EQ(trial.judged(true).verdict, Verdict::kRejected);
  trial.outcome.status = spec::OutcomeStatus::kUnsupported;
  EXPECT_EQ(trial.judged().verdict, Verdict::kUnsupported);
  trial.outcome.status = spec::OutcomeStatus::kError;
  EXPECT_EQ(trial.judged().verdict, Verdict::kError);
}

// 65510 and 65537 toward zero under CTRL[48]=1: ieee gives MAX twice, inf-after-rounding MAX and
// inf, inf-beyond-max inf twice. No reading gives inf and then MAX.
TEST(Judge, OneReadingMustExplainAllElementsTogether) {
  const spec::Case open =
      case_of(place("0x1000", "f32", 0, f32(65510)) + place("0x1000", "f32", 1, f32(65537)) +
              "mask 0 3\nctrl 0x1000000000000\n" + run("vconv_f322f16z"));
  for (std::size_t world = 0; world < 3; ++world) {
    const Judgement judgement = Trial(open, a2(), world).judged();
    EXPECT_EQ(summary(judgement), "PASS");
    EXPECT_EQ(judgement.world.choices, worlds_of(open)[world].choices);
  }
  Trial mixed(open);
  mixed.store(0x2000, spec::NumberType::kF16, 0x7c00);
  mixed.store(0x2002, spec::NumberType::kF16, 0x7bff);
  EXPECT_EQ(summary(mixed.judged()), "MISMATCH overflow.directed x1 at 0x2000");
}

TEST(Judge, AFailureIsToldAgainstTheWorldThatExplainsMost) {
  const spec::Case open =
      case_of(place("0x1000", "f32", 0, f32(65510)) + place("0x1000", "f32", 1, f32(65537)) +
              place("0x1000", "f32", 2, f32(1)) + "mask 0 7\nctrl 0x1000000000000\n" +
              run("vconv_f322f16z"));
  Trial trial(open, a2(), 2);
  trial.store(0x2004, spec::NumberType::kF16, 0);
  EXPECT_EQ(summary(trial.judged()), "MISMATCH convert.exact-when-representable x1 at 0x2004");
  EXPECT_EQ(trial.judged().world.choices, worlds_of(open)[2].choices);
}

// The low byte of an f16 that is one of two numbers was written over.
TEST(Judge, OnlyWhatIsLeftOfAnOpenElementTells) {
  const spec::Case open =
      case_of(place("0x1000", "f32", 0, f32(65510)) + place("0x1800", "f16", 0, f16(3)) +
              "mask 0 1\n" + "ctrl 0x1000000000000\n" + run("vconv_f322f16z") +
              run("vconv_f162u8r", "1", "0x2000", "0x1800"));
  for (std::size_t world = 0; world < 3; ++world) {
    EXPECT_EQ(summary(Trial(open, a2(), world).judged()), "PASS");
  }
  Trial wrong(open);
  wrong.byte(0x2001) = 0x55;
  EXPECT_EQ(wrong.judged().verdict, Verdict::kMismatch);
}

TEST(Judge, UndefinedInactiveLanesMayHoldAnything) {
  Trial trial(masked_case(), a2({"mask.inactive-lanes=undefined"}));
  trial.byte(0x2013) ^= 1;
  EXPECT_EQ(summary(trial.judged()), "PASS");
  trial.byte(0x2100) ^= 1;
  EXPECT_EQ(summary(trial.judged()), "WROTE OUTSIDE write.nothing-else x1 at 0x2100");
  Trial open(masked_case(), spec::Choices());
  open.byte(0x2013) ^= 1;
  EXPECT_EQ(open.judged().verdict, Verdict::kWroteOutside);
}

// Bytes 0x2000 and 0x2001 become +-0 of f16, then the lower one an exact 3: 0x8003 has the sign
// that was free.
TEST(Judge, ALooseResultPartlyWrittenOverIsJudgedByWhatIsLeft) {
  const spec::Case partly =
      case_of(place("0x1000", "f32", 0, 0x7fc00000) + place("0x1100", "f16", 0, f16(3)) +
              "mask 0 1\n" + run("vconv_f322f16r") + run("vconv_f162s8", "1", "0x2000", "0x1100"));
  Trial trial(partly);
  for (const std::uint64_t permitted : {0x0003u, 0x8003u}) {
    trial.store(0x2000, spec::NumberType::kF16, permitted);
    EXPECT_EQ(summary(trial.judged()), "PASS") << permitted;
  }
  for (const std::uint64_t wrong : {0x4003u, 0x8004u}) {
    trial.store(0x2000, spec::NumberType::kF16, wrong);
    EXPECT_EQ(trial.judged().verdict, Verdict::kMismatch) << wrong;
  }
}

// A NaN of f32 at 0x2000, then an f16 result over two of its bytes, the upper or the lower half.
// The rest of a NaN may be anything, since the other half may have made it a NaN.
TEST(Judge, ANanPartlyWrittenOverIsJudgedByWhatIsLeft) {
  const auto then_f16_in_lane = [](int lane) {
    return case_of(place("0x1000", "f16", 0, 0x7e00) + place("0x1100", "f32", lane, f32(1)) +
                   "mask 0 1\n" + run("vconv_f162f32", "1", "0x2000", "0x1000") +
                   fmt::format("mask 0 {}\n", 1 << lane) +
                   run("vconv_f322f16r", "1", "0x2000", "0x1100"));
  };
  Trial upper(then_f16_in_lane(1));
  for (const std::uint64_t left : {0x0000u, 0x0001u, 0xffffu}) {
    upper.store(0x2000, spec::NumberType::kF16, left);
    EXPECT_EQ(summary(upper.judged()), "PASS") << left;
  }
  Trial lower(then_f16_in_lane(0));
  for (const std::uint64_t left : {0x7f80u, 0xff80u, 0x7fc0u, 0x7f81u}) {
    lower.store(0x2002, spec::NumberType::kF16, left);
    EXPECT_EQ(summary(lower.judged()), "PASS") << left;
  }
  for (const std::uint64_t wrong : {0x7f00u, 0x3f80u}) {
    lower.store(0x2002, spec::NumberType::kF16, wrong);
    EXPECT_EQ(lower.judged().verdict, Verdict::kMismatch) << wrong;
  }
}

// UB ends 0x80 bytes after 0x3f80.
TEST(Judge, AnIdleInstructionMayBeRefusedForItsArguments) {
  for (const char* registers : {"mask 0 0\n", "ctrl 0x100000000000000\nmask 1 0\n"}) {
    Trial idle(case_of(registers + run("vconv_f322s32r", "1", "0x2004")));
    EXPECT_EQ(summary(idle.judged(true)), "PASS") << registers;
    idle.outcome.status = spec::OutcomeStatus::kRejected;
    EXPECT_EQ(summary(idle.judged(true)), "PASS") << registers;
    idle.byte(0x2004) ^= 1;
    EXPECT_EQ(idle.judged(true).verdict, Verdict::kWroteOutside) << registers;
  }
  Trial in_range(case_of("mask 0 0\n" + run("vconv_f322s32r")));
  in_range.outcome.status = spec::OutcomeStatus::kRejected;
  EXPECT_EQ(in_range.judged(true).verdict, Verdict::kRejected);
}

TEST(Judge, OverlappingOperandsMayBeRejectedUnlessTheirOrderIsPinned) {
  const spec::Case test_case = case_of(kFullMask + run("vconv_f322s32r", "1", "0x1020", "0x1000"));
  Trial open(test_case, without_order());
  open.outcome.status = spec::OutcomeStatus::kRejected;
  EXPECT_EQ(open.judged().verdict, Verdict::kPass);
  Trial pinned(test_case);
  pinned.outcome.status = spec::OutcomeStatus::kRejected;
  EXPECT_EQ(pinned.judged().verdict, Verdict::kRejected);
}

TEST(Judge, ARefusalMustNotChangeOtherBytesEither) {
  Trial refused(case_of("mask 0 1\n" + run("vconv_f322s32r", "1", "0x2004")));
  refused.outcome.status = spec::OutcomeStatus::kRejected;
  refused.byte(0x2103) ^= 1;
  EXPECT_EQ(summary(refused.judged(true)), "PASS");
  refused.byte(0x2104) ^= 1;
  EXPECT_EQ(summary(refused.judged(true)), "WROTE OUTSIDE write.nothing-else x1 at 0x2104");
}

TEST(Judge, AnotherOrderThanThePinnedOneIsAMismatch) {
  const spec::Case test_case = case_of("place UB+0x1000 f32 numbers count=64 low=0 modulus=64\n" +
                                       kFullMask + run("vconv_f322s32r", "1", "0x1020", "0x1000"));
  Trial by_block(test_case, a2({"walk.order=block"}));
  by_block.outcome.after = Trial(test_case).outcome.after;
  const Judgement judgement = by_block.judged();
  EXPECT_EQ(judgement.verdict, Verdict::kMismatch);
  EXPECT_EQ(judgement.broken.front().first->place, 0x1040 * kNibblesPerByte);
}

// A page of it that is read costs memory as one that is written.
TEST(Judge, OfASparseMemoryOnlyWhatWasTouchedIsRead) {
  Trial trial(
      case_of("memory GM size=0x4000000 background=0\n" + kFullMask + run("vconv_f322s32r")));
  const auto cost = [&] {
    return trial.before.of(MemoryId::kGm).cost() + trial.outcome.after.of(MemoryId::kGm).cost();
  };
  const std::uint64_t at_first = cost();
  EXPECT_EQ(summary(trial.judged()), "PASS");
  EXPECT_EQ(cost(), at_first);
  trial.outcome.after.of(MemoryId::kGm).at(0x3fffff0) = 1;
  const std::uint64_t spoiled = cost();
  EXPECT_EQ(summary(trial.judged()), "WROTE OUTSIDE write.nothing-else x1 at 0x3fffff0");
  EXPECT_LE(cost(), 2 * spoiled);
}

}  // namespace
}  // namespace vconform::oracle
