// The comparisons of pipelines_test.cpp with 2^20 pairs of source and word for each pair of types
// and each ReLU.
#include <gtest/gtest.h>

#include "adapters/golden/kernels/pipelines_test_support.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::uint64_t kPairs = std::uint64_t{1} << 20;

TEST(GoldenPipelinesFull, OfFixpipeGiveWhatTheChainGives) {
  Served count;
  for (const spec::Cell& cell : copy_matrix_cells()) {
    EXPECT_EQ(fixpipe_difference(cell, kPairs, count), "") << spec::instruction_name(cell);
  }
}

TEST(GoldenPipelinesFull, OfDataCopyGiveWhatTheChainGives) {
  Served count;
  for (const spec::Cell& cell : co1_cells()) {
    EXPECT_EQ(copied_difference(cell, kPairs, count), "") << spec::instruction_name(cell);
  }
}

}  // namespace
}  // namespace vconform::adapters::golden
