// CastDeq, DataCopy and SetDeqScale, against golden with the same step of the C ABI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "adapters/intrinsics/observed_test_support.h"
#include "adapters/load/open_backend.h"
#include "adapters/vconform_intrinsics.h"

namespace vconform::adapters::intrinsics {
namespace {

using AscendC::LocalTensor;
using AscendC::TPosition;
using ::testing::HasSubstr;

constexpr std::uint64_t kDst = 0x1000;
constexpr std::uint64_t kSrc = 0x4000;
constexpr std::uint64_t kFactors = 0x8000;
constexpr std::size_t kBytes = 64 * 1024;

template <typename T>
T* in_memory(int memory, std::uint64_t offset) {
  return static_cast<T*>(vconform_memory_at(memory, offset));
}

vconform_step register_step(std::uint32_t id, std::uint64_t low, std::uint64_t high) {
  vconform_step step{};
  step.struct_size = sizeof step;
  step.kind = VCONFORM_STEP_SET_REGISTER;
  step.as.set_register = {id, 0, {low, high}};
  return step;
}

// Golden on copies of the memories as they were, and the comparison afterwards.
class Golden {
 public:
  Golden() {
    for (int memory = 0; memory < VCONFORM_MEMORY_COUNT; ++memory) {
      auto* bytes = in_memory<std::uint8_t>(memory, 0);
      bytes_of(memory).assign(bytes, bytes + kBytes);
      passed_.memory[memory] = {bytes_of(memory).data(), kBytes};
    }
    passed_.struct_size = sizeof passed_;
    for (const std::uint32_t id :
         {VCONFORM_REGISTER_MASK, VCONFORM_REGISTER_CTRL, VCONFORM_REGISTER_DEQSCALE}) {
      steps_.push_back(register_step(id, vconform_intrinsics_register(id, 0),
                                     vconform_intrinsics_register(id, 1)));
    }
  }

  void run(vconform_step step) {
    step.struct_size = sizeof step;
    steps_.push_back(step);
    std::string message;
    EXPECT_EQ(open_backend("golden")->run(steps_, passed_, message), std::uint32_t{VCONFORM_OK})
        << message;
  }

  // The program has computed the same, and something.
  void expect_equal(int memory) {
    const auto* bytes = in_memory<std::uint8_t>(memory, 0);
    EXPECT_TRUE(std::equal(bytes_of(memory).begin(), bytes_of(memory).end(), bytes));
  }

 private:
  std::vector<std::uint8_t>& bytes_of(int memory) {
    return copies_.at(static_cast<std::size_t>(memory));
  }

  std::array<std::vector<std::uint8_t>, VCONFORM_MEMORY_COUNT> copies_;
  vconform_memories passed_{};
  std::vector<vconform_step> steps_;
};

void fill_memories() {
  for (int memory = 0; memory < VCONFORM_MEMORY_COUNT; ++memory) {
    for (std::size_t i = 0; i < kBytes / 4; ++i) {
      in_memory<std::uint32_t>(memory, 0)[i] = static_cast<std::uint32_t>(i * 2654435761U) >> 12;
    }
  }
}

vconform_step cast_deq_step(std::uint32_t form, std::uint32_t source, std::uint32_t destination) {
  vconform_step step{};
  step.kind = VCONFORM_STEP_CAST_DEQ;
  vconform_cast_deq& call = step.as.cast_deq;
  call.form = form;
  call.source_type = source;
  call.destination_type = destination;
  call.dst = {kDst, VCONFORM_UB, 0};
  call.src = {kSrc, VCONFORM_UB, 0};
  call.dstBlkStride = 1;
  call.srcBlkStride = 1;
  call.dstRepStride = 8;
  call.srcRepStride = 8;
  call.is_set_mask = 1;
  call.half_block = 1;
  return step;
}

const LocalTensor<std::int8_t> kB8(TPosition::VECOUT, kDst, 512);
const LocalTensor<std::int16_t> kS16(TPosition::VECIN, kSrc, 512);

TEST(Api, CastDeqByCountEqualsTheStepAndLeavesTheRegisters) {
  Observed observed;
  fill_memories();
  AscendC::SetDeqScale(0.01F, -3, true);
  Golden golden;
  vconform_step step = cast_deq_step(VCONFORM_CAST_DEQ_COUNT, VCONFORM_S16, VCONFORM_S8);
  step.as.cast_deq.count = 300;
  golden.run(step);
  AscendC::CastDeq<std::int8_t, std::int16_t, false>(kB8, kS16, 300);
  EXPECT_EQ(observed.last().message, "");
  golden.expect_equal(VCONFORM_UB);
  // cast.count-leaves=reset: golden's default.
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 0), ~std::uint64_t{0});
  EXPECT_EQ(get_ctrl(), 0u);
  ASSERT_EQ(vconform_intrinsics_use("golden:cast.count-leaves=restored"), 0);
  AscendC::CastDeq<std::int8_t, std::int16_t, false>(kB8, kS16, 300);
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 0), 300u);
}

