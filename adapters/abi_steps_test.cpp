#include "adapters/abi_steps.h"

#include <gtest/gtest.h>

#include "adapters/abi_cell.h"

namespace vconform::adapters {
namespace {

TEST(AbiSteps, MaskHasItsLowWordFirst) {
  const vconform_step step = abi_step(spec::SetMask{{.mask1 = 0xaa, .mask0 = 0xbb}});
  EXPECT_EQ(step.struct_size, sizeof(vconform_step));
  EXPECT_EQ(step.kind, VCONFORM_STEP_SET_REGISTER);
  EXPECT_EQ(step.as.set_register.register_id, VCONFORM_REGISTER_MASK);
  EXPECT_EQ(step.as.set_register.value[0], 0xbbU);
  EXPECT_EQ(step.as.set_register.value[1], 0xaaU);
}

TEST(AbiSteps, CtrlIsARegisterWrite) {
  const vconform_step step = abi_step(spec::SetCtrl{1ULL << 48});
  EXPECT_EQ(step.as.set_register.register_id, VCONFORM_REGISTER_CTRL);
  EXPECT_EQ(step.as.set_register.value[0], 1ULL << 48);
}

TEST(AbiSteps, VconvKeepsEveryFieldApart) {
  spec::Vconv vconv;
  vconv.cell = spec::cell_named("vconv_f322s16z").value();
  vconv.dst = {spec::MemoryId::kUb, 64};
  vconv.src = {spec::MemoryId::kL1, 96};
  vconv.repeat = 200;
  vconv.dst_block_stride = 2;
  vconv.src_block_stride = 3;
  vconv.dst_repeat_stride = 4;
  vconv.src_repeat_stride = 5;
  const vconform_vconv abi = abi_step(vconv).as.vconv;
  EXPECT_EQ(abi.source_type, VCONFORM_F32);
  EXPECT_EQ(abi.destination_type, VCONFORM_S16);
  EXPECT_EQ(abi.rounding, VCONFORM_ROUND_Z);
  EXPECT_EQ(abi.repeat, 200U);
  EXPECT_EQ(abi.dst.memory, VCONFORM_UB);
  EXPECT_EQ(abi.dst.offset, 64U);
  EXPECT_EQ(abi.src.memory, VCONFORM_L1);
  EXPECT_EQ(abi.src.offset, 96U);
  EXPECT_EQ(abi.dstBlockStride, 2);
  EXPECT_EQ(abi.srcBlockStride, 3);
  EXPECT_EQ(abi.dstRepeatStride, 4);
  EXPECT_EQ(abi.srcRepeatStride, 5);
}

TEST(AbiSteps, TypesAndRoundingFindTheCellAndNothingElseDoes) {
  for (const spec::Conversion& row : spec::kConversions) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const bool exists = offers(row, mode.rounding) || offers_optionally(row, mode.rounding);
      const auto cell = cell_of(static_cast<std::uint32_t>(row.source),
                                static_cast<std::uint32_t>(row.destination),
                                static_cast<std::uint32_t>(mode.rounding));
      ASSERT_EQ(cell.has_value(), exists) << pair_name(row) << mode.letter;
      EXPECT_TRUE(!exists || (*cell == spec::Cell{row.number, mode.rounding}));
    }
  }
  EXPECT_FALSE(cell_of(VCONFORM_F32, VCONFORM_U8, VCONFORM_ROUND_R));
  EXPECT_FALSE(cell_of(VCONFORM_F32, VCONFORM_S32, 7));
  EXPECT_FALSE(cell_of(99, 99, 99));
}

}  // namespace
}  // namespace vconform::adapters
