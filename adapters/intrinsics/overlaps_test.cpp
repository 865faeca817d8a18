// Overlaps within a copy, of which the pages promise nothing: executed, and said to be undefined.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/intrinsics/observed_test_support.h"
#include "adapters/vconform_intrinsics.h"

namespace vconform::adapters::intrinsics {
namespace {

using AscendC::LocalTensor;
using AscendC::TPosition;

template <typename T>
T* at(std::uint64_t offset) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
  return reinterpret_cast<T*>(offset);
}

template <typename Call>
std::uint32_t status_of(const Call& call) {
  Observed observed;
  call();
  const SeenCall& last = observed.last();
  EXPECT_EQ(last.status == VCONFORM_OK, last.message.empty());
  return last.status;
}

constexpr auto kUndefined = std::uint32_t{VCONFORM_CALL_UNDEFINED};
constexpr auto kDefined = std::uint32_t{VCONFORM_OK};

std::uint32_t moved(std::uint64_t dst, std::uint64_t src, int bursts, int length, int src_gap,
                    int dst_gap) {
  return status_of([=] {
    copy_ubuf_to_ubuf(at<void>(dst), at<void>(src), 0, bursts, length, src_gap, dst_gap);
  });
}

TEST(Overlaps, AMoveOverItsSourceIsUndefined) {
  EXPECT_EQ(moved(0x1000, 0x2000, 4, 2, 1, 1), kDefined);
  EXPECT_EQ(moved(0x1000, 0x1000, 4, 2, 1, 1), kDefined) << "onto itself";
  EXPECT_EQ(moved(0x1000, 0x1020, 1, 2, 0, 0), kUndefined);
  EXPECT_EQ(moved(0x1000, 0x1040, 1, 2, 0, 0), kDefined) << "they touch";
  EXPECT_EQ(moved(0x1020, 0x1000, 4, 1, 1, 1), kDefined) << "each between two of the other";
  EXPECT_EQ(moved(0x1000, 0x1000, 3, 1, 1, 0), kUndefined) << "the third over the second source";
  EXPECT_EQ(moved(0x1000, 0x1000, 2, 1, 1, 0), kDefined) << "the second between the sources";
}

std::uint32_t copied(std::uint64_t dst, std::uint64_t src, int blocks, int src_gap, int dst_gap) {
  return status_of([=] {
    AscendC::DataCopy(LocalTensor<std::int32_t>(TPosition::VECOUT, dst),
                      LocalTensor<std::int32_t>(TPosition::VECCALC, src),
                      AscendC::DataCopyParams(blocks, 2, src_gap, dst_gap),
                      AscendC::DataCopyEnhancedParams());
  });
}

TEST(Overlaps, ADataCopyWithinOneMemoryIsUndefinedOverItsSource) {
  EXPECT_EQ(copied(0x1000, 0x2000, 4, 0, 0), kDefined);
  EXPECT_EQ(copied(0x1000, 0x1000, 4, 1, 1), kDefined) << "onto itself";
  EXPECT_EQ(copied(0x1000, 0x1020, 4, 0, 0), kUndefined);
  EXPECT_EQ(copied(0x1000, 0x1100, 4, 0, 0), kDefined) << "they touch";
  EXPECT_EQ(copied(0x1000, 0x10e0, 4, 0, 0), kUndefined) << "by one block of the last one";
}

TEST(Overlaps, AVectorThatResultsReplaceIsUndefined) {
  const auto converted = [](std::uint64_t dst, std::uint64_t vectors) {
    return status_of([=] {
      AscendC::DataCopyEnhancedParams enhanced;
      enhanced.blockMode = AscendC::BlockMode::BLOCK_MODE_VECTOR;
      enhanced.deqScale = AscendC::DeqScale::VDEQ;
      enhanced.deqTensorAddr = vectors;
      AscendC::DataCopy(LocalTensor<half>(TPosition::CO2, dst),
                        LocalTensor<std::int32_t>(TPosition::CO1, 0),
                        AscendC::DataCopyParams(1, 1, 0, 0), enhanced);
    });
  };
  EXPECT_EQ(converted(0x1000, 0x2000), kDefined);
  EXPECT_EQ(converted(0x1000, 0x1000), kUndefined);
}

std::uint32_t fixpipe(int columns, int rows, int stride, bool nd) {
  return status_of([=] {
    copy_matrix_cc_to_gm(at<float>(0), at<float>(0), 0, columns, rows, stride, 64, 0, NoQuant, 0, 0,
                         nd ? 1 : 0);
  });
}

TEST(Overlaps, ResultsOfFixpipeThatTakeOnePlaceAreUndefined) {
  // A column block of 16 rows is 32 DataBlocks.
  EXPECT_EQ(fixpipe(32, 16, 32, false), kDefined);
  EXPECT_EQ(fixpipe(32, 16, 31, false), kUndefined);
  EXPECT_EQ(fixpipe(16, 16, 1, false), kDefined) << "one column block";
}

TEST(Overlaps, NdBlocksSideBySideDoNotOverlap) {
  const auto nd = [](std::uint64_t blocks, std::uint64_t dst_stride, int columns, int row_stride) {
    return status_of([=] {
      set_nd_para(blocks | std::uint64_t{4} << 16 | dst_stride << 32);
      copy_matrix_cc_to_gm(at<float>(0), at<float>(0), 0, columns, 8, row_stride, 16, 0, NoQuant, 0,
                           0, 1);
    });
  };
  EXPECT_EQ(nd(1, 1, 16, 16), kDefined);
  EXPECT_EQ(nd(1, 1, 16, 15), kUndefined) << "rows";
  EXPECT_EQ(nd(3, 128, 16, 16), kDefined) << "one behind the other";
  EXPECT_EQ(nd(3, 16, 16, 48), kDefined) << "side by side";
  EXPECT_EQ(nd(3, 15, 16, 48), kUndefined);
  EXPECT_EQ(nd(3, 16, 16, 47), kUndefined);
}

}  // namespace
}  // namespace vconform::adapters::intrinsics
