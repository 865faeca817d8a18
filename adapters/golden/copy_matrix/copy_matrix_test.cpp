// Tests of the addresses that copy_matrix reads and writes, and of its refusals. Element k of L0C
// is the number k, so that a result tells its source.
#include "adapters/golden/copy_matrix/copy_matrix.h"

#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/short_programs/one_copy.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::golden {
namespace {

using spec::FixpipeRegister;
using spec::MemoryId;
using spec::OutcomeStatus;

constexpr std::uint64_t kUntouched = 0x7b;

// A program over numbered elements, `modulus` of them different, and a destination of one byte.
spec::Case numbered(const OneRow& row, std::uint64_t modulus = 1 << 20) {
  spec::Case program = one_row(row);
  const auto type = spec::cell_of(program.steps.back())->conversion().source;
  program.placements.insert(
      program.placements.begin(),
      {spec::PlaceNumbers{{MemoryId::kL0c, 0}, type, kCopyMemory / 4, 0, modulus},
       spec::PlacePatterns{{MemoryId::kGm, 0}, spec::NumberType::kU8, kCopyMemory, kUntouched, 0},
       spec::PlacePatterns{{MemoryId::kL1, 0}, spec::NumberType::kU8, kCopyMemory, kUntouched, 0}});
  return program;
}

spec::Outcome outcome_of(const spec::Case& program, const std::string& choice = "") {
  return run(*open_backend(choice.empty() ? "golden" : "golden:" + choice), program);
}

// Element `index` of the destination, an s32 or a byte.
std::uint64_t at(const spec::Case& program, std::uint64_t index, const std::string& choice = "") {
  const spec::Outcome outcome = outcome_of(program, choice);
  EXPECT_EQ(outcome.status, OutcomeStatus::kCompleted) << outcome.message;
  const spec::Conversion& row = spec::cell_of(program.steps.back())->conversion();
  return spec::load_element(outcome.after.of(spec::memory_of(row.path.to)), 0, row.to(), index);
}

constexpr std::uint64_t kUntouchedWord = 0x7b7b7b7b;

// 3 x 20, two columns of fractals 32 rows apart, blocks of the destination 8 * 32 bytes apart.
spec::Case nz() {
  return numbered({.name = "gm_s322s32", .change = [](spec::CopyMatrix& call) {
                     call.n_size = 20;
                     call.m_size = 3;
                     call.src_stride = 32;
                     call.dst_stride_dst_d = 8;
                   }});
}

TEST(GoldenCopyMatrix, NzBlocksHaveSixteenColumnsARow) {
  EXPECT_EQ(at(nz(), 0), 0U);
  EXPECT_EQ(at(nz(), 2 * 16 + 15), 2U * 16 + 15);
  EXPECT_EQ(at(nz(), 64 + 2 * 16 + 1), (32U + 2) * 16 + 1);
  EXPECT_EQ(at(nz(), 3 * 16), kUntouchedWord) << "a padding row";
}

TEST(GoldenCopyMatrix, TheLastBlockIsWrittenWholeOrNot) {
  EXPECT_EQ(at(nz(), 64 + 4), kUntouchedWord);
  EXPECT_EQ(at(nz(), 64 + 4, "fixpipe.last-block=whole-block"), 32U * 16 + 4);
}

TEST(GoldenCopyMatrix, DstStrideCountsBlocksOrElements) {
  spec::Case program = nz();
  std::get<spec::CopyMatrix>(program.steps.back()).dst_stride_dst_d = 52;
  EXPECT_EQ(at(program, 52 + 2 * 16 + 1, "fixpipe.dst-stride-unit=element"), (32U + 2) * 16 + 1);
  EXPECT_EQ(at(program, 52 * 8 + 2 * 16 + 1), (32U + 2) * 16 + 1);
}

TEST(GoldenCopyMatrix, ChannelSplitHalvesTheBlock) {
  const spec::Case program = numbered({.name = "gm_f322f32", .change = [](spec::CopyMatrix& call) {
                                         call.n_size = 16;
                                         call.m_size = 3;
                                         call.src_stride = 16;
                                         call.dst_stride_dst_d = 4;
                                         call.channel_split = true;
                                       }});
  // Block 1, row 2, channel 3 is element 2 * 16 + 11 of the source, the number 43.
  EXPECT_EQ(at(program, 32 + 2 * 8 + 3), 0x422c0000U);
}

TEST(GoldenCopyMatrix, NarrowChannelsAreMergedOrNot) {
  const spec::Case program = numbered({.name = "cbuf_s322s8",
                                       .change =
                                           [](spec::CopyMatrix& call) {
                                             call.n_size = 40;
                                             call.m_size = 2;
                                             call.src_stride = 16;
                                             call.dst_stride_dst_d = 4;
                                           }},
                                      127);
  // (1, 17) and (1, 33) are elements 256 + 17 and 512 + 17 of the source.
  EXPECT_EQ(at(program, 32 + 17), 273U % 127);
  EXPECT_EQ(at(program, 128 + 32 + 1), 529U % 127);
  EXPECT_EQ(at(program, 128 + 16 + 1, "fixpipe.narrow-layout=per-16"), 273U % 127);
  EXPECT_EQ(at(program, 32 + 17, "fixpipe.narrow-layout=per-16"), kUntouched);
  // Column 40 ends the fractal at 48; the rest of the block has no source.
  EXPECT_EQ(at(program, 128 + 8 + 7, "fixpipe.last-block=whole-block"), (512U + 15) % 127);
  EXPECT_EQ(at(program, 128 + 16, "fixpipe.last-block=whole-block"), kUntouched);
}

std::uint64_t nd_para(std::uint64_t count, std::uint64_t src, std::uint64_t dst) {
  return spec::kNdDstStride.put(spec::kNdSrcStride.put(count, src), dst);
}

spec::Case nd() {
  return numbered(
      {.name = "gm_s322s32", .nd_para = nd_para(2, 3, 20), .change = [](spec::CopyMatrix& call) {
         call.n_size = 3;
         call.m_size = 2;
         call.dst_stride_dst_d = 5;
         call.nz2nd_en = true;
       }});
}

TEST(GoldenCopyMatrix, NdRowsAndBlocksAreApartByTheirStrides) {
  EXPECT_EQ(at(nd(), 0), 0U);
  EXPECT_EQ(at(nd(), 20 + 5 + 2), 3U * 256 + 16 + 2);
  EXPECT_EQ(at(nd(), 20 + 5 + 2, "fixpipe.src-nd-unit=c0"), 3U * 16 + 16 + 2);
  EXPECT_EQ(at(nd(), 3), kUntouchedWord);
}

TEST(GoldenCopyMatrix, SizesOfZeroWriteNothingWhateverElseIsWrong) {
  for (void (*spoil)(spec::CopyMatrix&) : {+[](spec::CopyMatrix& call) { call.n_size = 0; },
                                           +[](spec::CopyMatrix& call) {
                                             call.m_size = 0;
                                             call.sid = 1;
                                           }}) {
    spec::Case program = nz();
    spoil(std::get<spec::CopyMatrix>(program.steps.back()));
    EXPECT_EQ(at(program, 0), kUntouchedWord);
  }
  spec::Case program = nd();
  std::get<spec::SetFixpipe>(program.steps[1]).value = nd_para(0, 0, 0);
  EXPECT_EQ(at(program, 0), kUntouchedWord);
}

TEST(GoldenCopyMatrix, AnNdCountOfZeroCountsWithNz2ndOnly) {
  EXPECT_EQ(at(nz(), 1), 1U);
  EXPECT_EQ(at(nz(), 1, "fixpipe.nd-count-without-nd=nop"), kUntouchedWord);
}

TEST(GoldenCopyMatrix, ParametersOutOfRangeAreRejectedAndWriteNothing) {
  struct Fault {
    void (*spoil)(spec::CopyMatrix& call);
    const char* problem;
  };
  const Fault faults[] = {
      {[](spec::CopyMatrix& call) { call.sid = 1; }, "sid"},
      {[](spec::CopyMatrix& call) { call.unit_flag_mode = 1; }, "UnitFlagMode"},
      {[](spec::CopyMatrix& call) { call.n_size = 4096; }, "NSize"},
      {[](spec::CopyMatrix& call) { call.dst_stride_dst_d = 0; }, "dstStride"},
      {[](spec::CopyMatrix& call) { call.src_stride = 8; }, "srcStride"},
      {[](spec::CopyMatrix& call) { call.relu_pre = 4; }, "ReLUPRE"},
      {[](spec::CopyMatrix& call) { call.quant_pre = 9; }, "QuantPRE"},
      {[](spec::CopyMatrix& call) { call.channel_split = true; }, "channelSplit"},
      {[](spec::CopyMatrix& call) { call.src.offset = 32; }, "64-byte aligned"},
      {[](spec::CopyMatrix& call) { call.src.memory = MemoryId::kUb; }, "not in L0C"},
      {[](spec::CopyMatrix& call) { call.dst.offset = kCopyMemory; }, "dst of"},
      {[](spec::CopyMatrix& call) { call.dst.offset = ~0ULL; }, "dst of"},
      // The last fractal has 16 rows.
      {[](spec::CopyMatrix& call) { call.src.offset = kCopyMemory - 3008; }, "src of"},
      {[](spec::CopyMatrix& call) { call.dst_stride_dst_d = ~0U; }, "dst of"},
  };
  for (const Fault& fault : faults) {
    spec::Case program = nz();
    fault.spoil(std::get<spec::CopyMatrix>(program.steps.back()));
    const spec::Outcome outcome = outcome_of(program);
    EXPECT_EQ(outcome.status, OutcomeStatus::kRejected) << fault.problem;
    EXPECT_NE(outcome.message.find(fault.problem), std::string::npos) << outcome.message;
    EXPECT_EQ(outcome.after, spec::initial_image(program)) << fault.problem;
  }
}

TEST(GoldenCopyMatrix, WhatReachesTheEndOfItsMemoryRuns) {
  spec::Case program = nz();
  auto& call = std::get<spec::CopyMatrix>(program.steps.back());
  call.src.offset = kCopyMemory - 3072;
  call.dst.offset = kCopyMemory - 256 - 3 * 64;
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kCompleted);
  call.dst.offset += 1;
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kRejected);
}