TEST(Api, CastDeqByMasksEqualsTheStepAndSetsTheMask) {
  Observed observed;
  fill_memories();
  AscendC::SetDeqScale(0.02F, 7, false);
  const AscendC::UnaryRepeatParams strides(1, 1, 8, 8);
  const LocalTensor<std::uint8_t> u8 = kB8.ReinterpretCast<std::uint8_t>();
  Golden contiguous;
  vconform_step step = cast_deq_step(VCONFORM_CAST_DEQ_CONTIGUOUS, VCONFORM_S16, VCONFORM_U8);
  step.as.cast_deq.mask[0] = 100;
  step.as.cast_deq.repeat_time = 3;
  step.as.cast_deq.half_block = 0;
  contiguous.run(step);
  AscendC::CastDeq<std::uint8_t, std::int16_t, true, false, false>(u8, kS16, 100, 3, strides);
  EXPECT_EQ(observed.last().message, "");
  contiguous.expect_equal(VCONFORM_UB);
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 1), (std::uint64_t{1} << 36) - 1);

  Golden bitwise;
  step.as.cast_deq.form = VCONFORM_CAST_DEQ_BITWISE;
  step.as.cast_deq.mask[0] = 0x5555;
  step.as.cast_deq.mask[1] = 0xff;
  step.as.cast_deq.half_block = 1;
  bitwise.run(step);
  const std::array<std::uint64_t, 2> mask = {0x5555, 0xff};
  AscendC::CastDeq<std::uint8_t, std::int16_t, true, false>(u8, kS16, mask.data(), 3, strides);
  bitwise.expect_equal(VCONFORM_UB);
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 1), 0xffu);
}

TEST(Api, AVectorOfFactorsIsStoredAndNeedsIsVecDeq) {
  Observed observed;
  fill_memories();
  AscendC::VdeqInfo info;
  for (int i = 0; i < 16; ++i) {
    info.vdeqScale[i] = 0.125F * static_cast<float>(i);
    info.vdeqOffset[i] = static_cast<std::int16_t>(-i);
    info.vdeqSignMode[i] = true;
  }
  AscendC::SetDeqScale(LocalTensor<std::uint64_t>(TPosition::VECCALC, kFactors), info);
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_DEQSCALE, 0), kFactors >> 5);
  EXPECT_EQ(in_memory<std::uint64_t>(VCONFORM_UB, kFactors)[2],
            0x3e800000 | std::uint64_t{0x1fe} << 37 | std::uint64_t{1} << 46);
  Golden golden;
  vconform_step step = cast_deq_step(VCONFORM_CAST_DEQ_COUNT, VCONFORM_S16, VCONFORM_S8);
  step.as.cast_deq.count = 256;
  step.as.cast_deq.is_vec_deq = 1;
  golden.run(step);
  AscendC::CastDeq(kB8, kS16, 256);
  golden.expect_equal(VCONFORM_UB);
  AscendC::CastDeq<std::int8_t, std::int16_t, false>(kB8, kS16, 256);
  EXPECT_EQ(observed.last().status, VCONFORM_REJECTED);
  EXPECT_THAT(observed.last().message, HasSubstr("set_deq_scale was given a tensor"));
}

TEST(Api, AHalfScalesS32AndAVectorMustBeInUb) {
  Observed observed;
  const LocalTensor<half> dst(TPosition::VECOUT, kDst);
  const LocalTensor<std::int32_t> src(TPosition::VECIN, kSrc);
  src.SetValue(0, -3);
  AscendC::SetDeqScale(half(0.5));
  AscendC::CastDeq(dst, src, 1);
  EXPECT_EQ(observed.last().status, VCONFORM_OK);
  EXPECT_EQ(float{dst.GetValue(0)}, -1.5F);
  AscendC::SetDeqScale(LocalTensor<std::uint64_t>(TPosition::VECCALC, 256 * 1024 - 64), {});
  EXPECT_EQ(observed.last().message, "the vector is not in UB");
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_DEQSCALE, 0), 0x3800u);
}

