#include "generators/choices/choice_source.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "generators/choices/byte_source.h"
#include "generators/choices/draws.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_text.h"

namespace vconform::generators {
namespace {

TEST(ChoiceSource, ZeroIsTheFirstOfAListAndNeverOneInMany) {
  ReplaySource zeros({});
  const std::array<int, 3> list = {7, 8, 9};
  EXPECT_EQ(zeros.pick(list), 7);
  EXPECT_FALSE(zeros.one_in(2));
  EXPECT_TRUE(zeros.one_in(1));
  EXPECT_EQ(zeros.bits(64), 0u);
}

TEST(ChoiceSource, SixtyFourBitsAreTwoDrawsTheHighHalfFirst) {
  const Draws draws = {1, 2};
  ReplaySource source(draws);
  EXPECT_EQ(source.bits(64), 0x100000002u);
}

TEST(ByteSource, TakesTheFewestBytesThatABoundNeeds) {
  const std::vector<std::uint8_t> bytes(16, 0xff);
  ByteSource source(bytes);
  const auto taken_by = [&](std::uint64_t bound) {
    const std::size_t before = source.left();
    EXPECT_LT(source.below(bound), bound);
    return before - source.left();
  };
  EXPECT_EQ(taken_by(1), 0u);
  EXPECT_EQ(taken_by(2), 1u);
  EXPECT_EQ(taken_by(256), 1u);
  EXPECT_EQ(taken_by(257), 2u);
  EXPECT_EQ(taken_by(std::uint64_t{1} << 32), 4u);
  EXPECT_EQ(taken_by(~std::uint64_t{0}), 8u);
  EXPECT_EQ(source.left(), 0u);
}

TEST(ByteSource, SavedBytesKeepTheirMeaning) {
  const std::vector<std::uint8_t> bytes = {5, 0x34, 0x12, 200};
  ByteSource source(bytes);
  EXPECT_EQ(source.below(10), 5u);
  EXPECT_EQ(source.below(65536), 0x1234u);
  EXPECT_EQ(source.below(7), 200u % 7);
  EXPECT_EQ(source.below(1000000), 0u);
}

TEST(ByteSource, AnyBytesDecodeToALegalCase) {
  const std::vector<spec::Cell> cells = all_cells();
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RapidCheckSource random{rc::Random(seed)};
    std::vector<std::uint8_t> bytes(random.below(200));
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(random.below(256));
    }
    ByteSource source(bytes);
    const spec::Case test_case = vconv_case(source, cells[seed % cells.size()], spec::kAllFeatures);
    ASSERT_EQ(illegality(test_case), "") << spec::to_text(test_case);
  }
}

}  // namespace
}  // namespace vconform::generators
