#include "spec/rules/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "spec/rows/conversions.h"

namespace vconform::spec {
namespace {

TEST(Rules, EveryRowSaysWhatItIsAndWhereItIsFrom) {
  for (const Rule& rule : rules()) {
    EXPECT_FALSE(rule.slug.empty());
    EXPECT_FALSE(rule.statement.empty()) << rule.slug;
    EXPECT_FALSE(rule.source.empty()) << rule.slug;
    for (const char c : rule.slug) {
      EXPECT_TRUE(std::islower(c) || std::isdigit(c) || c == '.' || c == '-') << rule.slug;
    }
  }
}

TEST(Rules, OnlyChoicesHaveReadingsAndAtLeastTwo) {
  for (const Rule& rule : rules()) {
    if (rule.openness == Openness::kChoice) {
      EXPECT_GE(rule.readings.size(), 2u) << rule.slug;
    } else {
      EXPECT_TRUE(rule.readings.empty()) << rule.slug;
    }
  }
}

// Golden follows one reading, and the column is for rules without a standard.
TEST(Rules, DefaultsAreReadingsOfTheirRule) {
  for (const Rule& rule : rules()) {
    const auto is_reading = [&](std::string_view name) {
      return std::any_of(rule.readings.begin(), rule.readings.end(),
                         [&](const Reading& reading) { return reading.name == name; });
    };
    const Defaults& defaults = rule.defaults;
    for (const std::string_view name : {defaults.standard, defaults.golden}) {
      EXPECT_TRUE(name.empty() || is_reading(name)) << rule.slug << " " << name;
    }
    EXPECT_EQ((defaults.standard.empty() ? 0 : 1) + (defaults.golden.empty() ? 0 : 1),
              rule.openness == Openness::kChoice ? 1 : 0)
        << rule.slug;
  }
}

// A rule of which a reading departs has no other ground than what the pages say.
TEST(Rules, EveryGroundButOpenNamesTheLine) {
  std::size_t departing = 0;
  for (const Rule& rule : rules()) {
    for (const Reading& reading : rule.readings) {
      EXPECT_EQ(reading.line.empty(), reading.ground == Ground::kOpen)
          << rule.slug << " " << reading.name;
      EXPECT_TRUE(reading.line.empty() || reading.line.find(':') != std::string_view::npos)
          << rule.slug << " " << reading.name;
      departing += reading.ground == Ground::kDeparts ? 1 : 0;
    }
  }
  EXPECT_GT(departing, 0u);
}

// By which a backend is judged if nothing is known of it: permissive readings hold only if they are
// asked for.
TEST(Rules, TheFirstReadingThatIsNotPermissiveIsOneThatNoPageContradicts) {
  for (const Rule& rule : rules()) {
    if (rule.openness == Openness::kChoice) {
      const auto first = std::ranges::find(rule.readings, false, &Reading::permissive);
      ASSERT_NE(first, rule.readings.end()) << rule.slug;
      EXPECT_NE(first->ground, Ground::kDeparts) << rule.slug;
    }
  }
}

TEST(Rules, ConcernSomeRowOfEachOfTheirFamilies) {
  for (const Rule& rule : rules()) {
    for (const Family family : rule.concerns.families) {
      EXPECT_TRUE(std::any_of(
          kRows.begin(), kRows.end(),
          [&](const Conversion& row) { return row.family == family && concerns(rule, row); }))
          << rule.slug << " " << name_of(family).name;
    }
  }
}

TEST(Rules, AreFoundBySlug) {
  EXPECT_EQ(rule_of(*rule_with_slug("ctrl.48")).slug, "ctrl.48");
  EXPECT_EQ(rule_of(cite("walk.order")).slug, "walk.order");
  EXPECT_FALSE(rule_with_slug("ctrl.49"));
}

}  // namespace
}  // namespace vconform::spec
