#include "oracle/operation/undefined_call.h"

#include <gtest/gtest.h>

#include "oracle/testing/test_support.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::MemoryId;

spec::IssuedCall executed(const spec::Step& instruction) {
  spec::IssuedCall call;
  call.function = "issued";
  call.instruction = instruction;
  call.registers.mask = spec::kAllLanes;
  // One nd block.
  call.registers.fixpipe[spec::index_of(spec::FixpipeRegister::kNdPara)] = 1 | 1 << 16;
  return call;
}

std::string why(const spec::Step& instruction) {
  return std::string(undefined_by(executed(instruction), a2({})).value_or(""));
}

// Two repeats of 64 lanes, each operand behind the other.
spec::Vconv vector(std::string_view name) {
  spec::Vconv step;
  step.cell = cell(name);
  step.dst = {MemoryId::kUb, 0x1000};
  step.src = {MemoryId::kUb, 0};
  step.repeat = 2;
  return step;
}

TEST(UndefinedCall, OperandsApartAndInPlaceAreDefined) {
  EXPECT_EQ(why(vector("vconv_f322s32r")), "");
  spec::Vconv in_place = vector("vconv_f322s32r");
  in_place.dst = in_place.src;
  EXPECT_EQ(why(in_place), "");
}

// Whatever order golden keeps.
TEST(UndefinedCall, OverlapsOfVectorsAreNot) {
  spec::Vconv widens = vector("vconv_f162f32");
  widens.repeat = 1;
  widens.dst = widens.src;
  EXPECT_EQ(why(widens), "operands overlap, and the pages promise nothing then");
  spec::Vconv one_block_on = vector("vconv_f322s32r");
  one_block_on.dst = {MemoryId::kUb, 0x20};
  EXPECT_EQ(why(one_block_on), "operands overlap, and the pages promise nothing then");
  spec::Vconv stands_still = vector("vconv_f322s32r");
  stands_still.dst_repeat_stride = 0;
  EXPECT_EQ(why(stands_still), "operands overlap, and the pages promise nothing then");
  stands_still.repeat = 0;
  EXPECT_EQ(why(stands_still), "");
}

// One lane: the other blocks of the source reach into the destination.
TEST(UndefinedCall, BlocksWithoutAnActiveLaneDoNotOverlap) {
  spec::Vconv step = vector("vconv_f322s32r");
  step.repeat = 1;
  step.dst = {MemoryId::kUb, 0x20};
  spec::IssuedCall call = executed(step);
  call.registers.mask = {0, 1};
  EXPECT_EQ(undefined_by(call, a2({})), std::nullopt);
  call.registers.mask = {0, 1 | 1 << 8};
  EXPECT_NE(undefined_by(call, a2({})), std::nullopt);
}

TEST(UndefinedCall, OperandsOffTheirBlocksOrBeyondUbAreNot) {
  spec::Vconv step = vector("vconv_f322s32r");
  step.src.offset = 4;
  EXPECT_EQ(why(step), "an argument is out of range");
  step = vector("vconv_f322s32r");
  step.dst.offset = 256 * 1024 - 32;
  EXPECT_EQ(why(step), "an operand leaves UB");
}

// Two repeats of 256 bytes, in arrays of the host that stand for UB.
TEST(UndefinedCall, ArraysOfTheHostDoNotLeaveUb) {
  constexpr std::uint64_t kArray = 0x7ffd00001000;
  spec::Vconv step = vector("vconv_f322s32r");
  step.src.offset = kArray;
  EXPECT_EQ(why(step), "");
  step.dst.offset = kArray + 0x200;
  EXPECT_EQ(why(step), "");
  step.dst.offset = kArray + 0x1e0;
  EXPECT_EQ(why(step), "operands overlap, and the pages promise nothing then");
  step.dst.offset = kArray - 0x20;
  EXPECT_EQ(why(step), "operands overlap, and the pages promise nothing then");
  step.dst.offset = kArray;
  EXPECT_EQ(why(step), "");
  step.src.offset = 0;
  step.dst_repeat_stride = 0;
  EXPECT_EQ(why(step), "operands overlap, and the pages promise nothing then");
  step.dst_repeat_stride = 8;
  step.dst.offset = kArray + 4;
  EXPECT_EQ(why(step), "an argument is out of range");
}

