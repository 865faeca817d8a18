// Registers, memories and operands, as a program meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "adapters/intrinsics/observed_test_support.h"
#include "adapters/vconform_intrinsics.h"

namespace vconform::adapters::intrinsics {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename T>
T* in_ub(std::uint64_t offset) {
  return static_cast<T*>(vconform_memory_at(VCONFORM_UB, offset));
}

// An operand that is an offset.
template <typename T>
T* offset(std::uint64_t bytes) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
  return reinterpret_cast<T*>(bytes);
}

TEST(State, AKernelMeetsMasksOfOnesAndZeros) {
  const Observed observed;
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 0), ~std::uint64_t{0});
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 1), ~std::uint64_t{0});
  for (const std::uint32_t other : {VCONFORM_REGISTER_CTRL, VCONFORM_REGISTER_DEQSCALE,
                                    VCONFORM_REGISTER_QUANT_PRE, VCONFORM_REGISTER_FPC}) {
    EXPECT_EQ(vconform_intrinsics_register(other, 0), 0u);
  }
}

TEST(State, EverySetterSetsItsRegister) {
  Observed observed;
  set_vector_mask(7, 9);
  set_ctrl(sbitset1(sbitset0(~std::uint64_t{0}, 56), 48));
  set_mask_count();
  set_deqscale(0x123456789abcU);
  set_quant_pre(11);
  set_fpc(12);
  set_nd_para(13);
  set_lrelu_alpha(1.0F);
  const auto value = [](std::uint32_t id) { return vconform_intrinsics_register(id, 0); };
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 1), 7u);
  EXPECT_EQ(value(VCONFORM_REGISTER_MASK), 9u);
  EXPECT_EQ(get_ctrl(), ~std::uint64_t{0});
  set_mask_norm();
  EXPECT_EQ(get_ctrl(), ~(std::uint64_t{1} << 56));
  EXPECT_EQ(value(VCONFORM_REGISTER_DEQSCALE), 0x123456789abcU);
  EXPECT_EQ(value(VCONFORM_REGISTER_QUANT_PRE), 11u);
  EXPECT_EQ(value(VCONFORM_REGISTER_FPC), 12u);
  EXPECT_EQ(value(VCONFORM_REGISTER_ND_PARA), 13u);
  EXPECT_EQ(value(VCONFORM_REGISTER_LRELU_ALPHA), 0x3f800000u);
  EXPECT_EQ(observed.calls().size(), 11u);
}

TEST(State, OnChipMemoriesLieLowAtMultiplesOf16MiB) {
  for (const int memory : {VCONFORM_UB, VCONFORM_L1, VCONFORM_L0C, VCONFORM_FIXPIPE_BUFFER}) {
    const auto address = reinterpret_cast<std::uint64_t>(vconform_memory_at(memory, 0));
    EXPECT_EQ(address % (16 << 20), 0u);
    EXPECT_LT(address, 0x7fff8000u);
  }
  EXPECT_NE(vconform_memory_at(VCONFORM_UB, 256 * 1024 - 1), nullptr);
  EXPECT_EQ(vconform_memory_at(VCONFORM_UB, 256 * 1024), nullptr);
  EXPECT_EQ(vconform_memory_at(VCONFORM_MEMORY_COUNT, 0), nullptr);
  EXPECT_EQ(vconform_memory_at(-1, 0), nullptr);
}

TEST(State, AnOffsetAndAPointerNameTheSamePlace) {
  const Observed observed;
  std::fill_n(in_ub<float>(4096), 64, 2.5F);
  vconv_f322s32r(offset<std::int32_t>(0), offset<float>(4096), 1, 1, 1, 8, 8);
  EXPECT_EQ(in_ub<std::int32_t>(0)[63], 2);
  vconv_f322s32c(in_ub<std::int32_t>(0), in_ub<float>(4096), 1, 1, 1, 8, 8);
  EXPECT_EQ(in_ub<std::int32_t>(0)[63], 3);
  vconv_f322s32f(offset<std::int32_t>(0), in_ub<float>(4096), 1, 1, 1, 8, 8);
  EXPECT_EQ(in_ub<std::int32_t>(0)[0], 2);
}

TEST(State, AnOperandThatLeavesUbIsRejected) {
  Observed observed;
  const std::uint64_t last_block = 256 * 1024 - 32;
  vconv_f322s32r(offset<std::int32_t>(last_block), offset<float>(0), 1, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_REJECTED);
  EXPECT_THAT(observed.last().message, HasSubstr("dst reaches byte"));
}

TEST(State, ArraysOfTheHostStandForUb) {
  Observed observed;
  alignas(32) std::array<std::int32_t, 80> dst{};
  alignas(32) std::array<float, 64> src{};
  src.fill(1.5F);
  dst.fill(-1);
  vconv_f322s32r(dst.data() + 8, src.data(), 1, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_OK) << observed.last().message;
  EXPECT_THAT(std::vector(dst.begin(), dst.begin() + 8), Each(-1));
  EXPECT_THAT(std::vector(dst.begin() + 8, dst.begin() + 72), Each(2));
  EXPECT_THAT(std::vector(dst.begin() + 72, dst.end()), Each(-1));
  vconv_f322s32r(dst.data() + 1, src.data(), 1, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_REJECTED) << "it is not 32-byte aligned";
}

