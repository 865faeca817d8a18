#include "generators/choices/pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace vconform::generators {
namespace {

constexpr std::array<std::size_t, 4> kSizes = {5, 4, 3, 5};

bool meet(const std::vector<Indices>& rows, std::size_t p, std::size_t i, std::size_t q,
          std::size_t j) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const Indices& row) { return row[p] == i && row[q] == j; });
}

TEST(Pairwise, EachTwoValuesMeetInFewRows) {
  const std::vector<Indices> rows = pairwise(kSizes, [](const Indices&) { return true; });
  for (std::size_t p = 0; p < kSizes.size(); ++p) {
    for (std::size_t q = p + 1; q < kSizes.size(); ++q) {
      for (std::size_t i = 0; i < kSizes[p]; ++i) {
        for (std::size_t j = 0; j < kSizes[q]; ++j) {
          EXPECT_TRUE(meet(rows, p, i, q, j)) << p << " " << i << " " << q << " " << j;
        }
      }
    }
  }
  // At least 25; one for each pair would be 119.
  EXPECT_LE(rows.size(), 40u);
}

TEST(Pairwise, RowsAreLegalAndPairsThatMayMeetDo) {
  const auto is_small = [](const Indices& row) { return row[0] + row[1] + row[2] + row[3] <= 5; };
  const std::vector<Indices> rows = pairwise(kSizes, is_small);
  for (const Indices& row : rows) {
    EXPECT_TRUE(is_small(row));
  }
  EXPECT_TRUE(meet(rows, 0, 4, 3, 1));
  EXPECT_TRUE(meet(rows, 1, 3, 2, 2));
  EXPECT_FALSE(meet(rows, 0, 4, 3, 4));
}

}  // namespace
}  // namespace vconform::generators
