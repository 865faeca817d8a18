#include "spec/case/memory_bytes.h"

#include <gtest/gtest.h>

#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/rows/memories.h"

namespace vconform::spec {
namespace {

constexpr std::uint64_t kFar = kMaxGmBytes - 3;

MemoryBytes with(std::uint64_t at, std::uint8_t value) {
  MemoryBytes bytes = MemoryBytes::sparse(kMaxGmBytes);
  bytes[at] = value;
  return bytes;
}

TEST(MemoryBytes, ASparseMemoryCostsWhatIsTouched) {
  MemoryBytes bytes = with(kFar, 7);
  bytes[1 << 20] = 9;
  EXPECT_EQ(bytes.size(), kMaxGmBytes);
  ASSERT_EQ(bytes.touched().size(), 2u);
  EXPECT_LE(bytes.touched()[0].first, 1u << 20);
  EXPECT_GT(bytes.touched()[0].end, 1u << 20);
  EXPECT_EQ(bytes.touched()[1].end, kMaxGmBytes);
  EXPECT_LE(bytes.cost(), 1u << 20);
}

TEST(MemoryBytes, ACopyHoldsTheSameAndIsItsOwn) {
  const MemoryBytes bytes = with(kFar, 7);
  MemoryBytes copy = bytes;
  EXPECT_EQ(copy, bytes);
  EXPECT_EQ(copy[kFar], 7);
  copy[0] = 1;
  EXPECT_NE(copy, bytes);
  EXPECT_EQ(bytes[0], 0);
  copy = bytes;
  EXPECT_EQ(copy, bytes);
}

// Zeros are equal, whether they were ever touched or not.
TEST(MemoryBytes, ComparedByteByByte) {
  EXPECT_EQ(with(5, 0), with(kFar, 0));
  EXPECT_NE(with(5, 1), with(kFar, 1));
  EXPECT_NE(with(5, 1), with(5, 2));
  EXPECT_FALSE(MemoryBytes::sparse(4096) == MemoryBytes::sparse(8192));
  EXPECT_EQ(MemoryBytes(std::vector<std::uint8_t>(4096, 0)), MemoryBytes::sparse(4096));
}

TEST(MemoryBytes, TouchedInEitherHoldsEachByteOnce) {
  MemoryBytes a = with(0, 1);
  a[3 << 20] = 1;
  MemoryBytes b = with(0, 2);
  b[5 << 20] = 1;
  const std::vector<ByteRange> ranges = touched_in_either(a, b);
  ASSERT_EQ(ranges.size(), 3u);
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    EXPECT_LT(ranges[i - 1].end, ranges[i].first);
  }
}

TEST(MemoryBytes, TheImageOfACaseIsSparseWhereTheCaseIs) {
  Case test_case;
  test_case.memories = {{MemoryId::kUb, 64}, {MemoryId::kGm, kMaxGmBytes, true}};
  test_case.placements = {
      PlaceNumbers{{MemoryId::kGm, kMaxGmBytes - 8}, NumberType::kS32, 2, 5, 2}};
  const MemoryImage image = initial_image(test_case);
  EXPECT_FALSE(image.of(MemoryId::kUb).is_sparse());
  const MemoryBytes& gm = image.of(MemoryId::kGm);
  ASSERT_TRUE(gm.is_sparse());
  EXPECT_EQ(gm[0], 0);
  EXPECT_EQ(load_element(gm, kMaxGmBytes - 8, format_of(NumberType::kS32), 1), 6u);
}

}  // namespace
}  // namespace vconform::spec
