// The instructions around conversions, which the library executes itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "adapters/intrinsics/observed_test_support.h"
#include "adapters/vconform_intrinsics.h"

namespace vconform::adapters::intrinsics {
namespace {

using ::testing::ElementsAre;

template <typename T>
T* in_memory(int memory, std::uint64_t offset) {
  return static_cast<T*>(vconform_memory_at(memory, offset));
}

std::uint16_t* cleared_ub() {
  auto* ub = in_memory<std::uint16_t>(VCONFORM_UB, 0);
  std::fill_n(ub, 4096, std::uint16_t{0});
  return ub;
}

TEST(Moves, AFillFollowsMaskAndStrides) {
  const Observed observed;
  const std::uint16_t* ub = cleared_ub();
  set_vector_mask(0, 0x30001);
  vector_dup(in_memory<std::uint16_t>(VCONFORM_UB, 0), std::uint16_t{7}, 2, 2, 1, 16, 8);
  // Lanes 0, 16 and 17: blocks 0 and 1, which are two blocks apart; the second repeat 16 on.
  std::vector<std::size_t> written;
  for (std::size_t i = 0; i < 4096; ++i) {
    if (ub[i] == 7) {
      written.push_back(i);
    }
  }
  EXPECT_THAT(written, ElementsAre(0, 32, 33, 256, 288, 289));
}

TEST(Moves, AFillCountsElementsInCounterMode) {
  const Observed observed;
  const std::uint16_t* ub = cleared_ub();
  set_mask_count();
  set_vector_mask(0, 130);
  vector_dup(in_memory<half>(VCONFORM_UB, 0), half(1.0), 1, 1, 1, 8, 8);
  EXPECT_EQ(std::count(ub, ub + 130, 0x3c00), 130);
  EXPECT_EQ(ub[130], 0);
}

// Without a visit to each lane, which would take a minute.
TEST(Moves, ACounterOfBillionsIsRejected) {
  Observed observed;
  std::uint16_t* ub = cleared_ub();
  set_mask_count();
  set_vector_mask(0, 0xffffffff);
  vector_dup(ub, std::uint16_t{7}, 1, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_REJECTED);
  vand(ub, ub + 128, ub + 256, 1, 1, 1, 1, 8, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_REJECTED);
  EXPECT_EQ(ub[0], 0);
}

// The last of 4 repeats has one lane, and the third reaches further.
TEST(Moves, ThePartialRepeatNeedNotBeTheEnd) {
  Observed observed;
  constexpr std::uint64_t kUbBytes = 256 * 1024;
  set_mask_count();
  set_vector_mask(0, 3 * 128 + 1);
  const auto fill = [&](std::uint64_t before_end) {
    vector_dup(in_memory<std::uint16_t>(VCONFORM_UB, kUbBytes - before_end), std::uint16_t{7}, 1, 1,
               1, 1, 8);
    return observed.last().status;
  };
  // Repeats are a block apart: the third ends behind 2 + 8 blocks, the last behind 3 and a lane.
  EXPECT_EQ(fill(10 * 32), VCONFORM_OK);
  EXPECT_EQ(fill(10 * 32 - 32), VCONFORM_REJECTED);
}

TEST(Moves, BitsAreCombinedLaneByLane) {
  const Observed observed;
  std::uint16_t* ub = cleared_ub();
  std::fill_n(ub + 128, 128, std::uint16_t{0x0ff0});
  std::fill_n(ub + 256, 128, std::uint16_t{0x3c3c});
  set_vector_mask(0, ~std::uint64_t{0});
  vand(ub, ub + 128, ub + 256, 1, 1, 1, 1, 8, 8, 8);
  EXPECT_EQ(ub[63], 0x0c30);
  EXPECT_EQ(ub[64], 0);
}

TEST(Moves, BurstsHaveGaps) {
  Observed observed;
  std::uint16_t* ub = cleared_ub();
  std::vector<std::uint16_t> gm(256);
  for (std::size_t i = 0; i < gm.size(); ++i) {
    gm[i] = static_cast<std::uint16_t>(i);
  }
  // Two bursts of one block: from blocks 0 and 3 to blocks 0 and 2.
  copy_gm_to_ubuf(ub, gm.data(), 0, 2, 1, 2, 1);
  EXPECT_EQ(ub[15], 15);
  EXPECT_EQ(ub[16], 0);
  EXPECT_EQ(ub[32], 48);
  copy_ubuf_to_ubuf(ub + 1024, ub, 0, 1, 3, 0, 0);
  EXPECT_EQ(ub[1024 + 47], 63);
  copy_ubuf_to_gm(gm.data() + 128, ub + 1024, 0, 1, 1, 0, 0);
  EXPECT_EQ(gm[143], 15);
  EXPECT_EQ(gm[144], 144);
  EXPECT_EQ(observed.last().status, VCONFORM_OK);
}

TEST(Moves, TheFixpipeBufferIsFilledInUnitsOf128Bytes) {
  Observed observed;
  std::fill_n(in_memory<std::uint8_t>(VCONFORM_L1, 0), 512, std::uint8_t{5});
  std::fill_n(in_memory<std::uint8_t>(VCONFORM_FIXPIPE_BUFFER, 0), 512, std::uint8_t{0});
  copy_cbuf_to_fbuf(nullptr, nullptr, 1, 2, 0, 0);
  const auto* parameters = in_memory<std::uint8_t>(VCONFORM_FIXPIPE_BUFFER, 0);
  EXPECT_EQ(parameters[255], 5);
  EXPECT_EQ(parameters[256], 0);
  copy_cbuf_to_fbuf(in_memory<void>(VCONFORM_FIXPIPE_BUFFER, 64 * 1024 - 128), nullptr, 1, 2, 0, 0);
  EXPECT_EQ(observed.last().status, VCONFORM_REJECTED);
}

TEST(Moves, ScalarsAreMinAndMaxAndBits) {
  static_assert(max(std::size_t{3}, std::size_t{4}) == 4 &&
                min(std::size_t{3}, std::size_t{4}) == 3);
  static_assert(sbitset1(0, 56) == std::uint64_t{1} << 56 && sbitset0(7, 1) == 5);
  static_assert(sbitset1(1, 64) == 1 && sbitset0(1, -1) == 1 && get_imm(-5) == -5);
}

}  // namespace
}  // namespace vconform::adapters::intrinsics
