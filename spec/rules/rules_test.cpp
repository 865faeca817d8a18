#include "spec/rules/rules.h"

#include <gtest/gtest.h>

#include <cctype>

#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rules/rule_table.h"

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
      EXPECT_EQ(rule.standard, kNoReading) << rule.slug;
      EXPECT_EQ(rule.pages, kNoReading) << rule.slug;
    }
    const int count = static_cast<int>(rule.readings.size());
    EXPECT_LT(rule.standard, count) << rule.slug;
    EXPECT_LT(rule.pages, count) << rule.slug;
  }
}

TEST(Rules, AreFoundBySlug) {
  EXPECT_EQ(rule_of(*rule_with_slug("ctrl.48")).slug, "ctrl.48");
  EXPECT_EQ(rule_of(cite("walk.order")).slug, "walk.order");
  EXPECT_FALSE(rule_with_slug("ctrl.49"));
}

TEST(Rules, NamedByTheOtherTablesExist) {
  for (const Conversion& row : kConversions) {
    EXPECT_TRUE(row.rule.empty() || rule_with_slug(row.rule)) << row.rule;
  }
  for (const RoundingMode& mode : kRoundingModes) {
    EXPECT_TRUE(rule_with_slug(mode.rule)) << mode.rule;
  }
  for (const CtrlBit& bit : kCtrlBits) {
    EXPECT_TRUE(rule_with_slug(bit.rule)) << bit.rule;
  }
}

}  // namespace
}  // namespace vconform::spec