TEST(State, OnlyActiveLanesOfAnArrayAreTouched) {
  const Observed observed;
  // Exactly as long as its active lanes: the sanitizers watch what lies behind it.
  alignas(32) std::array<float, 10> src{};
  alignas(32) std::array<std::int32_t, 10> dst{};
  src.fill(7.0F);
  set_vector_mask(0, (1 << 10) - 1);
  vconv_f322s32r(dst.data(), src.data(), 1, 1, 1, 8, 8);
  EXPECT_THAT(dst, Each(7));
}

TEST(State, AnArrayMayBeConvertedInPlaceAndAgainstUb) {
  const Observed observed;
  alignas(32) std::array<float, 64> both{};
  both.fill(-2.5F);
  vconv_f322f32f(both.data(), both.data(), 1, 1, 1, 8, 8);
  EXPECT_THAT(both, Each(-3.0F));
  vconv_f322s32r(offset<std::int32_t>(512), both.data(), 1, 1, 1, 8, 8);
  EXPECT_EQ(in_ub<std::int32_t>(512)[63], -3);
  vconv_s322f32(both.data(), in_ub<std::int32_t>(512), 1, 1, 1, 8, 8);
  EXPECT_THAT(both, Each(-3.0F));
}

TEST(State, AVectorOfFactorsInUbServesAnArray) {
  const Observed observed;
  std::array<std::uint64_t, 16> factors{};
  for (std::uint64_t i = 0; i < 16; ++i) {
    // M = 1, offset i, signed.
    factors[i] = 0x3f800000 | i << 37 | std::uint64_t{1} << 46;
  }
  std::memcpy(in_ub<void>(0x2000), factors.data(), sizeof factors);
  alignas(32) std::array<std::int16_t, 128> src{};
  alignas(32) std::array<std::int8_t, 256> dst{};
  set_deqscale(reinterpret_cast<std::uint64_t>(in_ub<void>(0x2000)) >> 5);
  vconv_vdeqs162b8l(dst.data(), src.data(), 1, 1, 1, 8, 8);
  EXPECT_THAT(std::vector(dst.begin(), dst.begin() + 5), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(dst[32 * 7 + 15], 15);
}

TEST(State, GmIsAnyBufferOrAnOffset) {
  Observed observed;
  std::fill_n(static_cast<float*>(vconform_memory_at(VCONFORM_L0C, 0)), 256, 0.5F);
  // GM has no alignment.
  std::vector<half> gm(16 * 16 + 2, half(9.0));
  copy_matrix_cc_to_gm(gm.data() + 1, offset<float>(0), 0, 16, 16, 16, 16, 0, F322F16, 0, 0, 0);
  EXPECT_EQ(observed.last().status, VCONFORM_OK) << observed.last().message;
  EXPECT_EQ(float{gm.front()}, 9.0F);
  EXPECT_EQ(float{gm[1]}, 0.5F);
  EXPECT_EQ(float{gm[256]}, 0.5F);
  EXPECT_EQ(float{gm.back()}, 9.0F);
  copy_matrix_cc_to_gm(offset<half>(64), offset<float>(0), 0, 16, 16, 16, 16, 0, F322F16, 0, 0, 0);
  EXPECT_EQ(float{*static_cast<half*>(vconform_memory_at(VCONFORM_GM, 64 + 510))}, 0.5F);
}

TEST(State, AnOperandThatLeavesTheGmOfTheCoreIsRejected) {
  Observed observed;
  constexpr std::uint64_t kGmSize = std::uint64_t{1} << 30;
  constexpr std::uint64_t kResult = std::uint64_t{16} * 16 * sizeof(half);
  const auto copy = [&](std::uint64_t before_end) {
    auto* dst = static_cast<half*>(vconform_memory_at(VCONFORM_GM, kGmSize - before_end));
    copy_matrix_cc_to_gm(dst, offset<float>(0), 0, 16, 16, 16, 16, 0, F322F16, 0, 0, 0);
    return observed.last().status;
  };
  EXPECT_EQ(copy(kResult), VCONFORM_OK) << observed.last().message;
  EXPECT_EQ(copy(kResult - 2), VCONFORM_REJECTED);
  EXPECT_EQ(observed.last().message, "an operand leaves its memory");
}

TEST(State, ALargeArrayIsNotCopied) {
  Observed observed;
  alignas(32) std::array<float, 64> src{};
  vconv_f322f32r(src.data(), src.data(), 255, 1, 1, 4095, 4095);
  EXPECT_EQ(observed.last().status, VCONFORM_UNSUPPORTED);
  EXPECT_THAT(observed.last().message, HasSubstr("too large to be copied"));
}

}  // namespace
}  // namespace vconform::adapters::intrinsics
