#include "oracle/predict/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "oracle/testing/case_builder.h"

namespace vconform::oracle {
namespace {

using namespace testing;

// Rules about results stay with their elements until a later step reads one.
TEST(World, RulesThatAffectDifferentElementsDoNotMultiply) {
  const std::string sources =
      place("0x1000", "f32", 0, f32(65510)) + place("0x1000", "f32", 1, f32(-65537));
  const std::string steps = "mask 0 3\nctrl 0x1000000000000\n" + run("vconv_f322f16z") +
                            run("vconv_f322f16o", "1", "0x3000");
  const auto predicted = [&](const std::string& more) {
    const spec::Case test_case = case_of(sources + steps + more);
    return predict(test_case, spec::initial_image(test_case), a2());
  };
  const std::vector<World> apart = predicted("");
  ASSERT_EQ(apart.size(), 1u);
  ASSERT_EQ(apart.front().open.size(), 4u);
  for (const auto& [number, alternatives] : apart.front().open) {
    ASSERT_EQ(alternatives.size(), 3u);
    EXPECT_EQ(alternatives[0].readings.size(), 1u);
    EXPECT_EQ(text_of(alternatives[0].expectation), text_of(apart.front().expectations[number]));
  }
  EXPECT_FALSE(cites(apart.front().cited, "overflow.directed"));
  EXPECT_TRUE(cites(settled(apart.front()).cited, "overflow.directed"));
  // The results toward zero are read again, those to odd are not.
  const std::vector<World> read = predicted(run("vconv_f162f32", "1", "0x3800", "0x2000"));
  ASSERT_EQ(read.size(), 3u);
  for (const World& world : read) {
    EXPECT_TRUE(world.choices.reading(spec::cite("overflow.directed")));
    EXPECT_FALSE(world.choices.reading(spec::cite("overflow.odd")));
    EXPECT_EQ(world.open.size(), 2u);
  }
  EXPECT_EQ(expected_at(read[0], 0x3804), fmt::format("{:#x}", f32(-65504)));
  EXPECT_EQ(expected_at(read[2], 0x3804), fmt::format("{:#x}", f32(-INFINITY)));
}

}  // namespace
}  // namespace vconform::oracle