TEST(GoldenCopyMatrix, RangesOfNz2ndHoldWithItOnly) {
  for (const std::uint64_t para : {nd_para(1, 0, 0), nd_para(1, 513, 0)}) {
    spec::Case program = nd();
    std::get<spec::SetFixpipe>(program.steps[1]).value = para;
    EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kRejected);
    std::get<spec::CopyMatrix>(program.steps.back()).nz2nd_en = false;
    EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kCompleted);
  }
  spec::Case tall = nd();
  std::get<spec::CopyMatrix>(tall.steps.back()).m_size = 8193;
  EXPECT_NE(outcome_of(tall).message.find("MSize"), std::string::npos);
}

TEST(GoldenCopyMatrix, TheLimitOfNz2ndIsThatOfItsReading) {
  spec::Case wide = nd();
  auto& call = std::get<spec::CopyMatrix>(wide.steps.back());
  call.n_size = 4096;
  call.m_size = 1;
  call.src_stride = 0;
  call.src.offset = call.dst.offset = 0;
  const auto nsize = open_backend("golden:fixpipe.nd-limit=nsize");
  const auto status = [&] { return nsize->execute(wide, spec::initial_image(wide)).status; };
  EXPECT_EQ(outcome_of(wide).status, OutcomeStatus::kRejected);
  EXPECT_EQ(status(), OutcomeStatus::kCompleted);
  call.n_size = 8193;
  EXPECT_EQ(status(), OutcomeStatus::kRejected);
}

