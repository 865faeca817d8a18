#include "spec/profiles/choices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_TRUE(a2.follows(choice("walk.stride-width", "12")));
  EXPECT_EQ(a2.reading(cite("overflow.directed")), std::nullopt);
}

// Not what two pages say in two ways, nor what permits anything.
TEST(Choices, ProfilePagesPinsWhatThePagesSayInOneWay) {
  const Choices pages = choices_of(profile_named("pages"));
  EXPECT_TRUE(pages.follows(choice("mask.inactive-lanes", "unchanged")));
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

}  // namespace
}  // namespace vconform::spec
