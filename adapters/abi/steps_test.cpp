#include "adapters/abi/steps.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "adapters/abi/cell.h"
#include "spec/copy_matrix/copy_matrix.h"

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

TEST(AbiSteps, FixpipeRegistersAreWrites) {
  for (const spec::FixpipeRegisterName& known : spec::kFixpipeRegisters) {
    const vconform_step step = abi_step(spec::SetFixpipe{known.id, 0x123456789abcdef0});
    EXPECT_EQ(step.kind, VCONFORM_STEP_SET_REGISTER);
    EXPECT_EQ(step.as.set_register.register_id, static_cast<std::uint32_t>(known.id));
    EXPECT_EQ(step.as.set_register.value[0], 0x123456789abcdef0);
    EXPECT_EQ(step.as.set_register.value[1], 0U);
  }
}

TEST(AbiSteps, CopyMatrixKeepsEveryFieldApart) {
  spec::CopyMatrix call;
  call.cell = spec::cell_named("copy_matrix_cc_to_cbuf_b4_f322s4").value();
  call.dst = {spec::MemoryId::kL1, 64};
  call.src = {spec::MemoryId::kL0c, 128};
  call.sid = 1;
  call.n_size = 4095;
  call.m_size = 65535;
  call.dst_stride_dst_d = 0xfffffffe;
  call.src_stride = 65520;
  call.unit_flag_mode = 2;
  call.quant_pre = 0x123456789;
  call.relu_pre = 3;
  const vconform_step step = abi_step(call);
  EXPECT_EQ(step.kind, VCONFORM_STEP_COPY_MATRIX);
  const vconform_copy_matrix& abi = step.as.copy_matrix;
  EXPECT_EQ(abi.source_type, VCONFORM_F32);
  EXPECT_EQ(abi.destination_type, VCONFORM_S4);
  EXPECT_EQ(abi.dst.memory, VCONFORM_L1);
  EXPECT_EQ(abi.dst.offset, 64U);
  EXPECT_EQ(abi.src.memory, VCONFORM_L0C);
  EXPECT_EQ(abi.src.offset, 128U);
  EXPECT_EQ(abi.sid, 1);
  EXPECT_EQ(abi.NSize, 4095U);
  EXPECT_EQ(abi.MSize, 65535U);
  EXPECT_EQ(abi.dstStride_dst_D, 0xfffffffeU);
  EXPECT_EQ(abi.srcStride, 65520U);
  EXPECT_EQ(abi.UnitFlagMode, 2);
  EXPECT_EQ(abi.QuantPRE, 0x123456789U);
  EXPECT_EQ(abi.ReLUPRE, 3);
  EXPECT_EQ(abi.channelSplit | abi.NZ2ND_EN, 0);
  call.channel_split = true;
  EXPECT_EQ(abi_step(call).as.copy_matrix.channelSplit, 1);
  EXPECT_EQ(abi_step(call).as.copy_matrix.NZ2ND_EN, 0);
  call.nz2nd_en = true;
  EXPECT_EQ(abi_step(call).as.copy_matrix.NZ2ND_EN, 1);
}

