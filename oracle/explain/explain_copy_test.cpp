#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/explain/explain.h"
#include "oracle/testing/case_builder.h"
#include "oracle/testing/copy_test_support.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::StartsWith;

spec::Case matrix_case() {
  return spec::case_from_text(
      "vconform-case 1\n"
      "memory L0C size=1024 background=1\n"
      "memory GM size=128 background=1\n"
      "place L0C+0x0 s32 element index=16 pattern=0x5\n"
      "nd_para 0x1\n"
      "quant_pre 0x40203f000000\n"
      "copy_matrix_cc_to_gm_s322s8 dst=GM+0x8 src=L0C+0x0 sid=0 NSize=1 MSize=2 "
      "dstStride_dst_D=1 srcStride=16 UnitFlagMode=0 QuantPRE=9 ReLUPRE=0 channelSplit=0 "
      "NZ2ND_EN=0\n");
}

TEST(ExplainCopy, EveryElementIsDerived) {
  const std::string text = explain_case(matrix_case(), all_pinned(), 10);
  EXPECT_THAT(text, HasSubstr("2 elements are results\n"));
  EXPECT_THAT(text, HasSubstr("nd block 0, row 1, column 0   src L0C+0x40 -> dst GM+0x28\n"
                              "  scale     M1=0x3f000000 N=0x0 MCB=0 offset=0x001 sign=1\n"
                              "  source    0x00000005  s32  = 5\n"
                              "  start     5\n"
                              "  M1        0.5\n"
                              "  product   2.5\n"
                              "  integer   2.5 -> 2   (r: tie between 2 and 3)\n"
                              "  s9        2\n"
                              "  offset    1\n"
                              "  sum       3\n"
                              "  s8        3\n"
                              "  result    0x03  s8  = 3\n"
                              "  rule      fixpipe.s9-rounding"));
}

TEST(ExplainCopy, AnElementByItselfIsDerivedUnderEveryReading) {
  spec::CopyMatrix step;
  step.cell = *spec::cell_named("copy_matrix_cc_to_gm_s322s8");
  step.quant_pre = spec::quant_code_of(step.cell.conversion()).scalar;
  spec::Choices open = all_pinned();
  open.leave_open(spec::cite("fixpipe.product"));
  const std::string text = explain_element(step, 0, {12667, 0x40003bb66000, 0}, open);
  EXPECT_THAT(text, StartsWith("copy_matrix_cc_to_gm_s322s8  M1=0x3bb66000 N=0x0 MCB=0 "
                               "offset=0x000 sign=1  CTRL=0x0\n"
                               "under fixpipe.product=f32\n"
                               "  source    0x0000317b  s32  = 12667\n"));
  EXPECT_THAT(text, HasSubstr("  product   70.500003814697265625 -> 70.5\n"
                              "  integer   70.5 -> 70   (r: tie between 70 and 71)\n"));
  EXPECT_THAT(text, HasSubstr("under fixpipe.product=exact\n"));
  EXPECT_THAT(text,
              HasSubstr("  product   70.500003814697265625\n"
                        "  integer   70.500003814697265625 -> 71   (r: between 70 and 71)\n"));
}

TEST(ExplainCopy, AnMcbThatIsIgnoredIsSeen) {
  spec::DataCopy step;
  step.cell = *spec::cell_named("data_copy_deq16_s322f16");
  spec::Choices ignored = all_pinned();
  spec::pin_from_text(ignored, "copy.mcb-deq16-half=ignored");
  const std::uint64_t word = 0x3f800000 | spec::kDeqValueMcb.put(0, 1);
  EXPECT_THAT(explain_element(step, 0, {8, word, 0}, ignored), HasSubstr("  MCB        4 -> 8\n"));
  EXPECT_THAT(explain_element(step, 0, {8, word, 0}, all_pinned()), HasSubstr("= 4\n"));
}

TEST(ExplainCopy, ADifferenceNamesBothMemories) {
  const spec::Case test_case = matrix_case();
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<World> worlds = worlds_of(test_case, all_pinned());
  spec::Outcome outcome;
  outcome.after = obedient(test_case, worlds.front());
  outcome.after.of(spec::MemoryId::kGm)[0x28] = 4;
  const Judgement wrong = judge(worlds, before, outcome, {});
  EXPECT_EQ(wrong.verdict, Verdict::kMismatch);
  const std::string text =
      explain_difference(test_case, worlds.front(), wrong.broken.front().first.value());
  EXPECT_THAT(text, HasSubstr("nd block 0, row 1, column 0   src L0C+0x40 -> dst GM+0x28\n"));
  EXPECT_THAT(text,
              HasSubstr("expected 0x03  s8         = 3   (exact 5/2, tie between 2 and 3)\n"));
  EXPECT_EQ(difference_in_short(test_case, wrong.broken.front().first.value()),
            "0x00000005 = 5 -> 0x04 = 4, not 0x03 = 3");
}

TEST(ExplainCopy, AByteThatShouldNotHaveChangedNamesItsRule) {
  const spec::Case test_case = matrix_case();
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<World> worlds = worlds_of(test_case, all_pinned());
  const auto broken_by = [&](std::uint64_t byte) {
    spec::Outcome outcome;
    outcome.after = obedient(test_case, worlds.front());
    outcome.after.of(spec::MemoryId::kGm)[byte] ^= 1;
    const Judgement judgement = judge(worlds, before, outcome, {});
    EXPECT_EQ(judgement.verdict, Verdict::kWroteOutside);
    EXPECT_THAT(
        explain_difference(test_case, worlds.front(), judgement.broken.front().first.value()),
        HasSubstr(fmt::format("byte     GM+{:#x}\n", byte)));
    return slug(judgement.broken.front().rule);
  };
  EXPECT_EQ(broken_by(0x9), "fixpipe.last-block");
  EXPECT_EQ(broken_by(0x48), "fixpipe.padding-rows");
  EXPECT_EQ(broken_by(0x7), "write.nothing-else");
}

TEST(ExplainCopy, ElementsOfADataCopyAreCountedByBlock) {
  const spec::Case test_case = spec::case_from_text(
      "vconform-case 1\n"
      "memory L0C size=4096 background=1\n"
      "memory UB size=256 background=1\n"
      "place L0C+0x0 s32 element index=17 pattern=0xfffffffb\n"
      "data_copy_deq16_s322s16 dst=UB+0x20 src=L0C+0x0 blockCount=2 blockLen=1 srcStride=0 "
      "dstStride=1 blockMode=VECTOR deqValue=0x0 deqTensorAddr=0x0 sidStoreMode=0 isRelu=0 "
      "padMode=0 padValue=0x0\n");
  EXPECT_THAT(explain_case(test_case, all_pinned(), 32),
              HasSubstr("block 1, element 1   src L0C+0x44 -> dst UB+0x62\n"
                        "  scale     M=0x00000000 N=0x0 MCB=0 offset=0x000 sign=0 relu=0\n"
                        "  source    0xfffffffb  s32  = -5\n"
                        "  shifted   -2.5 -> -3\n"
                        "  to s16    -3\n"
                        "  s16       -3\n"
                        "  result    0xfffd  s16  = -3\n"));
}

}  // namespace
}  // namespace vconform::oracle