// 2^32 - 1 elements in counter mode: looked at in no time.
TEST(UndefinedCall, AnUntrustedCountLeavesUb) {
  spec::IssuedCall call = executed(vector("vconv_f322s32r"));
  call.registers.ctrl = std::uint64_t{1} << 56;
  call.registers.mask = {0, 0xffffffff};
  EXPECT_EQ(undefined_by(call, a2({})), "an operand leaves UB");
  auto still = vector("vconv_f322s32r");
  still.dst_repeat_stride = 0;
  still.src_repeat_stride = 0;
  auto array = vector("vconv_f322s32r");
  array.dst.offset = 0x7ffd00001000;
  array.src_repeat_stride = 0;
  call.instruction = array;
  EXPECT_EQ(undefined_by(call, a2({})), "an operand leaves UB");
  call.instruction = still;
  EXPECT_EQ(undefined_by(call, a2({})), "operands overlap, and the pages promise nothing then");
}

TEST(UndefinedCall, ArgumentsOfCopiesOutOfRangeAndOverlapsAreNot) {
  spec::CopyMatrix matrix;
  matrix.cell = cell("copy_matrix_cc_to_gm_s322s8");
  matrix.dst = {MemoryId::kGm, 0x100};
  matrix.src = {MemoryId::kL0c, 0};
  matrix.n_size = 32;
  matrix.m_size = 2;
  matrix.src_stride = 16;
  matrix.nz2nd_en = true;
  matrix.dst_stride_dst_d = 32;
  matrix.quant_pre = spec::quant_code_of(matrix.cell.conversion()).scalar;
  EXPECT_EQ(why(matrix), "");
  matrix.dst_stride_dst_d = 31;
  EXPECT_EQ(why(matrix), "operands overlap, and the pages promise nothing then");
  matrix.n_size = 9000;
  EXPECT_EQ(why(matrix), "an argument is out of range");
  matrix.n_size = 0;
  EXPECT_EQ(why(matrix), "");

  spec::DataCopy copy;
  copy.cell = cell("data_copy_co1_co2_f322f16");
  copy.dst = {MemoryId::kUb, 0x100};
  copy.src = {MemoryId::kL0c, 0};
  copy.block_mode = spec::BlockMode::kMatrix;
  copy.block_count = 2;
  copy.block_len = 1;
  EXPECT_EQ(why(copy), "");
  copy.block_count = 0;
  EXPECT_EQ(why(copy), "an argument is out of range");
}

TEST(UndefinedCall, MasksOfACastDeqOutOfRangeAreNot) {
  spec::CastDeq step;
  step.cell = cell("cast_deq_s322f16");
  step.dst = {MemoryId::kUb, 0x1000};
  step.src = {MemoryId::kUb, 0};
  step.mask.mask0 = 3;
  step.repeat_time = 1;
  step.is_vec_deq = false;
  EXPECT_EQ(why(step), "");
  step.mask.mask0 = 0;
  EXPECT_EQ(why(step), "an argument is out of range");
}

TEST(UndefinedCall, WhatWasNotExecutedIsNotLookedAt) {
  auto step = vector("vconv_f322s32r");
  step.src.offset = 4;
  spec::IssuedCall call = executed(step);
  call.was_executed = false;
  EXPECT_EQ(undefined_by(call, a2({})), std::nullopt);
  EXPECT_EQ(undefined_by({}, a2({})), std::nullopt);
}

}  // namespace
}  // namespace vconform::oracle
