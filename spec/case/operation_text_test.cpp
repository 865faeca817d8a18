#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/case/case_text.h"
#include "spec/case/registers.h"
#include "spec/rows/operation_rows.h"
#include "spec/text/error.h"

namespace vconform::spec {
namespace {

constexpr const char* kOperationText =
    "vconform-case 1\n"
    "claim Lowering.MatchesOracle/tile_r\n"
    "seed 7\n"
    "memory UB size=4096 background=1\n"
    "place UB+0x40 f32 patterns count=9 first=0x40200001 step=0x0\n"
    "operation tile as=f32>z>f16>r>s8 saturation=integers-saturate+half-keeps-inf "
    "clobbers=mask+deqscale dst=UB+0x201 src=UB+0x40 rows=3 cols=2 dstStride=5 srcStride=3 "
    "scratch=UB+0x400 scratchBytes=64 entry.ctrl=0x0001000000000000 "
    "entry.mask1=0x0000000000000001 entry.mask0=0xffffffffffffffff entry.deqscale=0x5 "
    "entry.nd_para=0x1 entry.lrelu_alpha=0x3f800000 entry.quant_pre=0x2 entry.fpc=0x3\n";

std::string operation_problem_with(const std::string& from, const std::string& to) {
  std::string text = kOperationText;
  text.replace(text.find(from), from.size(), to);
  try {
    case_from_text(text);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(OperationText, IsReadAndWritten) {
  const Case read = case_from_text(kOperationText);
  EXPECT_EQ(to_text(read), kOperationText);
  EXPECT_EQ(case_from_text(to_text(read)), read);
  const auto& step = std::get<Operation>(read.steps.back());
  EXPECT_EQ(step.rows, 3U);
  EXPECT_EQ(step.fixpipe[3], 3U);
  EXPECT_EQ(step.cell.conversion().source, NumberType::kF32);
  EXPECT_EQ(step.cell.conversion().destination, NumberType::kS8);
  EXPECT_EQ(instruction_name(step.cell), "tile_r");
  EXPECT_EQ(instruction_count(read), 1);
}

TEST(OperationText, NamesWhatIsWrong) {
  using testing::HasSubstr;
  EXPECT_THAT(operation_problem_with("as=f32>z>f16>r>s8", "as=f32>q>f16"),
              HasSubstr("line 6: 'f32>q>f16' is no conversion: write f32>r>f16"));
  EXPECT_THAT(operation_problem_with("mask+deqscale", "ctrl"),
              HasSubstr("is no register that is clobbered"));
  EXPECT_THAT(operation_problem_with("dst=UB+0x201", "dst=L1+0x201"),
              HasSubstr("must be in UB or GM"));
  EXPECT_THAT(operation_problem_with("dst=UB+0x201", "dst=UB+0x41"),
              HasSubstr("operands of an operation overlap"));
  EXPECT_THAT(operation_problem_with("dstStride=5", "dstStride=1"),
              HasSubstr("the rows of dst overlap"));
  EXPECT_THAT(operation_problem_with("rows=3", "rows=3000"), HasSubstr("do not fit in its"));
  EXPECT_THAT(operation_problem_with("scratchBytes=64", "scratchBytes=6400"),
              HasSubstr("do not fit"));
  EXPECT_THAT(operation_problem_with("operation tile", "operation ti/le"),
              HasSubstr("a name has 1 to 40 letters"));
}

// A lowering reports what the last operation leaves: what an earlier one left would not be seen.
TEST(OperationText, AnOperationIsTheOnlyStepOfItsCase) {
  const std::string text = kOperationText;
  const auto problem = [](const std::string& steps) {
    try {
      case_from_text(steps);
      return std::string();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  const std::string operation = text.substr(text.find("operation "));
  constexpr const char* kAlone = "an operation is the only step of its case, and this one has 2";
  EXPECT_THAT(problem(text + operation), testing::HasSubstr(kAlone));
  EXPECT_THAT(problem(text + "ctrl 0x0\n"), testing::HasSubstr(kAlone));
  EXPECT_EQ(problem(text + "then\n" + text.substr(text.find("memory "))), "");
}

TEST(OperationRows, EqualRowsHaveOneCell) {
  OperationRow row{"equal", NumberType::kF32, {{Rounding::kNearestEven, NumberType::kF16}}, 0, 0};
  const Cell cell = cell_of_operation(row);
  EXPECT_EQ(cell_of_operation(row), cell);
  row.clobbers = 1;
  EXPECT_NE(cell_of_operation(row), cell);
  EXPECT_FALSE(operation_named("equal_r"));
  EXPECT_EQ(declare_operation({row, {}}), cell_of_operation(row));
  EXPECT_EQ(cell_named("equal_r"), cell_of_operation(row));
}

TEST(OperationRows, ATableIsWrittenAndRead) {
  DeclaredOperation declared{
      {"tile", NumberType::kS32, {{Rounding::kFloor, NumberType::kF32}}, 8, 1 << 6},
      {.unaligned = false, .most_cols = 64, .cols_multiple = 8, .dst = MemoryId::kGm}};
  EXPECT_EQ(declared_operation_from(to_text(declared)), declared);
  declared.row.legs.clear();
  EXPECT_THROW(cell_of_operation(declared.row), InputError);
}

TEST(OperationRows, AFlagOfATableIsZeroOrOne) {
  const std::string text = to_text(DeclaredOperation{
      {"tile", NumberType::kF32, {{Rounding::kFloor, NumberType::kF16}}, 0, 0}, {}});
  for (const char* flag : {"aligned=1", "unaligned=1", "strides=1"}) {
    const std::size_t at = text.find(std::string(" ") + flag);
    ASSERT_NE(at, std::string::npos) << text;
    std::string edited = text;
    edited[text.find('=', at) + 1] = '2';
    EXPECT_THROW(declared_operation_from(edited), InputError) << edited;
  }
}

// Certificates are untrusted: their tables have the limits of those of libraries.
TEST(OperationRows, ATableThatIsReadHasTheLimitsOfOneThatIsLoaded) {
  const OperationRow row{"far", NumberType::kF32, {{Rounding::kFloor, NumberType::kF16}}, 0, 0};
  const auto problem_of = [](const OperationRow& of, const OperationLimits& limits) {
    try {
      declared_operation_from(to_text(DeclaredOperation{of, limits}));
      return std::string();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  const auto problem = [&](const OperationLimits& limits) { return problem_of(row, limits); };
  using testing::HasSubstr;
  EXPECT_EQ(problem({.cols_multiple = 1024, .scratch_bytes = 64 * 1024}), "");
  EXPECT_EQ(problem({.scratch_bytes = 200000}),
            "operation 'far': scratch_bytes is more than 65536");
  EXPECT_THAT(problem({.cols_multiple = 0}), HasSubstr("a multiple of 0"));
  EXPECT_THAT(problem({.cols_multiple = 1025}), HasSubstr("cols_multiple is more than 1024"));
  EXPECT_THAT(problem({.most_cols = 4, .cols_multiple = 8}), HasSubstr("or than most_cols"));
  EXPECT_THAT(problem({.aligned = false, .unaligned = false}), HasSubstr("neither aligned nor"));
  EXPECT_THROW(declare_operation({row, {.scratch_bytes = 200000}}), InputError);
  // Two elements in a byte, and whole blocks of 32 bytes in each of 16 rows.
  const OperationRow nibbles{"s4", NumberType::kF16, {{Rounding::kFloor, NumberType::kS4}}, 0, 0};
  constexpr const char* kFewer = "its columns come in multiples of 2, and most_cols is less: ";
  EXPECT_THAT(problem_of(nibbles, {.most_cols = 1}), HasSubstr(kFewer));
  EXPECT_THAT(problem_of(nibbles, {.most_cols = 3, .cols_multiple = 3}), HasSubstr("of 6, and"));
  EXPECT_EQ(problem_of(nibbles, {.most_cols = 6, .cols_multiple = 3}), "");
  const OperationRow rows{"rows",
                          NumberType::kS32,
                          {{Rounding::kNull, NumberType::kS8}},
                          0,
                          0,
                          {.family = Family::kCopyMatrix, .src_block = 16}};
  OperationLimits dense = {.unaligned = false,
                           .strides = false,
                           .most_cols = 16,
                           .dst = MemoryId::kGm,
                           .src = MemoryId::kL0c,
                           .rows_multiple = 16};
  EXPECT_THAT(problem_of(rows, dense), HasSubstr("of 32, and most_cols is less"));
  dense.most_cols = 32;
  EXPECT_EQ(problem_of(rows, dense), "");
  dense.rows_multiple = 256;
  EXPECT_THAT(problem_of(rows, dense), HasSubstr("more than 4096 elements"));
}

TEST(OperationRows, SaturationOfHalvesIsABitOfCtrl) {
  constexpr std::uint64_t kBoth = with_ctrl_bit(kCtrlKeepInfNan) | with_ctrl_bit(kCtrlTruncate);
  const auto ctrl = [](const char* saturation, std::uint64_t entry) {
    return ctrl_of_operation({"x", NumberType::kF32, {}, saturation_from(saturation), 0}, entry);
  };
  EXPECT_EQ(ctrl("by-ctrl", kBoth), kBoth);
  EXPECT_EQ(ctrl("integers-saturate", kBoth), kBoth);
  EXPECT_EQ(ctrl("half-saturates", kBoth), with_ctrl_bit(kCtrlTruncate));
  EXPECT_EQ(ctrl("integers-keep-low-bits+half-keeps-inf", 0), with_ctrl_bit(kCtrlKeepInfNan));
}

}  // namespace
}  // namespace vconform::spec
