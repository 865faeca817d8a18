#include "spec/case/case_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/case/case_limits.h"
#include "spec/text/error.h"

namespace vconform::spec {
namespace {

using testing::HasSubstr;

constexpr std::string_view kText =
    "vconform-case 1\n"
    "claim Vconv.MatchesOracle/f322s32_r\n"
    "seed 7\n"
    "memory UB size=196608 background=1\n"
    "place UB+0x100 f32 numbers count=128 low=-125 modulus=251\n"
    "place UB+0x900 s32 patterns count=128 first=0x7f7f7f7f step=0x0\n"
    "place UB+0x100 f32 element index=3 pattern=0x40200000\n"
    "ctrl 0x0001000000000000\n"
    "mask 0x0000000000000000 0xffffffffffffffff\n"
    "vconv_f322s32r dst=UB+0x900 src=UB+0x100 repeat=2 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=8 srcRepeatStride=8\n";

std::string error_of(const std::string& text) {
  try {
    case_from_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// The text with one part of it replaced.
std::string with(std::string_view part, std::string_view replacement) {
  std::string text(kText);
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), replacement);
}

TEST(CaseText, RoundTrips) {
  const Case test_case = case_from_text(kText);
  EXPECT_EQ(to_text(test_case), kText);
  EXPECT_EQ(case_from_text(to_text(test_case)), test_case);
}

TEST(CaseText, ASparseMemoryHasNoBackground) {
  const std::string text = with("background=1", "background=0");
  EXPECT_TRUE(case_from_text(text).memories.front().is_sparse);
  EXPECT_EQ(to_text(case_from_text(text)), text);
}

constexpr std::string_view kDeqText =
    "vconform-case 1\n"
    "seed 0\n"
    "memory UB size=196608 background=1\n"
    "deqscale 0x000040003bb66000\n"
    "vconv_deqs162b8h_s8 dst=UB+0x900 src=UB+0x100 repeat=2 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=8 srcRepeatStride=8\n"
    "deqscale 0x0000000000000010 tensor\n"
    "cast_deq_s162u8 dst=UB+0x900 src=UB+0x100 count=512 is_vec_deq=1 half_block=0\n"
    "cast_deq_s162u8 dst=UB+0x900 src=UB+0x100 mask=128 repeat_time=4 dstBlkStride=1 "
    "srcBlkStride=1 dstRepStride=8 srcRepStride=8 is_set_mask=1 is_vec_deq=1 half_block=1\n"
    "cast_deq_s322f16 dst=UB+0x900 src=UB+0x100 mask1=0x0000000000000000 "
    "mask0=0x00000000ffffffff repeat_time=1 dstBlkStride=1 srcBlkStride=2 dstRepStride=4 "
    "srcRepStride=8 is_set_mask=0 is_vec_deq=0 half_block=1\n";

TEST(CaseText, RoundTripsDequantisations) {
  const Case test_case = case_from_text(kDeqText);
  EXPECT_EQ(to_text(test_case), kDeqText);
  EXPECT_EQ(std::get<SetDeqScale>(test_case.steps[2]), (SetDeqScale{0x10, true}));
  const auto& counted = std::get<CastDeq>(test_case.steps[3]);
  EXPECT_EQ(counted.form, CastDeqForm::kCount);
  EXPECT_EQ(counted.count, 512u);
  EXPECT_FALSE(counted.half_block);
  EXPECT_EQ(std::get<CastDeq>(test_case.steps[4]).form, CastDeqForm::kContiguous);
  const auto& bitwise = std::get<CastDeq>(test_case.steps[5]);
  EXPECT_EQ(bitwise.form, CastDeqForm::kBitwise);
  EXPECT_EQ(bitwise.mask, (Mask{0, 0xffffffff}));
  EXPECT_EQ(bitwise.src_blk_stride, 2);
  EXPECT_FALSE(bitwise.is_set_mask);
}

TEST(CaseText, OfACastDeqHasWhatItsFormUses) {
  Case test_case = case_from_text(kDeqText);
  auto& call = std::get<CastDeq>(test_case.steps[4]);
  call.count = 3;
  EXPECT_NE(case_from_text(to_text(test_case)), test_case);
  call = normal_form(call);
  EXPECT_EQ(case_from_text(to_text(test_case)), test_case);
  call.form = CastDeqForm::kCount;
  EXPECT_NE(case_from_text(to_text(test_case)), test_case);
  call = normal_form(call);
  EXPECT_EQ(case_from_text(to_text(test_case)), test_case);
}

TEST(CaseText, ErrorsOfDequantisationsNameTheThing) {
  const auto with_step = [](std::string_view step) {
    return error_of("vconform-case 1\nmemory UB size=4096 background=1\n" + std::string(step));
  };
  EXPECT_THAT(with_step("deqscale 0x1 vector"), HasSubstr("only 'tensor' may stand"));
  EXPECT_THAT(
      with_step("cast_deq_s162s8 dst=UB+0x0 src=UB+0x100 count=1 is_vec_deq=2 half_block=1"),
      HasSubstr("is_vec_deq=2 is no flag: write 0 or 1"));
  EXPECT_THAT(with_step("cast_deq_s162s8 dst=UB+0x0 src=UB+0x100 is_vec_deq=1 half_block=1"),
              HasSubstr("field mask1= is missing"));
  EXPECT_THAT(with_step("cast_deq_s162s8 dst=UB+0x0 src=UB+0x100 count=1 is_vec_deq=1 half_block=1 "
                        "mask=3"),
              HasSubstr("unexpected 'mask=3'"));
  EXPECT_THAT(
      with_step("cast_deq_s162s8 dst=GM+0x0 src=UB+0x100 count=1 is_vec_deq=1 half_block=1"),
      HasSubstr("dst of this instruction must be in UB, not GM"));
}

constexpr std::string_view kCopyText =
    "vconform-case 1\n"
    "seed 7\n"
    "memory UB size=4096 background=1\n"
    "memory L0C size=8192 background=1\n"
    "memory GM size=5000 background=1\n"
    "memory Fixpipe size=4096 background=1\n"
    "place GM+0x0 u64 patterns count=4 first=0x1 step=0x2\n"
    "place GM+0x20 f64 element index=0 pattern=0x3ff0000000000000\n"
    "nd_para 0x100020001\n"
    "lrelu_alpha 0x3f001000\n"
    "quant_pre 0x40003f800000\n"
    "fpc 0x104\n"
    "copy_matrix_cc_to_gm_b4_f322s4 dst=GM+0x3 src=L0C+0x40 sid=0 NSize=64 MSize=3 "
    "dstStride_dst_D=4294967295 srcStride=16 UnitFlagMode=0 QuantPRE=26 ReLUPRE=2 channelSplit=0 "
    "NZ2ND_EN=1\n"
    "data_copy_vdeq8_s322u8 dst=UB+0x40 src=L0C+0x0 blockCount=2 blockLen=3 srcStride=4 "
    "dstStride=5 "
    "blockMode=VECTOR deqValue=0x0 deqTensorAddr=0x400 sidStoreMode=2 isRelu=1 padMode=0 "
    "padValue=0x0\n"
    "data_copy_gm_vecin_u64 dst=UB+0x0 src=GM+0x1 blockCount=1 blockLen=1 srcStride=0 dstStride=0 "
    "blockMode=NORMAL deqValue=0x0 deqTensorAddr=0x0 sidStoreMode=0 isRelu=0 padMode=0 "
    "padValue=0x0\n";

TEST(CaseText, RoundTripsCopies) {
  const Case test_case = case_from_text(kCopyText);
  EXPECT_EQ(to_text(test_case), kCopyText);
  EXPECT_EQ(std::get<SetFixpipe>(test_case.steps[3]), (SetFixpipe{FixpipeRegister::kFpc, 0x104}));
  const auto& matrix = std::get<CopyMatrix>(test_case.steps[4]);
  EXPECT_EQ(matrix.dst_stride_dst_d, 0xffffffffu);
  EXPECT_TRUE(matrix.nz2nd_en);
  EXPECT_FALSE(matrix.channel_split);
  const auto& copy = std::get<DataCopy>(test_case.steps[5]);
  EXPECT_EQ(copy.block_mode, BlockMode::kVector);
  EXPECT_EQ(copy.deq_tensor_addr, 0x400u);
  EXPECT_EQ(std::get<DataCopy>(test_case.steps[6]).src.memory, MemoryId::kGm);
}

TEST(CaseText, ErrorsOfCopiesNameTheThing) {
  const auto with = [](std::string_view old, std::string_view replacement) {
    std::string text(kCopyText);
    text.replace(text.find(old), old.size(), replacement);
    return error_of(text);
  };
  EXPECT_THAT(with("dst=UB+0x40", "dst=GM+0x40"),
              HasSubstr("dst of this instruction must be in UB, not GM"));
  EXPECT_THAT(with("src=L0C+0x40", "src=L0C+0x2000"),
              HasSubstr("src at L0C+0x2000 is outside the case's L0C of 0x2000 bytes"));
  EXPECT_THAT(with("blockMode=VECTOR", "blockMode=2"),
              HasSubstr("'2' is no blockMode: use NORMAL, MATRIX or VECTOR"));
  EXPECT_THAT(with("data_copy_vdeq8_s322u8", "data_copy_co1_co2_f322f32"),
              HasSubstr("isRelu=1 does not go with data_copy_co1_co2_f322f32"));
  EXPECT_THAT(with("data_copy_gm_vecin_u64", "data_copy_gm_vecin_s4"),
              HasSubstr("is no keyword or instruction"));
}

TEST(CaseText, CommentsBlankLinesAndFieldOrderDoNotMatter) {
  EXPECT_EQ(case_from_text(with("seed 7\n", "\n  # the seed\nseed 7   # seven\r\n")),
            case_from_text(kText));
  EXPECT_EQ(case_from_text(with("low=-125 modulus=251", "modulus=0xfb low=-125")),
            case_from_text(kText));
  EXPECT_EQ(case_from_text(kText.substr(0, kText.size() - 1)), case_from_text(kText));
}

TEST(CaseText, ErrorsNameTheLineAndTheThing) {
  EXPECT_THAT(error_of(""), HasSubstr("empty"));
  EXPECT_THAT(error_of("hello"), HasSubstr("line 1: this is no case file"));
  EXPECT_THAT(error_of(with("case 1", "case 2")), HasSubstr("line 1: case format 2"));
  EXPECT_THAT(error_of(with("memory UB", "memory UBX")), HasSubstr("line 4: 'UBX' is no memory"));
  EXPECT_THAT(error_of(with("background=1", "background=9")), HasSubstr("background version 9"));

  EXPECT_THAT(error_of(with(" f32 numbers", " f33 numbers")), HasSubstr("'f33' is no type"));
  EXPECT_THAT(error_of(with("modulus=251", "moduls=251")), HasSubstr("field modulus= is missing"));
  EXPECT_THAT(error_of(with("modulus=251", "modulus=251 x=1")), HasSubstr("unexpected 'x=1'"));
  EXPECT_THAT(error_of(with("count=128", "count=-1")), HasSubstr("'-1' is no count"));
  EXPECT_THAT(error_of(with("repeat=2", "repeat=256")), HasSubstr("'256' is no repeat"));
  EXPECT_THAT(error_of(with("repeat=2", "repeat=0x")), HasSubstr("'0x' is no repeat"));
  EXPECT_THAT(error_of(with("dst=UB+0x900", "dst=UB")), HasSubstr("is no address"));
  EXPECT_THAT(error_of(with("dst=UB+0x900", "dst=UB+x")), HasSubstr("'x' is no offset"));
  EXPECT_THAT(error_of(with("vconv_f322s32r", "vconv_f322s32q")), HasSubstr("line 10"));
  EXPECT_THAT(error_of(with("index=3", "index=99999")), HasSubstr("do not fit"));
}

TEST(CaseText, EarlierProgramsStandFirst) {
  const std::string program =
      "memory UB size=1024 background=1\n"
      "mask 0x0000000000000000 0x0000000000000001\n";
  const std::string text = "vconform-case 1\nseed 3\n" + program + "then\n" + program + "then\n" +
                           program + "ctrl 0x0000000000000000\n";
  const Case read = case_from_text(text);
  ASSERT_EQ(read.earlier.size(), 2u);
  EXPECT_EQ(read.earlier[1].steps.size(), 1u);
  EXPECT_EQ(read.steps.size(), 2u);
  EXPECT_EQ(read.memories.size(), 1u);
  EXPECT_EQ(to_text(read), text);
  EXPECT_THAT(error_of("vconform-case 1\nthen\n" + program), HasSubstr("an earlier program: "));
  EXPECT_THAT(error_of("vconform-case 1\n" + program + "then\n"), HasSubstr("1 to 4096 steps"));
  EXPECT_THAT(error_of("vconform-case 1\n" + program + "then x\n" + program),
              HasSubstr("unexpected 'x'"));
}

TEST(CaseText, OddBytesAreQuotedSafely) {
  EXPECT_THAT(error_of(with("modulus=251", "modulus=251 \x1b[31m")), HasSubstr("'?[31m'"));
}

TEST(CaseText, EveryTruncationIsReadOrRefusedCleanly) {
  for (std::size_t length = 0; length < kText.size(); ++length) {
    const std::string error = error_of(std::string(kText.substr(0, length)));
    EXPECT_EQ(error.find('\n'), std::string::npos);
    EXPECT_LT(error.size(), 200u);
  }
}

TEST(CaseText, HugeTextIsRefused) {
  EXPECT_THAT(error_of(std::string(kMaxCaseTextBytes + 1, 'a')), HasSubstr("at most"));
}

TEST(CaseText, ARefusalIsOneLineWhateverIsRefused) {
  const std::string bad = "\x1b[2J\x07" + std::string(100000, 'x');
  for (const char* part : {"0x7f7f7f7f", "UB+0x100", "f32 numbers", "numbers", "memory UB", "UB",
                           "7\n", "vconv_f322s32r"}) {
    const std::string error = error_of(with(part, bad + (part[1] == '\n' ? "\n" : "")));
    EXPECT_NE(error, "accepted") << part;
    EXPECT_LT(error.size(), 300U) << part;
    EXPECT_EQ(error.find('\x1b'), std::string::npos) << part;
  }
}

}  // namespace
}  // namespace vconform::spec
