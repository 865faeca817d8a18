#include "oracle/vector/walk_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::kAllLanes;
using spec::Mask;
using spec::Vconv;

struct Walked {
  const spec::Conversion& row;
  VectorWalk walk;
};

Walked walked(const Vconv& step, const Mask& mask, std::uint64_t ctrl = 0) {
  Readings readings(testing::a2());
  return {step.cell.conversion(), walk_of(step, {mask, ctrl}, readings)};
}

Vconv step(std::string_view name) {
  Vconv instruction;
  instruction.cell = testing::cell(name);
  instruction.dst.offset = 0x2000;
  return instruction;
}

// The slugs of addressing rules that are cited, in the order of the table.
std::vector<std::string> cited(const Walked& w) {
  const RuleSet rules = rules_of(w.row, w.walk);
  std::vector<std::string> slugs;
  for (const spec::RuleId rule : spec::kAllRules) {
    if (rules.test(rule)) {
      slugs.push_back(testing::slug(rule));
    }
  }
  return slugs;
}
using Slugs = std::vector<std::string>;

TEST(WalkRules, APlainFullRepeatCitesTheLeast) {
  EXPECT_EQ(cited(walked(step("vconv_f322s32r"), kAllLanes)),
            (Slugs{"walk.blocks", "mask.bitwise", "mask.contiguous", "write.nothing-else"}));
}

TEST(WalkRules, EachFeatureCitesItsRule) {
  EXPECT_EQ(cited(walked(step("vconv_f162s8"), {0, 5})),
            (Slugs{"walk.blocks", "walk.narrow-operand-has-fewer-blocks", "mask.bitwise",
                   "mask.inactive-lanes", "write.nothing-else"}));
  EXPECT_EQ(cited(walked(step("vconv_f322s32r"), {0, 7})),
            (Slugs{"walk.blocks", "mask.bitwise", "mask.contiguous", "mask.inactive-lanes",
                   "write.nothing-else"}));
  EXPECT_EQ(
      cited(walked(step("vconv_f322s32r"), {0, 65}, testing::kCounter)),
      (Slugs{"walk.blocks", "mask.counter-mode", "mask.inactive-lanes", "write.nothing-else"}));
  EXPECT_EQ(cited(walked(step("vconv_f322s32r"), {0, 128}, testing::kCounter)),
            (Slugs{"walk.blocks", "mask.counter-mode", "write.nothing-else"}));
  Vconv strides = step("vconv_f322s32r");
  strides.src_block_stride = 0;
  strides.src_repeat_stride = 0;
  strides.repeat = 2;
  EXPECT_EQ(cited(walked(strides, kAllLanes)),
            (Slugs{"walk.blocks", "walk.repeat-stride-zero", "walk.src-block-stride-zero",
                   "mask.bitwise", "mask.contiguous", "write.nothing-else"}));
  EXPECT_EQ(cited(walked(step("vconv_f162s4"), kAllLanes)),
            (Slugs{"walk.blocks", "walk.narrow-operand-has-fewer-blocks", "mask.bitwise",
                   "mask.contiguous", "s4.nibble", "s4.mask-pairs", "write.nothing-else"}));
}

TEST(WalkRules, AWalkThatWritesNothingCitesWhy) {
  Vconv none = step("vconv_f322s32r");
  EXPECT_EQ(cited(walked(none, {0, 0})), (Slugs{"mask.zero-is-nop", "write.nothing-else"}));
  EXPECT_EQ(cited(walked(none, {7, 0}, testing::kCounter)),
            (Slugs{"mask.counter-mode", "write.nothing-else"}));
  none.repeat = 0;
  EXPECT_EQ(cited(walked(none, kAllLanes)), (Slugs{"repeat.zero-is-nop", "write.nothing-else"}));
}

