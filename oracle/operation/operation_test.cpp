#include "oracle/operation/operation.h"

#include <gtest/gtest.h>

#include "oracle/judge/judge.h"
#include "oracle/operation/issued_writes.h"
#include "oracle/predict/predict.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {
namespace {

// The operation `as` on one row of sources, from `ctrl`.
spec::Case case_of(const std::string& as, const std::string& place, const std::string& ctrl) {
  return spec::case_from_text(
      "vconform-case 1\nseed 1\nmemory UB size=1024 background=1\nplace UB+0x40 " + place +
      "\noperation tile as=" + as +
      " saturation=by-ctrl clobbers=none dst=UB+0x200 src=UB+0x40 rows=1 cols=2 dstStride=2 "
      "srcStride=2 scratch=UB+0x0 scratchBytes=4 entry.ctrl=" +
      ctrl +
      " entry.mask1=0x0 entry.mask0=0x0 entry.deqscale=0x0 entry.nd_para=0x0 "
      "entry.lrelu_alpha=0x0 entry.quant_pre=0x0 entry.fpc=0x0\n");
}

std::vector<World> worlds_of(const spec::Case& test_case) {
  return predict(test_case, spec::initial_image(test_case),
                 spec::choices_of(spec::profile_named("a2")));
}

// The result of every element, which is the same.
std::uint64_t result(const std::string& as, const std::string& pattern, const std::string& ctrl) {
  const std::string type = as.substr(0, as.find('>'));
  const spec::Case test_case =
      case_of(as, type + " patterns count=2 first=" + pattern + " step=0x0", ctrl);
  const World world = worlds_of(test_case).front();
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

TEST(Operation, OnlyResultsAndScratchMayChange) {
  const spec::Case test_case = case_of("f32>r>f16", "f32 numbers count=2 low=1 modulus=2", "0x0");
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<World> worlds = worlds_of(test_case);
  spec::Outcome outcome;
  outcome.after = memory_after(worlds.front(), before);
  EXPECT_EQ(judge(worlds, before, outcome, {}).verdict, Verdict::kPass);
  outcome.after.of(spec::MemoryId::kUb)[3] ^= 1;
  EXPECT_EQ(judge(worlds, before, outcome, {}).verdict, Verdict::kPass);
  outcome.after.of(spec::MemoryId::kUb)[0x204] ^= 1;
  EXPECT_EQ(judge(worlds, before, outcome, {}).verdict, Verdict::kWroteOutside);
}

spec::IssuedCall conversion(std::int64_t dst, std::int64_t repeat) {
  spec::IssuedCall call;
  call.function = "vconv_f322f16r";
  call.arguments = {dst, 0x40, repeat, 1, 1, 4, 8};
  call.mask = {0, 0x3};
  return call;
}

TEST(IssuedWrites, NamesTheLastConversionThatWritesAPlace) {
  spec::IssuedReport report;
  report.calls = {conversion(0x200, 1), conversion(0x200, 2)};
  report.count = 2;
  const auto writer = [&](std::uint64_t byte) {
    return writer_of(report, spec::MemoryId::kUb, byte * kNibblesPerByte, {});
  };
  EXPECT_EQ(writer(0x202).call, &report.calls[1]);
  EXPECT_EQ(writer(0x280).call, &report.calls[1]);
  // The third lane is not active.
  EXPECT_EQ(writer(0x204).call, nullptr);
  EXPECT_TRUE(writer(0x204).is_certain);
  report.calls[1].function = "vector_dup";
  EXPECT_EQ(writer(0x280).call, nullptr);
  EXPECT_FALSE(writer(0x280).is_certain);
  report.count = 3;
  EXPECT_FALSE(writer(0x202).is_certain);
}

// The later halves of two blocks.
TEST(IssuedWrites, WalksDequantisations) {
  spec::IssuedReport report;
  report.calls = {conversion(0x200, 1)};
  report.calls[0].function = "vconv_deqs162b8h";
  report.calls[0].mask = {0, 0xffffffff};
  report.count = 1;
  const WrittenBytes written = written_by_calls(report, spec::MemoryId::kUb, 0x300, {});
  EXPECT_TRUE(written.is_certain);
  for (std::size_t byte = 0; byte < written.is_written.size(); ++byte) {
    const bool is_there = (byte >= 0x210 && byte < 0x220) || (byte >= 0x230 && byte < 0x240);
    EXPECT_EQ(written.is_written[byte] != 0, is_there) << byte;
  }
}

TEST(IssuedWrites, NamesACopyThatBeginsBeforeAPlace) {
  spec::IssuedReport report;
  report.calls = {conversion(0x200, 1)};
  report.calls[0].function = "copy_matrix_cc_to_gm";
  report.count = 1;
  const auto writer = [&](spec::MemoryId memory, std::uint64_t byte) {
    return writer_of(report, memory, byte * kNibblesPerByte, {});
  };
  EXPECT_EQ(writer(spec::MemoryId::kGm, 0x200).call, report.calls.data());
  EXPECT_FALSE(writer(spec::MemoryId::kGm, 0x200).is_certain);
  EXPECT_EQ(writer(spec::MemoryId::kGm, 0x1ff).call, nullptr);
  EXPECT_EQ(writer(spec::MemoryId::kUb, 0x200).call, nullptr);
}

// As a lowering does that converts into its scratch and moves what it needs of it.
TEST(IssuedWrites, KnowsAResultThatIsComputedInScratch) {
  spec::Operation operation;
  operation.cell = *spec::cell_named("vconv_f322f16r");
  operation.scratch = {spec::MemoryId::kUb, 0x200};
  spec::IssuedReport report;
  report.calls = {conversion(0x1ff, 1), conversion(0x200, 1)};
  EXPECT_EQ(computed_in_scratch(report, operation), nullptr);
  operation.scratch_bytes = 1;
  EXPECT_EQ(computed_in_scratch(report, operation), &report.calls[1]);
  report.calls[1].was_executed = false;
  EXPECT_EQ(computed_in_scratch(report, operation), nullptr);
  report.calls[1] = conversion(0x200, 1);
  operation.cell = *spec::cell_named("vconv_f322bf16r");
  EXPECT_EQ(computed_in_scratch(report, operation), nullptr);
}

TEST(IssuedWrites, ItIsCertainThatAQueryWritesNothing) {
  spec::IssuedReport report;
  report.calls = {conversion(0x200, 1), conversion(0x200, 1)};
  report.count = 2;
  for (const char* function : {"get_subblockid", "get_sys_cnt", "copy_cbuf_to_fbuf"}) {
    report.calls[1].function = function;
    const Writer writer = writer_of(report, spec::MemoryId::kUb, 0x200 * kNibblesPerByte, {});
    EXPECT_EQ(writer.call, report.calls.data()) << function;
    EXPECT_TRUE(writer.is_certain) << function;
  }
}

// Two bursts of one block, a block apart.
TEST(IssuedWrites, WalksMoves) {
  spec::IssuedReport report;
  report.calls = {conversion(0x200, 0)};
  report.calls[0].function = "copy_ubuf_to_ubuf";
  report.calls[0].arguments = {0x200, 0, 0, 2, 1, 0, 1};
  report.count = 1;
  const WrittenBytes written = written_by_calls(report, spec::MemoryId::kUb, 0x300, {});
  EXPECT_TRUE(written.is_certain);
  for (const std::uint64_t byte : {0x200u, 0x21fu, 0x240u, 0x25fu}) {
    EXPECT_EQ(written.is_written[byte], 1) << byte;
  }
  for (const std::uint64_t byte : {0x1ffu, 0x220u, 0x23fu, 0x260u}) {
    EXPECT_EQ(written.is_written[byte], 0) << byte;
  }
  report.calls[0].arguments[3] = -1;
  EXPECT_FALSE(written_by_calls(report, spec::MemoryId::kUb, 0x300, {}).is_certain);
}

}  // namespace
}  // namespace vconform::oracle