TEST(GoldenCopyMatrix, QuantPreZeroIsTheOnlyCodeOfOneReading) {
  spec::Case program = one_row({.name = "gm_s322f16", .row = {3}});
  const auto zero_only = open_backend("golden:fixpipe.quantpre-codes=zero-only");
  const auto run = [&] { return zero_only->execute(program, spec::initial_image(program)); };
  const spec::Outcome by_code = outcome_of(program);
  EXPECT_EQ(run().status, OutcomeStatus::kRejected);
  std::get<spec::CopyMatrix>(program.steps.back()).quant_pre = 0;
  EXPECT_EQ(run().status, OutcomeStatus::kCompleted);
  EXPECT_EQ(run().after, by_code.after);
}

TEST(GoldenCopyMatrix, B4ColumnsComeBy64AndStridesByTwo) {
  spec::Case program = one_row({.name = "gm_b4_s322s4", .row = {1}});
  auto& call = std::get<spec::CopyMatrix>(program.steps.back());
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kCompleted);
  call.n_size = 63;
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kRejected);
  call.n_size = 64;
  call.nz2nd_en = true;
  call.dst_stride_dst_d = 64;
  for (const auto& [stride, status] :
       {std::pair(2, OutcomeStatus::kCompleted), std::pair(1, OutcomeStatus::kRejected)}) {
    std::get<spec::SetFixpipe>(program.steps[1]).value =
        nd_para(1, 1, static_cast<std::uint64_t>(stride));
    EXPECT_EQ(outcome_of(program).status, status);
  }
  call.dst_stride_dst_d = 65;
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kRejected);
}

TEST(GoldenCopyMatrix, VectorsMustStandInTheFixpipeBuffer) {
  spec::Case program = one_row({.name = "gm_s322s8", .row = {1, 2}, .words = {1, 1}});
  auto& fpc = std::get<spec::SetFixpipe>(program.steps[4]);
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kCompleted);
  program.memories[4].size = kAlphas;
  fpc.value = spec::kFpcQuant.put(0, kAlphas / 128);
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kRejected);
  std::get<spec::CopyMatrix>(program.steps.back()).quant_pre = 9;
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kCompleted) << "the scalar code reads none";
}

}  // namespace
}  // namespace vconform::adapters::golden