TEST(AbiSteps, DataCopyKeepsEveryFieldApart) {
  spec::DataCopy call;
  call.cell = spec::cell_named("data_copy_vdeq16_s322f16").value();
  call.dst = {spec::MemoryId::kUb, 64};
  call.src = {spec::MemoryId::kL0c, 128};
  call.block_count = 2;
  call.block_len = 3;
  call.src_stride = 4;
  call.dst_stride = 5;
  call.block_mode = spec::BlockMode::kVector;
  call.deq_value = 0x123456789abcdef0;
  call.deq_tensor_addr = 0xfedcba987654;
  call.sid_store_mode = 7;
  call.is_relu = true;
  call.pad_mode = 8;
  call.pad_value = 9;
  const vconform_step step = abi_step(call);
  EXPECT_EQ(step.kind, VCONFORM_STEP_DATA_COPY);
  const vconform_data_copy& abi = step.as.data_copy;
  EXPECT_EQ(abi.source_type, VCONFORM_S32);
  EXPECT_EQ(abi.destination_type, VCONFORM_F16);
  EXPECT_EQ(abi.source_position, VCONFORM_CO1);
  EXPECT_EQ(abi.destination_position, VCONFORM_CO2);
  EXPECT_EQ(abi.dst.offset, 64U);
  EXPECT_EQ(abi.src.offset, 128U);
  EXPECT_EQ(abi.blockCount, 2);
  EXPECT_EQ(abi.blockLen, 3);
  EXPECT_EQ(abi.srcStride, 4);
  EXPECT_EQ(abi.dstStride, 5);
  EXPECT_EQ(abi.blockMode, VCONFORM_BLOCK_MODE_VECTOR);
  EXPECT_EQ(abi.deqScale, VCONFORM_VDEQ16);
  EXPECT_EQ(abi.deqValue, 0x123456789abcdef0);
  EXPECT_EQ(abi.deqTensorAddr, 0xfedcba987654U);
  EXPECT_EQ(abi.sidStoreMode, 7);
  EXPECT_EQ(abi.isRelu, 1);
  EXPECT_EQ(abi.padMode, 8);
  EXPECT_EQ(abi.padValue, 9U);
}

TEST(AbiSteps, TypesMemoriesAndVariantsFindTheRowsOfTheCopies) {
  for (const spec::Conversion& row : spec::kCopyRows) {
    const auto from = static_cast<std::uint32_t>(row.source);
    const auto to = static_cast<std::uint32_t>(row.destination);
    const spec::Cell cell{row.number, spec::Rounding::kNull};
    if (row.family == spec::Family::kCopyMatrix) {
      const auto memory = static_cast<std::uint32_t>(spec::memory_of(row.path.to));
      EXPECT_EQ(cell_of(spec::Family::kCopyMatrix, memory, from, to), cell);
      continue;
    }
    EXPECT_EQ(cell_of(row.family, variant_of(row), from, to), cell) << pair_name(row);
    spec::DataCopy call;
    call.cell = cell;
    call.is_relu = row.relu;
    EXPECT_EQ(data_copy_cell_of(abi_step(call).as.data_copy), cell) << pair_name(row);
    // ReLU makes no other row under a quantisation mode, or on a path that does not compute.
    call.is_relu = row.deq_scale != spec::DeqScale::kNone || row.is_plain_path() || row.relu;
    EXPECT_EQ(data_copy_cell_of(abi_step(call).as.data_copy), cell) << pair_name(row);
  }
  EXPECT_FALSE(cell_of(spec::Family::kCopyMatrix, VCONFORM_L1, VCONFORM_F32, VCONFORM_F32));
  EXPECT_FALSE(cell_of(spec::Family::kCopyMatrix, VCONFORM_UB, VCONFORM_F32, VCONFORM_F16));
  vconform_data_copy call{};
  call.source_type = call.destination_type = VCONFORM_U32;
  call.source_position = VCONFORM_CO1;
  call.destination_position = VCONFORM_CO2;
  EXPECT_TRUE(data_copy_cell_of(call));
  call.isRelu = 1;
  EXPECT_FALSE(data_copy_cell_of(call)) << "a u32 has no ReLU";
  call.isRelu = 0;
  call.deqScale = 7;
  EXPECT_FALSE(data_copy_cell_of(call));
  call.deqScale = 0x100;
  EXPECT_FALSE(data_copy_cell_of(call)) << "of a position elsewhere in the variant";
  call.source_position = 0x106;
  EXPECT_FALSE(data_copy_cell_of(call));
}

