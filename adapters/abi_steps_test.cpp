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

TEST(AbiSteps, DeqscaleSaysWhetherItIsATensor) {
  const vconform_step word = abi_step(spec::SetDeqScale{0x123456789abcdef0, false});
  EXPECT_EQ(word.kind, VCONFORM_STEP_SET_REGISTER);
  EXPECT_EQ(word.as.set_register.register_id, VCONFORM_REGISTER_DEQSCALE);
  EXPECT_EQ(word.as.set_register.value[0], 0x123456789abcdef0);
  EXPECT_EQ(word.as.set_register.value[1], 0U);
  EXPECT_EQ(abi_step(spec::SetDeqScale{7, true}).as.set_register.value[1], 1U);
}

TEST(AbiSteps, DeqKeepsEveryFieldApart) {
  spec::Vconv vconv;
  vconv.cell = spec::cell_named("vconv_vdeqs162b8h_u8").value();
  vconv.dst = {spec::MemoryId::kUb, 64};
  vconv.src = {spec::MemoryId::kL1, 96};
  vconv.repeat = 200;
  vconv.dst_block_stride = 2;
  vconv.src_block_stride = 3;
  vconv.dst_repeat_stride = 4;
  vconv.src_repeat_stride = 5;
  const vconform_step step = abi_step(vconv);
  EXPECT_EQ(step.kind, VCONFORM_STEP_DEQ);
  const vconform_deq& abi = step.as.deq;
  EXPECT_EQ(abi.form, VCONFORM_VDEQS162B8H);
  EXPECT_EQ(abi.destination_type, VCONFORM_U8);
  EXPECT_EQ(abi.repeat, 200U);
  EXPECT_EQ(abi.dst.offset, 64U);
  EXPECT_EQ(abi.src.memory, VCONFORM_L1);
  EXPECT_EQ(abi.src.offset, 96U);
  EXPECT_EQ(abi.dstBlockStride, 2);
  EXPECT_EQ(abi.srcBlockStride, 3);
  EXPECT_EQ(abi.dstRepeatStride, 4);
  EXPECT_EQ(abi.srcRepeatStride, 5);
}

spec::CastDeq cast_deq() {
  spec::CastDeq call;
  call.cell = spec::cell_named("cast_deq_s322f16").value();
  call.form = spec::CastDeqForm::kBitwise;
  call.dst = {spec::MemoryId::kUb, 64};
  call.src = {spec::MemoryId::kUb, 96};
  call.count = 1000;
  call.mask = {.mask1 = 0xaa, .mask0 = 0xbb};
  call.repeat_time = 250;
  call.dst_blk_stride = 2;
  call.src_blk_stride = 3;
  call.dst_rep_stride = 4;
  call.src_rep_stride = 5;
  return call;
}

TEST(AbiSteps, CastDeqKeepsEveryFieldApart) {
  const vconform_step step = abi_step(cast_deq());
  EXPECT_EQ(step.kind, VCONFORM_STEP_CAST_DEQ);
  const vconform_cast_deq& abi = step.as.cast_deq;
  EXPECT_EQ(abi.form, VCONFORM_CAST_DEQ_BITWISE);
  EXPECT_EQ(abi.source_type, VCONFORM_S32);
  EXPECT_EQ(abi.destination_type, VCONFORM_F16);
  EXPECT_EQ(abi.count, 1000U);
  EXPECT_EQ(abi.mask[0], 0xbbU);
  EXPECT_EQ(abi.mask[1], 0xaaU);
  EXPECT_EQ(abi.dst.offset, 64U);
  EXPECT_EQ(abi.src.offset, 96U);
  EXPECT_EQ(abi.repeat_time, 250U);
  EXPECT_EQ(abi.dstBlkStride, 2);
  EXPECT_EQ(abi.srcBlkStride, 3);
  EXPECT_EQ(abi.dstRepStride, 4);
  EXPECT_EQ(abi.srcRepStride, 5);
}

TEST(AbiSteps, CastDeqKeepsItsSwitchesApart) {
  for (int bits = 0; bits < 8; ++bits) {
    spec::CastDeq call = cast_deq();
    call.is_set_mask = (bits & 1) != 0;
    call.is_vec_deq = (bits & 2) != 0;
    call.half_block = (bits & 4) != 0;
    const vconform_cast_deq abi = abi_step(call).as.cast_deq;
    EXPECT_EQ(abi.is_set_mask | abi.is_vec_deq << 1 | abi.half_block << 2, bits);
  }
}

TEST(AbiSteps, FormsAndTypesFindTheRowsOfTheDequantisations) {
  for (const spec::Conversion& row : spec::kRows) {
    const auto from = static_cast<std::uint32_t>(row.source);
    const auto to = static_cast<std::uint32_t>(row.destination);
    const spec::Cell cell{row.number, spec::Rounding::kNull};
    if (row.family == spec::Family::kDeq) {
      EXPECT_EQ(deq_cell_of(static_cast<std::uint32_t>(row.deq), to), cell);
    } else if (row.family == spec::Family::kCastDeq) {
      EXPECT_EQ(cast_deq_cell_of(from, to), cell);
    }
  }
  EXPECT_FALSE(deq_cell_of(VCONFORM_DEQS162B8H, VCONFORM_F16));
  EXPECT_FALSE(deq_cell_of(VCONFORM_DEQS322F16, VCONFORM_S8));
  EXPECT_FALSE(deq_cell_of(5, VCONFORM_S8));
  EXPECT_FALSE(deq_cell_of(0xff, VCONFORM_F16));
  EXPECT_FALSE(cast_deq_cell_of(VCONFORM_S32, VCONFORM_U8));
  EXPECT_FALSE(cast_deq_cell_of(VCONFORM_F16, VCONFORM_S8));
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