vconform_step data_copy_step(std::uint32_t source, std::uint32_t destination, std::uint32_t from,
                             std::uint32_t to) {
  vconform_step step{};
  step.kind = VCONFORM_STEP_DATA_COPY;
  vconform_data_copy& call = step.as.data_copy;
  call.source_type = source;
  call.destination_type = destination;
  call.source_position = from;
  call.destination_position = to;
  call.dst = {0x1000, VCONFORM_UB, 0};
  call.src = {0x800, VCONFORM_L0C, 0};
  call.blockCount = 2;
  call.blockLen = 3;
  call.srcStride = 1;
  call.dstStride = 2;
  return step;
}

TEST(Api, DataCopyFromCo1EqualsTheStep) {
  Observed observed;
  fill_memories();
  for (std::uint64_t i = 0; i < 32; ++i) {
    // M = 1/8192, MCB off, offset i, signed.
    in_memory<std::uint64_t>(VCONFORM_UB, kFactors)[i] =
        0x39000000 | i << 37 | std::uint64_t{1} << 46;
  }
  const LocalTensor<std::int32_t> src(TPosition::CO1, 0x800);
  const LocalTensor<std::int8_t> dst(TPosition::CO2, 0x1000);
  AscendC::DataCopyEnhancedParams enhanced;
  enhanced.blockMode = AscendC::BlockMode::BLOCK_MODE_MATRIX;
  enhanced.deqScale = AscendC::DeqScale::VDEQ8;
  enhanced.deqTensorAddr = reinterpret_cast<std::uint64_t>(in_memory<void>(VCONFORM_UB, kFactors));
  enhanced.sidStoreMode = 2;
  enhanced.isRelu = true;
  Golden golden;
  vconform_step step = data_copy_step(VCONFORM_S32, VCONFORM_S8, VCONFORM_CO1, VCONFORM_CO2);
  step.as.data_copy.blockMode = VCONFORM_BLOCK_MODE_MATRIX;
  step.as.data_copy.deqScale = VCONFORM_VDEQ8;
  step.as.data_copy.deqTensorAddr = kFactors;
  step.as.data_copy.sidStoreMode = 2;
  step.as.data_copy.isRelu = 1;
  golden.run(step);
  AscendC::DataCopy(dst, src, AscendC::DataCopyParams(2, 3, 1, 2), enhanced);
  EXPECT_EQ(observed.last().message, "");
  golden.expect_equal(VCONFORM_UB);
}

TEST(Api, DataCopyMovesOnPlainPaths) {
  Observed observed;
  std::vector<std::int32_t> gm(64);
  for (int i = 0; i < 64; ++i) {
    gm[static_cast<std::size_t>(i)] = i;
  }
  AscendC::GlobalTensor<std::int32_t> global;
  global.SetGlobalBuffer(gm.data(), gm.size());
  const LocalTensor<std::int32_t> in(TPosition::VECIN, 0x100);
  const LocalTensor<std::int32_t> calc(TPosition::VECCALC, 0x2000);
  const LocalTensor<std::int32_t> out(TPosition::VECOUT, 0x3000);
  const AscendC::DataCopyParams params(1, 4, 0, 0);
  const AscendC::DataCopyEnhancedParams plain;
  AscendC::DataCopy(in, global[32], params, plain);
  EXPECT_EQ(in.GetValue(31), 63);
  AscendC::DataCopy(calc, in, params, plain);
  AscendC::DataCopy(out, calc, params, plain);
  out.SetValue(0, -7);
  AscendC::DataCopy(global, out, params, plain);
  EXPECT_EQ(gm[0], -7);
  EXPECT_EQ(gm[31], 63);
  EXPECT_EQ(gm[32], 32);
  EXPECT_EQ(observed.last().status, VCONFORM_OK);
  // A path that no page has.
  AscendC::DataCopy(in, out, params, plain);
  EXPECT_EQ(observed.last().status, VCONFORM_UNSUPPORTED);
}

}  // namespace
}  // namespace vconform::adapters::intrinsics