TEST(AbiSteps, FormsAndTypesFindTheRowsOfTheDequantisations) {
  for (const spec::Conversion& row : spec::kRows) {
    const auto from = static_cast<std::uint32_t>(row.source);
    const auto to = static_cast<std::uint32_t>(row.destination);
    const spec::Cell cell{row.number, spec::Rounding::kNull};
    if (row.family == spec::Family::kDeq) {
      EXPECT_EQ(deq_cell_of(static_cast<std::uint32_t>(row.deq), to), cell);
    } else if (row.family == spec::Family::kCastDeq) {
      EXPECT_EQ(cell_of(spec::Family::kCastDeq, 0, from, to), cell);
    }
  }
  EXPECT_FALSE(deq_cell_of(VCONFORM_DEQS162B8H, VCONFORM_F16));
  EXPECT_FALSE(deq_cell_of(VCONFORM_DEQS322F16, VCONFORM_S8));
  EXPECT_FALSE(deq_cell_of(5, VCONFORM_S8));
  EXPECT_FALSE(deq_cell_of(0xff, VCONFORM_F16));
  EXPECT_FALSE(cell_of(spec::Family::kCastDeq, 0, VCONFORM_S32, VCONFORM_U8));
  EXPECT_FALSE(cell_of(spec::Family::kCastDeq, 0, VCONFORM_F16, VCONFORM_S8));
}

TEST(AbiSteps, TypesAndRoundingFindTheCellAndNothingElseDoes) {
  for (const spec::Conversion& row : spec::kConversions) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const bool exists = offers(row, mode.rounding) || offers_optionally(row, mode.rounding);
      const auto cell = cell_of(row.family, 0, static_cast<std::uint32_t>(row.source),
                                static_cast<std::uint32_t>(row.destination),
                                static_cast<std::uint32_t>(mode.rounding));
      ASSERT_EQ(cell.has_value(), exists) << pair_name(row) << mode.letter;
      EXPECT_TRUE(!exists || (*cell == spec::Cell{row.number, mode.rounding}));
    }
  }
  EXPECT_FALSE(cell_of(spec::Family::kVconv, 0, VCONFORM_F32, VCONFORM_U8, VCONFORM_ROUND_R));
  EXPECT_FALSE(cell_of(spec::Family::kVconv, 0, VCONFORM_F32, VCONFORM_S32, 7));
  EXPECT_FALSE(cell_of(spec::Family::kVconv, 0, 99, 99, 99));
}

TEST(AbiSteps, QuantPreCodesAreThoseOfTheSpec) {
  const std::map<std::string_view, std::uint32_t> codes = {
      {"NoQuant", VCONFORM_QUANT_NONE},
      {"F322F16", VCONFORM_QUANT_F322F16},
      {"VREQ8", VCONFORM_QUANT_VREQ8},
      {"REQ8", VCONFORM_QUANT_REQ8},
      {"VDEQF16", VCONFORM_QUANT_VDEQF16},
      {"DEQF16", VCONFORM_QUANT_DEQF16},
      {"VSHIFTS322S16", VCONFORM_QUANT_VSHIFTS322S16},
      {"SHIFTS322S16", VCONFORM_QUANT_SHIFTS322S16},
      {"F322BF16", VCONFORM_QUANT_F322BF16},
      {"VREQ4", VCONFORM_QUANT_VREQ4},
      {"REQ4", VCONFORM_QUANT_REQ4},
      {"VQF322B8_PRE", VCONFORM_QUANT_VQF322B8_PRE},
      {"QF322B8_PRE", VCONFORM_QUANT_QF322B8_PRE},
      {"VQF322S4", VCONFORM_QUANT_VQF322S4},
      {"QF322S4", VCONFORM_QUANT_QF322S4},
  };
  std::set<std::uint32_t> seen;
  for (const spec::QuantCode& code : spec::kQuantCodes) {
    EXPECT_EQ(codes.at(code.scalar_name), code.scalar) << code.scalar_name;
    EXPECT_EQ(codes.at(code.vector_name), code.vector) << code.vector_name;
    seen.insert({code.scalar, code.vector});
  }
  EXPECT_EQ(seen.size(), codes.size());
}

}  // namespace
}  // namespace vconform::adapters
