#include "spec/profiles/choices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "spec/rows/conversions.h"
#include "spec/text/error.h"

namespace vconform::spec {
namespace {

std::string message_of(std::string_view text) {
  Choices choices;
  try {
    pin_from_text(choices, text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Choices, ProfileA2PinsTheDefaultsAndLeavesOpenWhatHasNone) {
  const Choices a2 = choices_of(profile_named("a2"));
  EXPECT_TRUE(a2.follows(choice("mask.inactive-lanes", "unchanged")));
  EXPECT_TRUE(a2.follows(choice("cast-deq.s32-is-vec-deq", "ignored")));
  EXPECT_TRUE(a2.follows(choice("walk.stride-width", "12")));
  EXPECT_EQ(a2.reading(cite("overflow.directed")), std::nullopt);
}

// Not what two pages say in two ways, nor what permits anything.
TEST(Choices, ProfilePagesPinsWhatThePagesSayInOneWay) {
  const Choices pages = choices_of(profile_named("pages"));
  EXPECT_TRUE(pages.follows(choice("mask.inactive-lanes", "unchanged")));
  EXPECT_TRUE(pages.follows(choice("cast-deq.s32-is-vec-deq", "ignored")));
  EXPECT_TRUE(pages.follows(choice("walk.stride-width", "16")));
  EXPECT_TRUE(pages.follows(choice("deq.add", "wrap9")));
  EXPECT_TRUE(pages.follows(choice("fixpipe.nd-count-without-nd", "nop")));
  for (const RuleId rule : {cite("subnormal.results"), cite("copy.relu-order"),
                            cite("copy.mcb-deq16-half"), cite("deq.scale-bits")}) {
    EXPECT_EQ(pages.reading(rule), std::nullopt) << rule_of(rule).slug;
  }
}

TEST(Choices, NoProfilePinsAReadingThatDeparts) {
  for (const Profile& profile : kProfiles) {
    for (const Choice& choice : choices_of(profile).all()) {
      EXPECT_NE(reading_of(choice).ground, Ground::kDeparts) << choice_text(choice);
    }
  }
}

TEST(Choices, AreReadAndWrittenAsText) {
  Choices choices;
  pin_from_text(choices, "overflow.odd=inf-after-rounding");
  const std::optional<Choice> read = choices.reading(cite("overflow.odd"));
  ASSERT_EQ(read, choice("overflow.odd", "inf-after-rounding"));
  EXPECT_EQ(choice_text(*read), "overflow.odd=inf-after-rounding");
}

TEST(Choices, BadTextIsNamedWithTheFix) {
  EXPECT_THAT(message_of("overflow.odd"), testing::HasSubstr("rule=reading"));
  EXPECT_THAT(message_of("overflow.even=max"), testing::HasSubstr("no open rule 'overflow.even'"));
  EXPECT_THAT(message_of("ctrl.48=max"), testing::HasSubstr("no open rule 'ctrl.48'"));
  EXPECT_THAT(message_of("overflow.odd=min"),
              testing::HasSubstr("max, inf-after-rounding, inf-beyond-max"));
  EXPECT_THROW(profile_named("a3"), InputError);
}

TEST(Choices, M200PinsTheDefaultsOfDataCopyAlone) {
  const Choices m200 = choices_of(profile_named("m200"));
  EXPECT_TRUE(m200.follows(choice("copy.strides", "gap")));
  EXPECT_FALSE(m200.reading(cite("copy.relu-order")));
  EXPECT_FALSE(m200.reading(cite("fixpipe.product")));
  EXPECT_TRUE(choices_of(profile_named("a2")).follows(choice("fixpipe.product", "f32")));
}

// DataCopy has 11 paths of 12 types on A2, 13 of 11 types on the inference AI Core, which also has
// 20 from CO1 to CO2; 18 paths in all.
TEST(Profiles, HaveTheRowsOfTheirProduct) {
  const auto rows_of = [](std::string_view profile) {
    return std::count_if(kRows.begin(), kRows.end(), [&](const Conversion& row) {
      return row.family == Family::kDataCopy && has_row(profile, row);
    });
  };
  EXPECT_EQ(rows_of("a2"), 11 * 12);
  EXPECT_EQ(rows_of("m200"), 13 * 11 + 20);
  EXPECT_EQ(rows_of("probed"), 11 * 12 + 7 * 11 + 20);
  for (const Conversion& row : kRows) {
    EXPECT_EQ(row.products.empty(), row.family != Family::kDataCopy) << pair_name(row);
    EXPECT_TRUE(row.family == Family::kDataCopy || has_row("m200", row)) << pair_name(row);
  }
}

TEST(Profiles, KnowTypesOfAPathThatOneProductHas) {
  const auto in = [](std::string_view profile, std::string_view name) {
    return has_row(profile, cell_named(name).value().conversion());
  };
  EXPECT_TRUE(in("a2", "data_copy_gm_vecin_bf16"));
  EXPECT_FALSE(in("m200", "data_copy_gm_vecin_bf16"));
  EXPECT_TRUE(in("m200", "data_copy_vecin_a1_s8"));
  EXPECT_FALSE(in("a2", "data_copy_vecin_a1_s8"));
  EXPECT_FALSE(in("a2", "data_copy_deq8_s322s8"));
}

}  // namespace
}  // namespace vconform::spec
