#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/case/case_text.h"
#include "spec/rows/operation_rows.h"
#include "spec/text/error.h"

namespace vconform::spec {
namespace {

using testing::HasSubstr;

// 18 rows of 20 columns, in NZ in L0C and in ND in GM.
constexpr const char* kQuantisingText =
    "vconform-case 1\n"
    "seed 7\n"
    "memory UB size=128 background=1\n"
    "memory L0C size=8192 background=1\n"
    "memory GM size=4096 background=1\n"
    "memory Fixpipe size=1024 background=1\n"
    "operation fix as=s32>->s8 saturation=by-ctrl clobbers=quant_pre+fpc by=copy_matrix deqScale=0 "
    "ReLUPRE=3 perColumn=1 srcBlock=16 dstBlock=0 dst=GM+0x40 src=L0C+0x40 rows=18 cols=20 "
    "dstStride=24 srcStride=512 scratch=UB+0x0 scratchBytes=0 entry.ctrl=0x0000000000000000 "
    "entry.mask1=0x0000000000000000 entry.mask0=0x0000000000000000 entry.deqscale=0x0 "
    "entry.nd_para=0x0 entry.lrelu_alpha=0x0 entry.quant_pre=0x0 entry.fpc=0x0 "
    "quants=Fixpipe+0x100 alphas=Fixpipe+0x80\n";

std::string quantising_problem_with(const std::string& from, const std::string& to) {
  std::string text = kQuantisingText;
  text.replace(text.find(from), from.size(), to);
  try {
    case_from_text(text);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(QuantisingText, IsReadAndWritten) {
  const Case read = case_from_text(kQuantisingText);
  EXPECT_EQ(to_text(read), kQuantisingText);
  const auto& step = std::get<Operation>(read.steps.back());
  EXPECT_EQ(step.quants.offset, 0x100U);
  const Conversion& chain = chain_of(step.cell).conversion();
  EXPECT_EQ(chain.family, Family::kCopyMatrix);
  EXPECT_EQ(chain.destination, NumberType::kS8);
}

TEST(QuantisingText, NamesWhatIsWrong) {
  const auto problem = quantising_problem_with;
  EXPECT_THAT(problem("by=copy_matrix", "by=vconv"), HasSubstr("'vconv' quantises nothing"));
  EXPECT_THAT(problem("s32>->s8", "s32>r>s8"), HasSubstr("declares a rounding"));
  EXPECT_THAT(problem("s32>->s8", "s16>->s8"), HasSubstr("quantises no such types"));
  EXPECT_THAT(problem("deqScale=0", "deqScale=9"), HasSubstr("deqScale=9 is none"));
  EXPECT_THAT(problem("deqScale=0", "deqScale=3"), HasSubstr("does not go with its family"));
  EXPECT_THAT(problem("ReLUPRE=3", "ReLUPRE=4"), HasSubstr("its family has no such ReLU"));
  EXPECT_THAT(problem("srcBlock=16", "srcBlock=12"), HasSubstr("8, 16, 32 or 64 columns"));
  EXPECT_THAT(problem("srcStride=512", "srcStride=272"), HasSubstr("the blocks of src overlap"));
  EXPECT_THAT(problem("srcStride=512", "srcStride=4096"), HasSubstr("do not fit"));
  EXPECT_THAT(problem("dst=GM+0x40", "dst=Fixpipe+0x0"), HasSubstr("UB, L1, L0C or GM"));
  EXPECT_THAT(problem("alphas=Fixpipe+0x80", "alphas=Fixpipe+0xc0"), HasSubstr("overlap"));
  EXPECT_THAT(problem("quants=Fixpipe+0x100", "quants=Fixpipe+0x3f0"), HasSubstr("do not fit"));
}

TEST(QuantisingRows, ATableIsWrittenAndRead) {
  DeclaredOperation declared{{"copy",
                              NumberType::kS32,
                              {{Rounding::kNull, NumberType::kF16}},
                              0,
                              0,
                              {Family::kDataCopy, DeqScale::kVdeq16, 1, true, 16, 16}},
                             {.unaligned = false, .src = MemoryId::kL0c, .rows_multiple = 16}};
  EXPECT_EQ(declared_operation_from(to_text(declared)), declared);
  declared.row.quantisation.by_column = false;
  EXPECT_THROW(declared_operation_from(to_text(declared)), InputError);
  declared.row.quantisation = {};
  EXPECT_THROW(declared_operation_from(to_text(declared)), InputError);
}

TEST(QuantisingRows, MultiplesOfRowsAreLimited) {
  DeclaredOperation declared{{"tall",
                              NumberType::kS32,
                              {{Rounding::kNull, NumberType::kS8}},
                              0,
                              0,
                              {Family::kCopyMatrix, DeqScale::kNone, 0, false, 16}},
                             {.src = MemoryId::kL0c}};
  const auto problem = [&](std::uint32_t multiple, std::uint32_t most) {
    declared.limits.rows_multiple = multiple;
    declared.limits.most_rows = most;
    try {
      declared_operation_from(to_text(declared));
      return std::string();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(problem(16, 16), "");
  EXPECT_THAT(problem(16, 8), HasSubstr("rows_multiple is more than most_rows"));
  EXPECT_THAT(problem(0, 0), HasSubstr("its rows are a multiple of 0"));
  EXPECT_THAT(problem(4097, 0), HasSubstr("more than 4096 elements"));
}

TEST(QuantisingRows, ElementsOfNzStandInBlocks) {
  EXPECT_EQ(element_index(3, 20, 24, 0), 3U * 24 + 20);
  EXPECT_EQ(element_index(3, 20, 512, 16), 512U + 3 * 16 + 4);
  EXPECT_EQ(spanned_elements(18, 20, 512, 16), 512U + 17 * 16 + 4);
  EXPECT_EQ(spanned_elements(18, 16, 512, 16), 17U * 16 + 16);
  EXPECT_EQ(spanned_elements(0, 16, 512, 16), 0U);
}

}  // namespace
}  // namespace vconform::spec
