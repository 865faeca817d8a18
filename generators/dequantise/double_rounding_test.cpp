#include "generators/dequantise/double_rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace vconform::generators {
namespace {

TEST(DoubleRoundings, TheListIsWhatTheSearchFinds) {
  const std::vector<DoubleRounding> found = find_double_roundings();
  const auto listed = double_roundings();
  EXPECT_EQ(found.size(), 232u);
  EXPECT_TRUE(std::equal(found.begin(), found.end(), listed.begin(), listed.end()));
}

// The product lies this near to half way between two integers, and not on it.
TEST(DoubleRoundings, LieBesideTiesNearerThanAnF32CanTell) {
  for (const DoubleRounding& entry : double_roundings()) {
    const std::int64_t unit = std::int64_t{1} << -entry.exponent;
    const std::int64_t product = std::int64_t{entry.source} * entry.mantissa;
    const std::int64_t from_tie = std::abs(product % unit - unit / 2);
    EXPECT_GT(from_tie, 0);
    EXPECT_LE(from_tie, product >= 1 << 25 ? 2 : 1);
  }
}

TEST(DoubleRoundings, HoldTheWitnessesOfTheRule) {
  struct Named {
    int source;
    std::uint32_t scale;
  };
  for (const Named& named :
       {Named{12667, 0x3bb66000}, Named{15035, 0x3bb1a000}, Named{27375, 0x3b81e000},
        Named{29607, 0x3c02e000}, Named{15991, 0x3c172000}}) {
    const auto all = double_roundings();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const DoubleRounding& entry) {
      return entry.source == named.source && scale_bits(entry) == named.scale;
    })) << named.source;
  }
}

}  // namespace
}  // namespace vconform::generators
