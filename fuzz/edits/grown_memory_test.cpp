#include "fuzz/edits/grown_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"

namespace vconform::fuzz {
namespace {

using ::testing::SizeIs;

TEST(GrownMemory, HasRoomForAnOperandUpToItsTrueSize) {
  constexpr std::uint64_t kAny = spec::kMaxGmBytes;
  spec::Case test_case = spec::case_from_text(
      "vconform-case 1\nmemory UB size=256 background=1\nctrl 0x0\nmask 0 0xffffffff\n"
      "vconv_f322s32r dst=UB+0x80 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
      "dstRepeatStride=8 srcRepeatStride=8\n");
  std::get<spec::Vconv>(test_case.steps.back()).dst.offset = 0x2000;
  grow_for_operands(test_case, kAny);
  EXPECT_EQ(test_case.memories[0].size, 0x2020u);
  EXPECT_FALSE(grow(test_case, spec::MemoryId::kUb, 0x3000, 0x2fff));
  EXPECT_TRUE(grow(test_case, spec::MemoryId::kUb, 0x2021, kAny));
  EXPECT_EQ(test_case.memories[0].size, 0x2040u);
  EXPECT_TRUE(grow(test_case, spec::MemoryId::kUb, 192 * 1024, kAny));
  EXPECT_FALSE(grow(test_case, spec::MemoryId::kUb, 192 * 1024 + 1, kAny));
  EXPECT_FALSE(grow(test_case, spec::MemoryId::kGm, 32, kAny));
  EXPECT_EQ(test_case.memories[0].size, 192u * 1024);
  EXPECT_FALSE(test_case.memories[0].is_sparse);
}

// Blocks of 32 bytes that lie 2 MiB apart in GM.
spec::Case far_case() {
  return spec::case_from_text(
      "vconform-case 1\nmemory GM size=4096 background=1\nmemory UB size=4096 background=1\n"
      "ctrl 0x0\ndata_copy_gm_vecin_u64 dst=UB+0x0 src=GM+0x40 blockCount=3 blockLen=1 "
      "srcStride=65535 dstStride=0 blockMode=NORMAL deqValue=0x0 deqTensorAddr=0x0 sidStoreMode=0 "
      "isRelu=0 padMode=0 padValue=0x0\n");
}

TEST(GrownMemory, AGmThatIsLargeIsSparseAndHoldsPatternsWhereItIsRead) {
  spec::Case test_case = far_case();
  constexpr std::uint64_t kApart = std::uint64_t{2} << 20;
  constexpr std::uint64_t kBytes = 2 * kApart + 0x60;
  EXPECT_TRUE(grow(test_case, spec::MemoryId::kGm, 8192, spec::kMaxGmBytes));
  EXPECT_FALSE(test_case.memories[0].is_sparse);
  EXPECT_FALSE(grow(test_case, spec::MemoryId::kGm, kBytes, kApart));
  EXPECT_TRUE(grow(test_case, spec::MemoryId::kGm, kBytes, spec::kMaxGmBytes));
  EXPECT_TRUE(test_case.memories[0].is_sparse);
  ASSERT_FALSE(spec::case_problem(test_case));
  plant_far_sources(test_case, {});
  EXPECT_THAT(test_case.placements, SizeIs(3));
  const spec::MemoryImage image = spec::initial_image(test_case);
  const spec::MemoryBytes& gm = image.of(spec::MemoryId::kGm);
  const std::set<int> first_bytes = {gm[0x40], gm[kApart + 0x40], gm[2 * kApart + 0x40]};
  EXPECT_THAT(first_bytes, SizeIs(3));
}

}  // namespace
}  // namespace vconform::fuzz