TEST(WalkRules, DequantisationsCiteTheirHalvesAndFactors) {
  EXPECT_EQ(cited(walked(step("vconv_deqs162b8h_s8"), kAllLanes)),
            (Slugs{"walk.blocks", "mask.bitwise", "mask.contiguous", "write.nothing-else",
                   "deq.half", "deq.other-half"}));
  EXPECT_EQ(cited(walked(step("vconv_vdeqs162b8l_u8"), kAllLanes)),
            (Slugs{"walk.blocks", "mask.bitwise", "mask.contiguous", "write.nothing-else",
                   "deq.half", "deq.other-half", "vdeq.address", "vdeq.factor-index"}));
  EXPECT_EQ(cited(walked(step("vconv_deq"), kAllLanes)),
            (Slugs{"walk.blocks", "walk.narrow-operand-has-fewer-blocks", "mask.bitwise",
                   "mask.contiguous", "write.nothing-else"}));
  EXPECT_EQ(cited(walked(step("vconv_vdeqs162b8l_u8"), {0, 0})),
            (Slugs{"mask.zero-is-nop", "write.nothing-else"}));
}

TEST(WalkRules, RepeatStridesOfDequantisationsHaveAWidthOfTheirOwn) {
  for (const char* name : {"vconv_deqs162b8h_s8", "vconv_deq"}) {
    Vconv wide = step(name);
    wide.repeat = 2;
    wide.src_repeat_stride = 255;
    EXPECT_FALSE(rules_of(wide.cell.conversion(), walked(wide, kAllLanes).walk)
                     .test(spec::cite("walk.stride-width-deq")));
    wide.src_repeat_stride = 5000;
    const RuleSet rules = rules_of(wide.cell.conversion(), walked(wide, kAllLanes).walk);
    EXPECT_TRUE(rules.test(spec::cite("walk.stride-width-deq")));
    EXPECT_FALSE(rules.test(spec::cite("walk.stride-width")));
    wide.repeat = 1;
    wide.src_block_stride = 5000;
    const RuleSet once = rules_of(wide.cell.conversion(), walked(wide, kAllLanes).walk);
    EXPECT_FALSE(once.test(spec::cite("walk.stride-width-deq")));
    EXPECT_TRUE(once.test(spec::cite("walk.stride-width")));
  }
}

bool is_out_of_range(const Walked& w) {
  return out_of_range(w.row, w.walk);
}

TEST(WalkRules, OperandsOffTheirAlignmentAreOutOfRange) {
  EXPECT_FALSE(is_out_of_range(walked(step("vconv_f322s32r"), kAllLanes)));
  for (const std::uint64_t offset : {1u, 4u, 16u, 31u}) {
    Vconv misaligned = step("vconv_f322s32r");
    misaligned.src.offset += offset;
    EXPECT_TRUE(is_out_of_range(walked(misaligned, kAllLanes)));
    misaligned = step("vconv_f322s32r");
    misaligned.dst.offset += offset;
    EXPECT_TRUE(is_out_of_range(walked(misaligned, kAllLanes)));
  }
}

TEST(WalkRules, S4CountsAreEvenAndMasksKeepPairs) {
  for (const char* name : {"vconv_f162s4", "vconv_s42f16"}) {
    EXPECT_FALSE(is_out_of_range(walked(step(name), {0, 0x3c})));
    EXPECT_TRUE(is_out_of_range(walked(step(name), {0, 0x8})));
    EXPECT_TRUE(is_out_of_range(walked(step(name), {0, 0x6})));
    EXPECT_TRUE(is_out_of_range(walked(step(name), {std::uint64_t{1} << 63, 0})));
    EXPECT_TRUE(is_out_of_range(walked(step(name), {0, 129}, testing::kCounter)));
    EXPECT_FALSE(is_out_of_range(walked(step(name), {5, 130}, testing::kCounter)));
  }
  EXPECT_FALSE(is_out_of_range(walked(step("vconv_f162s8"), {0, 0x8})));
  EXPECT_FALSE(is_out_of_range(walked(step("vconv_f162s8"), {0, 129}, testing::kCounter)));
}

}  // namespace
}  // namespace vconform::oracle
