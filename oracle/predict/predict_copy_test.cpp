#include <gtest/gtest.h>

#include <set>
#include <string>

#include "oracle/judge/judge.h"
#include "oracle/testing/case_builder.h"
#include "oracle/testing/copy_test_support.h"
#include "spec/text/error.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::MemoryId;

constexpr std::string_view kMemories =
    "vconform-case 1\n"
    "memory UB size=16384 background=1\n"
    "memory L1 size=8192 background=1\n"
    "memory L0C size=16384 background=1\n"
    "memory GM size=8192 background=1\n"
    "memory Fixpipe size=2048 background=1\n";

spec::Case copy_case(std::string_view lines) {
  return spec::case_from_text(std::string(kMemories) + std::string(lines));
}

// copy_matrix_cc_to_..., with dst and src 64 bytes after the start of memory.
struct Matrix {
  std::string_view name;
  int columns;
  int rows;
  int stride;
  int quant = 0;
  int relu = 0;
  bool nd = false;
};

std::string copy_matrix(const Matrix& m) {
  const bool is_cbuf = m.name.find("cbuf") != std::string_view::npos;
  return fmt::format(
      "copy_matrix_cc_to_{} dst={}+0x40 src=L0C+0x40 sid=0 NSize={} MSize={} dstStride_dst_D={} "
      "srcStride=16 UnitFlagMode=0 QuantPRE={} ReLUPRE={} channelSplit=0 NZ2ND_EN={:d}\n",
      m.name, is_cbuf ? "L1" : "GM", m.columns, m.rows, m.stride, m.quant, m.relu, m.nd);
}

std::string data_copy(std::string_view name, std::string_view dst, std::string_view src, int count,
                      int length, int dst_stride, std::string_view mode,
                      std::string_view rest = "deqTensorAddr=0x800 sidStoreMode=2 isRelu=0") {
  return fmt::format(
      "data_copy_{} dst={} src={} blockCount={} blockLen={} srcStride=0 dstStride={} blockMode={} "
      "deqValue=0x40003f800000 {} padMode=0 padValue=0x0\n",
      name, dst, src, count, length, dst_stride, mode, rest);
}

// A line that places an s32 in L0C, by its index from L0C+0x40.
std::string source(int index, std::int64_t value) {
  return fmt::format("place L0C+0x40 s32 element index={} pattern={:#x}\n", index, s32(value));
}
std::string word_at(std::string_view at, int index, std::uint64_t word) {
  return fmt::format("place {} u64 element index={} pattern={:#x}\n", at, index, word);
}

World only_copy_world(std::string_view lines,
                      std::initializer_list<std::string_view> readings = {}) {
  const std::vector<World> worlds = worlds_of(copy_case(lines), all_pinned(readings));
  EXPECT_EQ(worlds.size(), 1u);
  return worlds.front();
}

std::string at(const World& world, MemoryId memory, std::uint64_t address, bool high = false) {
  World of_memory = world;
  std::erase_if(of_memory.elements,
                [memory](const PredictedElement& element) { return element.memory != memory; });
  return expected_at(of_memory, address, high);
}

