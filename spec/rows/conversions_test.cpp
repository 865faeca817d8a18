#include "spec/rows/conversions.h"

#include <gtest/gtest.h>

#include <set>

#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/digest.h"

namespace vconform::spec {
namespace {

TEST(Conversions, NamesReadBack) {
  std::set<std::string> names;
  for (const Cell& cell : all_cells()) {
    EXPECT_EQ(cell_named(instruction_name(cell)), cell);
    EXPECT_TRUE(names.insert(instruction_name(cell)).second);
  }
  // 64 + 10 optional and extension cells by hand: 5+7+5+5+5+5 from f32, 5+5+6+6+6 from f16, 5 from
  // bf16, 6+6+5 from integers; 9 extensions; f322bf16o, f322s16 and bf162f32a.
  // 2 results by 4 forms of DEQ and VDEQ, vconv_deq; 3 pairs of the API form.
  // Of the copies: 10 prototypes to L1 and 12 to GM; 11 modes of deqScale, 4 pairs with ReLU, 5
  // without; 11 paths with bfloat16_t and 7 without.
  EXPECT_EQ(names.size(), 32u + 28 + 5 + 17 + 9 + 3 + 9 + 3 + 22 + 20 + 11 * 12 + 7 * 11);
}

TEST(Conversions, ThirtyEightCellsHaveA32BitSource) {
  int cells = 0;
  for (const Conversion& row : kConversions) {
    if (row.from().bits == 32 && row.status == Status::kDocumented) {
      cells += static_cast<int>(row.modes.size());
    }
  }
  EXPECT_EQ(cells, 38);
}

// Saved corpora, the draws of sweeps and claims on the wire name rows by their numbers: these are
// those of version 3, and a later row takes one behind them.
TEST(Conversions, NumbersAreKept) {
  constexpr std::uint16_t kOfVersion3 = 287;
  std::string text;
  for (std::uint16_t number = 0; number < kOfVersion3; ++number) {
    const Conversion& row = row_of(number);
    text += std::to_string(number) + " " + std::string(name_of(row.family).name) + " " +
            pair_name(row) + " " + std::string(row.to().name) + "\n";
  }
  EXPECT_EQ(digest_of(text), 0xaa35f430c5cd675u) << text;
}

TEST(Conversions, NamesAreThePagesNames) {
  EXPECT_EQ(instruction_name({4, Rounding::kNearestEven}), "vconv_f322s32r");
  EXPECT_EQ(instruction_name({10, Rounding::kNull}), "vconv_f162s4");
  EXPECT_EQ(cell_name({10, Rounding::kNull}), "f162s4_null");
  EXPECT_EQ(instruction_name({25, Rounding::kNull}), "vconv_deqs162b8h_u8");
  EXPECT_EQ(cell_name({30, Rounding::kNull}), "vdeqs162b8l_s8");
  EXPECT_EQ(instruction_name({32, Rounding::kNull}), "vconv_deq");
  EXPECT_EQ(instruction_name({33, Rounding::kNull}), "cast_deq_s162s8");
  EXPECT_EQ(cell_name({35, Rounding::kNull}), "s322f16");
  EXPECT_EQ(instruction_name({36, Rounding::kNull}), "copy_matrix_cc_to_cbuf_f322f16");
  EXPECT_EQ(instruction_name({57, Rounding::kNull}), "copy_matrix_cc_to_gm_b4_s322s4");
  EXPECT_EQ(instruction_name({58, Rounding::kNull}), "data_copy_deq_s322f16");
  EXPECT_EQ(instruction_name({69, Rounding::kNull}), "data_copy_relu_f162f16");
  EXPECT_EQ(cell_name({77, Rounding::kNull}), "co1_co2_f322f16");
  EXPECT_EQ(instruction_name({78, Rounding::kNull}), "data_copy_gm_vecin_s8");
  EXPECT_FALSE(cell_named("vconv_s162s8"));
  EXPECT_FALSE(cell_named("vconv_deqs162b8h"));
  EXPECT_FALSE(cell_named("vconv_f322s32o"));
  EXPECT_FALSE(cell_named("vconv_s82s4"));
}

TEST(Conversions, EveryPrototypeOfCopyMatrixHasItsQuantCode) {
  int prototypes = 0;
  for (const Conversion& row : kRows) {
    if (row.family == Family::kCopyMatrix) {
      const QuantCode& code = quant_code_of(row);
      EXPECT_EQ(code.source, row.source);
      EXPECT_EQ(code.destination, row.destination);
      ++prototypes;
    }
  }
  EXPECT_EQ(prototypes, 22);
}

TEST(Conversions, BlocksHaveTheChannelsThatFillThem) {
  const auto channels = [](std::string_view name, bool split) {
    return channels_of_block(cell_named(name)->conversion(), split);
  };
  EXPECT_EQ(channels("copy_matrix_cc_to_gm_f322f16", false), 16u);
  EXPECT_EQ(channels("copy_matrix_cc_to_gm_f322f32", false), 16u);
  EXPECT_EQ(channels("copy_matrix_cc_to_gm_f322f32", true), 8u);
  EXPECT_EQ(channels("copy_matrix_cc_to_gm_s322u8", false), 32u);
  EXPECT_EQ(channels("copy_matrix_cc_to_cbuf_b4_s322s4", false), 64u);
}

TEST(Conversions, NoModeIsBothOfferedAndOptional) {
  for (const Conversion& row : kConversions) {
    for (const RoundingMode& mode : kRoundingModes) {
      EXPECT_FALSE(offers(row, mode.rounding) && offers_optionally(row, mode.rounding));
    }
  }
}

}  // namespace
}  // namespace vconform::spec
