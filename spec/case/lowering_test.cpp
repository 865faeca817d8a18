#include "spec/case/lowering.h"

#include <gtest/gtest.h>

namespace vconform::spec {
namespace {

constexpr std::uint64_t kCounting = std::uint64_t{1} << 56;

CastDeq call_of(const char* instruction, CastDeqForm form) {
  CastDeq call;
  call.cell = *cell_named(instruction);
  call.form = form;
  call.dst.offset = 0x900;
  call.src.offset = 0x100;
  return call;
}

std::string lowered_name(CastDeq call, bool is_vec_deq, bool half_block) {
  call.is_vec_deq = is_vec_deq;
  call.half_block = half_block;
  return instruction_name(lowered_cell(call));
}

Choices readings(std::string_view text) {
  Choices choices;
  pin_from_text(choices, text);
  return choices;
}

TEST(Lowering, FlagsChooseTheInstruction) {
  const CastDeq s8 = call_of("cast_deq_s162s8", CastDeqForm::kCount);
  EXPECT_EQ(lowered_name(s8, true, true), "vconv_vdeqs162b8h_s8");
  EXPECT_EQ(lowered_name(s8, true, false), "vconv_vdeqs162b8l_s8");
  EXPECT_EQ(lowered_name(s8, false, true), "vconv_deqs162b8h_s8");
  EXPECT_EQ(lowered_name(s8, false, false), "vconv_deqs162b8l_s8");
  EXPECT_EQ(lowered_name(call_of("cast_deq_s162u8", CastDeqForm::kCount), true, true),
            "vconv_vdeqs162b8h_u8");
  EXPECT_EQ(lowered_name(call_of("cast_deq_s322f16", CastDeqForm::kCount), true, false),
            "vconv_deq");
}

TEST(Lowering, CountIsCounterModeOverContiguousOperands) {
  CastDeq call = call_of("cast_deq_s322f16", CastDeqForm::kCount);
  call.count = 100;
  call.dst_rep_stride = 99;
  const std::vector<Step> steps = lowered(call, 0x5, readings("cast.count-leaves=restored"));
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(std::get<SetCtrl>(steps[0]).value, kCounting | 0x5);
  EXPECT_EQ(std::get<SetMask>(steps[1]).mask, (Mask{0, 100}));
  const Vconv& vconv = std::get<Vconv>(steps[2]);
  EXPECT_EQ(vconv.dst.offset, 0x900u);
  EXPECT_EQ(vconv.src.offset, 0x100u);
  EXPECT_EQ(vconv.dst_repeat_stride, 4);
  EXPECT_EQ(vconv.src_repeat_stride, 8);
  EXPECT_EQ(std::get<SetCtrl>(steps[3]).value, 0x5u);
}

TEST(Lowering, ACountLeavesTheDefaultsOfTheSystem) {
  CastDeq call = call_of("cast_deq_s162s8", CastDeqForm::kCount);
  call.count = 100;
  const std::vector<Step> steps = lowered(call, kCounting | 0x5);
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(std::get<SetMask>(steps[3]).mask, (Mask{~std::uint64_t{0}, ~std::uint64_t{0}}));
  EXPECT_EQ(std::get<SetCtrl>(steps[4]).value, 0x5u);
}

TEST(Lowering, AMaskIsUsedAsCtrlSays) {
  CastDeq call = call_of("cast_deq_s162s8", CastDeqForm::kContiguous);
  call.mask = {0, 3};
  const std::vector<Step> steps = lowered(call, kCounting);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(std::get<SetMask>(steps[0]).mask, (Mask{0, 7}));
  EXPECT_TRUE(std::holds_alternative<Vconv>(steps[1]));
}

// The registers are read by the next instruction in UB, unless both are set before it.
TEST(Lowering, TheRegistersThatACallLeavesMayBeRead) {
  const Step call = call_of("cast_deq_s162s8", CastDeqForm::kCount);
  const Step mask = SetMask{};
  const Step ctrl = SetCtrl{};
  const auto reads = [](const std::vector<Step>& steps) { return reads_mask_and_mode(steps); };
  EXPECT_FALSE(reads({}));
  EXPECT_FALSE(reads({mask, ctrl}));
  EXPECT_TRUE(reads({call}));
  EXPECT_TRUE(reads({mask, call}));
  EXPECT_TRUE(reads({ctrl, Vconv{}}));
  EXPECT_FALSE(reads({ctrl, mask, Vconv{}, Vconv{}}));
  EXPECT_TRUE(reads({CopyMatrix{}, call}));
}

TEST(Lowering, MasksAreNormalMode) {
  CastDeq call = call_of("cast_deq_s162s8", CastDeqForm::kContiguous);
  call.mask = {0, 65};
  call.repeat_time = 4;
  call.src_blk_stride = 2;
  call.dst_rep_stride = 9;
  const Choices cleared = readings("cast.mask-form-ctrl56=cleared");
  const std::vector<Step> steps = lowered(call, kCounting, cleared);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(std::get<SetCtrl>(steps[0]).value, 0u);
  EXPECT_EQ(std::get<SetMask>(steps[1]).mask, (Mask{1, ~std::uint64_t{0}}));
  const Vconv& vconv = std::get<Vconv>(steps[2]);
  EXPECT_EQ(vconv.repeat, 4);
  EXPECT_EQ(vconv.src_block_stride, 2);
  EXPECT_EQ(vconv.dst_repeat_stride, 9);
  EXPECT_EQ(std::get<SetCtrl>(steps[3]).value, kCounting);

  call.form = CastDeqForm::kBitwise;
  call.mask = {0x2, 0x8};
  EXPECT_EQ(std::get<SetMask>(lowered(call, 0)[0]).mask, (Mask{0x2, 0x8}));
}

TEST(Lowering, AMaskSetOutsideStays) {
  CastDeq call = call_of("cast_deq_s162s8", CastDeqForm::kBitwise);
  call.is_set_mask = false;
  const std::vector<Step> steps = lowered(call, kCounting);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Vconv>(steps[0]));
}

}  // namespace
}  // namespace vconform::spec