std::string error_of(std::string_view lines) {
  try {
    worlds_of(copy_case(lines), all_pinned());
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PredictCopy, AMatrixArrivesInBlocksAndLeavesTheRest) {
  const std::string lines =
      source(0, 7) + source(17, 8) + source(256, 9) + copy_matrix({"cbuf_s322s16", 20, 2, 4, 13});
  const World world = only_copy_world("quant_pre 0x0\n" + lines);
  EXPECT_EQ(world.elements.size(), 40u);
  EXPECT_EQ(at(world, MemoryId::kL1, 0x40), "0x3");
  EXPECT_EQ(at(world, MemoryId::kL1, 0x40 + 32 + 2), "0x4");
  EXPECT_EQ(at(world, MemoryId::kL1, 0x40 + 128), "0x4");
  EXPECT_EQ(at(world, MemoryId::kL1, 0x40 + 128 + 8), "unchanged");
  EXPECT_EQ(world.elements[0].source_memory, MemoryId::kL0c);
  EXPECT_EQ(slug(rule_of_unchanged_byte(world, {MemoryId::kL1, 0x40 + 128 + 8})),
            "fixpipe.last-block");
  EXPECT_EQ(slug(rule_of_unchanged_byte(world, {MemoryId::kL1, 0x40 + 64})),
            "fixpipe.padding-rows");
  EXPECT_EQ(slug(rule_of_unchanged_byte(world, {MemoryId::kGm, 0x40 + 64})), "write.nothing-else");
  EXPECT_TRUE(cites(world.cited, "fixpipe.source-fractals"));
  EXPECT_TRUE(cites(world.cited, "fixpipe.nd-count-without-nd"));
}

// Two blocks of NZ as far apart as 31 bits reach; a stray byte between them is seen too.
TEST(PredictCopy, ASparseGmIsJudgedLikeAnyOther) {
  spec::Case test_case =
      copy_case(source(0, 7) + source(256, 9) + copy_matrix({"gm_s322s32", 32, 1, 0x7fffffff}));
  test_case.memories[3] = {MemoryId::kGm, spec::kMaxGmBytes, true};
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<World> worlds = predict(test_case, before, all_pinned());
  ASSERT_EQ(worlds.size(), 1u);
  constexpr std::uint64_t kFar = 0x40 + std::uint64_t{0x7fffffff} * 32;
  EXPECT_EQ(at(worlds.front(), MemoryId::kGm, 0x40), "0x7");
  EXPECT_EQ(at(worlds.front(), MemoryId::kGm, kFar), "0x9");
  spec::Outcome outcome;
  outcome.after = memory_after(worlds.front(), before);
  EXPECT_EQ(judge(worlds, before, outcome, {}).verdict, Verdict::kPass);
  outcome.after.of(MemoryId::kGm)[kFar / 2] = 1;
  const Judgement judgement = judge(worlds, before, outcome, {});
  EXPECT_EQ(judgement.verdict, Verdict::kWroteOutside);
  EXPECT_EQ(judgement.broken.at(0).first->place, kFar / 2 * kNibblesPerByte);
  EXPECT_EQ(judgement.broken.at(0).count, 1u);
}

TEST(PredictCopy, EachColumnHasItsWordAndAlphaInEveryNdBlock) {
  std::string lines = "nd_para 0x400010002\nfpc 0x302\n";
  lines += source(1, 5) + source(257, -6);
  lines += word_at("Fixpipe+0x180", 1, Factor{kTwo, 1}.word());
  lines += "place Fixpipe+0x80 u32 element index=1 pattern=0x3f000000\n";
  const World world = only_copy_world(lines + copy_matrix({"gm_s322s8", 2, 1, 2, 8, 3, true}));
  EXPECT_EQ(at(world, MemoryId::kGm, 0x41), "0xb");
  EXPECT_EQ(at(world, MemoryId::kGm, 0x40 + 4 + 1), "0xfe");
  EXPECT_EQ(world.elements[3].alpha, 0x3f000000u);
  EXPECT_TRUE(cites(world.cited, "fixpipe.quant-word"));
}

TEST(PredictCopy, ScalarWordsAndAlphasAreThoseOfTheRegisters) {
  const std::string lines =
      fmt::format("quant_pre {:#x}\nlrelu_alpha 0xffffffff3f000000\n", Factor{kTwo, 1}.word()) +
      source(0, 5) + source(1, -6);
  const World world = only_copy_world(lines + copy_matrix({"gm_s322s8", 2, 1, 2, 9, 2}));
  EXPECT_EQ(at(world, MemoryId::kGm, 0x40), "0xb");
  EXPECT_EQ(at(world, MemoryId::kGm, 0x41), "0xfe");
}

TEST(PredictCopy, EitherWriterMayWinWhereDestinationsOverlap) {
  const std::string lines = "nd_para 0x10001\n" + source(0, 1) + source(1, 2) + source(16, 3) +
                            source(17, 2) + copy_matrix({"gm_s322s32", 2, 2, 1, 0, 0, true});
  const World world = only_copy_world(lines);
  EXPECT_EQ(at(world, MemoryId::kGm, 0x40), "0x1");
  EXPECT_EQ(at(world, MemoryId::kGm, 0x44), "0x2|0x3");
  EXPECT_EQ(at(world, MemoryId::kGm, 0x48), "0x2");
  EXPECT_FALSE(world.hazard);
  EXPECT_TRUE(cites(world.cited, "fixpipe.overlap"));
  EXPECT_EQ(slug(world.expectations[world.elements[1].expectation].rule), "fixpipe.overlap");
}

TEST(PredictCopy, ANanAndANumberThatOverlapAreNotAnything) {
  const World world =
      only_copy_world("ctrl 0x0001000000000000\nnd_para 0x10001\n" + source(1, 0x7fc00000) +
                      source(16, 0x3f800000) + copy_matrix({"gm_f322f16", 2, 2, 1, 1, 0, true}));
  EXPECT_EQ(at(world, MemoryId::kGm, 0x42), "any NaN|0x3c00");
}

TEST(PredictCopy, ABackendMayWriteAnythingForArgumentsOutOfRange) {
  const World world =
      only_copy_world("nd_para 0x1\n" + copy_matrix({"gm_s322s32", 2, 2, 4, 0, 0, true}));
  EXPECT_TRUE(world.out_of_range);
  EXPECT_EQ(at(world, MemoryId::kGm, 0x40), "anything");
  // NZ: 2 rows of 16 channels.
  EXPECT_EQ(at(world, MemoryId::kGm, 0x40 + 127), "anything");
  EXPECT_EQ(at(world, MemoryId::kGm, 0x40 + 128), "unchanged");
  EXPECT_EQ(at(world, MemoryId::kGm, 0x3f), "unchanged");
  EXPECT_TRUE(cites(world.cited, "fixpipe.parameters"));
  // Clipped at the end of the memory.
  const World far = only_copy_world(copy_matrix({"gm_s322s32", 4000, 2, 4000000, 77}));
  EXPECT_EQ(far.elements.size(), 8192u - 0x40);
}

// NSize 5000 under NZ2ND_EN is beyond one limit. A backend may refuse it under either reading.
TEST(PredictCopy, BetweenTheLimitsOfNdNothingMustPass) {
  const std::string lines = "nd_para 0x200010001\n" + source(0, 7) +
                            "copy_matrix_cc_to_gm_s322s32 dst=GM+0x0 src=L0C+0x40 sid=0 NSize=2000 "
                            "MSize=1 dstStride_dst_D=2000 srcStride=0 UnitFlagMode=0 QuantPRE=0 "
                            "ReLUPRE=0 channelSplit=0 NZ2ND_EN=1\n";
  const World legal = only_copy_world(lines);
  EXPECT_FALSE(legal.contested);
  std::string wide = lines;
  wide.replace(wide.find("NSize=2000"), 10, "NSize=5000");
  wide.replace(wide.find("gm_s322s32"), 10, "gm_s322s8");
  const World msize =
      only_copy_world("quant_pre 0x400000000000\n" + wide, {"fixpipe.nd-limit=msize"});
  EXPECT_TRUE(msize.contested);
  EXPECT_TRUE(msize.outside_reading);
  EXPECT_FALSE(msize.out_of_range);
  EXPECT_EQ(at(msize, MemoryId::kGm, 0), "anything");
  EXPECT_EQ(at(msize, MemoryId::kGm, 4999), "anything");
  EXPECT_EQ(at(msize, MemoryId::kGm, 5000), "unchanged");
  EXPECT_TRUE(cites(msize.cited, "fixpipe.nd-limit"));
}

// No page says what channelSplit does to an f16, nor under NZ2ND_EN: refusing is as good as
// running.
TEST(PredictCopy, SplitChannelsOfOtherTypesMayBeRefusedAndNeedNot) {
  std::string lines = source(0, 7) + copy_matrix({"gm_s322s32", 16, 1, 2});
  lines.replace(lines.find("channelSplit=0"), 14, "channelSplit=1");
  for (const std::string& nd : {std::string(), std::string("NZ2ND_EN=1")}) {
    std::string split = lines;
    if (!nd.empty()) {
      split.replace(split.find("_s322s32"), 8, "_f322f32");
      split.replace(split.find("NZ2ND_EN=0"), 10, nd);
    }
    const World world = only_copy_world("nd_para 0x10001\n" + split);
    EXPECT_TRUE(world.contested) << split;
    EXPECT_FALSE(world.out_of_range);
    EXPECT_TRUE(may_be_refused(world));
    EXPECT_EQ(at(world, MemoryId::kGm, 0x40), "anything");
    EXPECT_EQ(at(world, MemoryId::kGm, 0x3f), "unchanged");
    EXPECT_TRUE(cites(world.cited, "fixpipe.channel-split"));
    const JudgeOptions checks{.checks_arguments = true};
    const spec::Case test_case = copy_case("nd_para 0x10001\n" + split);
    const spec::MemoryImage before = spec::initial_image(test_case);
    for (const auto status : {spec::OutcomeStatus::kCompleted, spec::OutcomeStatus::kRejected}) {
      EXPECT_EQ(judge({world}, before, {status, before, ""}, checks).verdict, Verdict::kPass);
    }
  }
}

TEST(PredictCopy, QuantPreMustBeZeroOrACodeByItsReading) {
  const std::string lines = fmt::format("quant_pre {:#x}\n", Factor{kTwo, 1}.word()) + source(0, 5);
  const auto world = [&](int code, std::string_view reading) {
    return only_copy_world(lines + copy_matrix({"gm_s322s8", 1, 1, 2, code}),
                           {reading, "fixpipe.quantpre-zero=raw32"});
  };
  constexpr std::string_view kHeader = "fixpipe.quantpre-codes=header";
  constexpr std::string_view kZeroOnly = "fixpipe.quantpre-codes=zero-only";
  EXPECT_FALSE(world(9, kHeader).contested);
  EXPECT_TRUE(world(9, kZeroOnly).contested);
  EXPECT_TRUE(world(9, kZeroOnly).outside_reading);
  EXPECT_EQ(at(world(9, kZeroOnly), MemoryId::kGm, 0x40), "0xb");
  EXPECT_TRUE(world(0, kHeader).contested);
  EXPECT_EQ(at(world(0, kHeader), MemoryId::kGm, 0x40), "0x5");
  EXPECT_FALSE(world(0, kZeroOnly).contested);
  EXPECT_EQ(at(world(0, kZeroOnly), MemoryId::kGm, 0x40), "0xb");
}

TEST(PredictCopy, NothingHappensForASizeOfZero) {
  for (const Matrix& matrix : {Matrix{"gm_s322s32", 0, 2, 0, 99}, Matrix{"gm_s322s32", 2, 0, 4},
                               Matrix{"gm_s322s32", 2, 2, 4, 0, 0, true}}) {
    const World world = only_copy_world(copy_matrix(matrix));
    EXPECT_TRUE(world.elements.empty());
    EXPECT_FALSE(world.out_of_range);
    EXPECT_TRUE(cites(world.cited, "fixpipe.zero-size-is-nop"));
  }
}

// As a backend does that looks at its arguments before it looks at the size.
TEST(PredictCopy, ASizeOfZeroMayBeRefusedForOtherArguments) {
  constexpr std::string_view kHeader = "fixpipe.quantpre-codes=header";
  constexpr std::string_view kZeroOnly = "fixpipe.quantpre-codes=zero-only";
  const auto world = [](const Matrix& matrix, std::string_view reading) {
    return only_copy_world(copy_matrix(matrix), {reading});
  };
  const Matrix legal = {"gm_s322s8", 0, 1, 2, 9};
  EXPECT_FALSE(may_be_refused(world(legal, kHeader)));
  EXPECT_TRUE(may_be_refused(world(legal, kZeroOnly)));
  EXPECT_FALSE(world(legal, kZeroOnly).outside_reading);
  EXPECT_TRUE(may_be_refused(world({"gm_s322s8", 0, 1, 2, 0}, kHeader)));
  EXPECT_FALSE(may_be_refused(world({"gm_s322s8", 0, 1, 2, 0}, kZeroOnly)));
  const Matrix unknown_code = {"gm_s322s8", 0, 1, 2, 99};
  EXPECT_TRUE(may_be_refused(world(unknown_code, kHeader)));
  EXPECT_FALSE(world(unknown_code, kHeader).out_of_range);
}

TEST(PredictCopy, ALastBlockIsFilledFromTheFractals) {
  const std::string lines = fmt::format("quant_pre {:#x}\n", Factor{}.word()) + source(4, 44) +
                            copy_matrix({"gm_s322s8", 3, 1, 1, 9});
  EXPECT_EQ(at(only_copy_world(lines), MemoryId::kGm, 0x44), "unchanged");
  const World filled = only_copy_world(lines, {"fixpipe.last-block=whole-block"});
  EXPECT_EQ(at(filled, MemoryId::kGm, 0x44), "0x2c");
  EXPECT_EQ(at(filled, MemoryId::kGm, 0x40 + 16), "anything");
  EXPECT_EQ(at(filled, MemoryId::kGm, 0x40 + 31), "anything");
  EXPECT_EQ(at(filled, MemoryId::kGm, 0x40 + 32), "unchanged");
}

TEST(PredictCopy, NibblesStandAsTheReadingSays) {
  const std::string lines = fmt::format("quant_pre {:#x}\n", Factor{}.word()) + source(0, 1) +
                            source(1, 2) + copy_matrix({"gm_b4_s322s4", 64, 1, 2, 22});
  EXPECT_EQ(at(only_copy_world(lines), MemoryId::kGm, 0x40), "0x1");
  EXPECT_EQ(at(only_copy_world(lines), MemoryId::kGm, 0x40, true), "0x2");
  const World high = only_copy_world(lines, {"s4.nibble=high-first"});
  EXPECT_EQ(at(high, MemoryId::kGm, 0x40, true), "0x1");
}

TEST(PredictCopy, OnlyReadingsThatDifferMakeWorlds) {
  const auto worlds = [](const Matrix& matrix, std::string_view lines = "nd_para 0x1\n") {
    return worlds_of(copy_case(std::string(lines) + copy_matrix(matrix)), spec::Choices()).size();
  };
  EXPECT_EQ(worlds({"gm_s322s32", 16, 3, 9}), 1u);
  EXPECT_EQ(worlds({"gm_s322s32", 17, 3, 9}), 4u);  // stride, last block
  EXPECT_EQ(worlds({"gm_s322s32", 32, 3, 9}), 2u);  // stride
  EXPECT_EQ(worlds({"gm_s322s32", 32, 3, 32, 0, 0, true}, "nd_para 0x10001\n"), 1u);
  EXPECT_EQ(worlds({"gm_s322s32", 16, 3, 16, 0, 0, true}, "nd_para 0x4000010002\n"), 2u);
  EXPECT_EQ(worlds({"gm_s322s32", 16, 3, 9}, ""), 2u);  // nd count
}

TEST(PredictCopy, EachDistinctElementIsConvertedOnce) {
  const World world = only_copy_world(
      fmt::format("quant_pre {:#x}\nplace L0C+0x40 s32 patterns count=256 first=0x5 step=0x0\n",
                  Factor{}.word()) +
      copy_matrix({"gm_s322s8", 16, 16, 1, 9}));
  EXPECT_EQ(world.elements.size(), 256u);
  EXPECT_EQ(world.expectations.size(), 1u);
}

TEST(PredictCopy, OperandsThatLeaveTheirMemoryAreErrors) {
  EXPECT_EQ(error_of(copy_matrix({"gm_s322s32", 16, 255, 9})),
            "step 1, copy_matrix_cc_to_gm_s322s32: src reaches L0C+0x403f, but L0C ends at 0x4000");
  EXPECT_EQ(error_of(copy_matrix({"gm_s322s32", 17, 2, 252})),
            "step 1, copy_matrix_cc_to_gm_s322s32: dst reaches GM+0x203f, but GM ends at 0x2000");
  EXPECT_NE(error_of("fpc 0xf00\n" + copy_matrix({"gm_s322s8", 17, 1, 1, 8}))
                .find("the vector of quant words reaches Fixpipe+0x807"),
            std::string::npos);
  EXPECT_NE(error_of("fpc 0x1f\n" + copy_matrix({"gm_s322s32", 17, 1, 2, 0, 3}))
                .find("the vector of alphas reaches Fixpipe+0x803"),
            std::string::npos);
  EXPECT_EQ(error_of("fpc 0xf00\n" + copy_matrix({"gm_s322s8", 16, 1, 1, 8})), "accepted");
  const std::string vector = data_copy("vdeq8_s322s8", "UB+0x0", "L0C+0x0", 1, 1, 0, "VECTOR",
                                       "deqTensorAddr=0x3fa0 sidStoreMode=2 isRelu=0");
  EXPECT_NE(error_of(vector).find("the vector of factors reaches UB+0x401f"), std::string::npos);
  const std::string wraps = data_copy("vdeq8_s322s8", "UB+0x0", "L0C+0x0", 1, 1, 0, "VECTOR",
                                      "deqTensorAddr=0xffffffffffffffe0 sidStoreMode=2 isRelu=0");
  EXPECT_NE(error_of(wraps).find("deqTensorAddr reaches UB+"), std::string::npos);
  EXPECT_NE(error_of(data_copy("gm_vecin_f32", "UB+0x3fe0", "GM+0x0", 1, 2, 0, "NORMAL"))
                .find("dst reaches UB+0x401f"),
            std::string::npos);
}

TEST(PredictCopy, BlocksUseTheFactorsOfTheirVector) {
  std::string lines = source(1, 5) + source(17, 5) + source(33, 5);
  for (int i = 0; i < 32; ++i) {
    const std::uint32_t scale = i == 17 ? kTwo : kOne;
    lines += word_at("UB+0x800", i, Factor{scale, i == 1 ? 3 : 0}.word());
  }
  // Two blocks of 32 elements.
  lines += data_copy("vdeq8_s322s8", "UB+0x0", "L0C+0x40", 2, 2, 0, "VECTOR");
  const World world = only_copy_world(lines);
  EXPECT_EQ(at(world, MemoryId::kUb, 1), "0x8");
  EXPECT_EQ(at(world, MemoryId::kUb, 17), "0x8");
  EXPECT_EQ(at(world, MemoryId::kUb, 32 + 1), "0xa");
  EXPECT_TRUE(cites(world.cited, "copy.vector-of-block"));
}

TEST(PredictCopy, VectorsWithDifferentMcbBitsAreOutOfRange) {
  std::string lines = "place UB+0x800 u64 patterns count=32 first=0x40003f800000 step=0x0\n";
  const std::string copy = data_copy("vdeq8_s322s8", "UB+0x0", "L0C+0x40", 2, 1, 0, "VECTOR");
  EXPECT_FALSE(only_copy_world(lines + copy).out_of_range);
  const std::string second = word_at("UB+0x800", 31, Factor{kOne, 0, true, 1}.word());
  EXPECT_TRUE(only_copy_world(lines + second + copy).out_of_range);
  // Vectors may differ from each other.
  lines += "place UB+0x880 u64 patterns count=16 first=0x50003f800000 step=0x0\n";
  EXPECT_FALSE(only_copy_world(lines + copy).out_of_range);
}

TEST(PredictCopy, NothingIsPromisedOfBlocksUponEachOther) {
  const World world =
      only_copy_world(data_copy("vecin_veccalc_u8", "UB+0x20", "UB+0x0", 1, 2, 0, "NORMAL"));
  EXPECT_TRUE(world.hazard);
  EXPECT_EQ(world.elements.size(), 64u);
  EXPECT_EQ(at(world, MemoryId::kUb, 0x5f), "anything");
  EXPECT_EQ(slug(world.expectations.front().rule), "overlap.hazard");
}

TEST(PredictCopy, ANullBlockCountIsOutOfRangeAndLeavesAllBytes) {
  const World world =
      only_copy_world(data_copy("gm_vecin_u8", "UB+0x20", "GM+0x0", 0, 2, 0, "NORMAL"));
  EXPECT_TRUE(world.out_of_range);
  EXPECT_TRUE(world.elements.empty());
}

// A later step finds a zero of either sign and any NaN.
TEST(PredictCopy, LaterStepsReadWhatEarlierOnesLeaveOpen) {
  const std::string lines =
      "ctrl 0x1000000000000\nnd_para 0x1\n"
      "place L0C+0x40 f32 element index=0 pattern=0x80000000\n"
      "place L0C+0x40 f32 element index=1 pattern=0x7fc00000\n" +
      copy_matrix({"gm_f322f16", 16, 1, 1, 1}) +
      data_copy("gm_vecin_f16", "UB+0x0", "GM+0x40", 1, 1, 0, "NORMAL");
  const World world = only_copy_world(lines);
  EXPECT_EQ(at(world, MemoryId::kGm, 0x40), "0x0|0x8000");
  EXPECT_EQ(at(world, MemoryId::kUb, 0x0), "0x0|0x8000");
  EXPECT_EQ(at(world, MemoryId::kGm, 0x42), "any NaN");
  EXPECT_EQ(at(world, MemoryId::kUb, 0x2), "any NaN");
}

}  // namespace
}  // namespace vconform::oracle
