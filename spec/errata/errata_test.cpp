#include "spec/errata/errata.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "spec/rows/conversions.h"
#include "spec/rules/rules.h"

namespace vconform::spec {
namespace {

bool is_named(RuleId rule) {
  return std::ranges::any_of(errata(), [&](const Erratum& erratum) {
    return std::ranges::find(erratum.rules, rule) != erratum.rules.end();
  });
}

// A choice that a page documents departs from the page in its other readings: no fault of the page.
bool pages_leave_it_open(const Rule& rule) {
  return rule.status == Status::kContradictory || rule.status == Status::kUnspecified ||
         (rule.openness == Openness::kChoice && rule.status != Status::kDocumented);
}

TEST(Errata, NameEveryRuleThatThePagesLeaveOpen) {
  for (std::size_t id = 0; id < rules().size(); ++id) {
    if (pages_leave_it_open(rules()[id])) {
      EXPECT_TRUE(is_named(static_cast<RuleId>(id))) << rules()[id].slug;
    }
  }
}

TEST(Errata, NameRulesThatThereAreOnce) {
  for (const Erratum& erratum : errata()) {
    const std::set<RuleId> named(erratum.rules.begin(), erratum.rules.end());
    EXPECT_EQ(named.size(), erratum.rules.size()) << erratum.slug;
    EXPECT_TRUE(named.empty() || *named.rbegin() < rules().size()) << erratum.slug;
  }
}

TEST(Errata, SayEverything) {
  for (const Erratum& erratum : errata()) {
    ASSERT_FALSE(erratum.quotations.empty()) << erratum.slug;
    for (const Quotation& quotation : erratum.quotations) {
      EXPECT_FALSE(quotation.line.empty()) << erratum.slug;
      EXPECT_FALSE(quotation.english.empty()) << erratum.slug;
      EXPECT_TRUE(std::ranges::all_of(quotation.english, [](unsigned char c) { return c < 0x80; }))
          << erratum.slug << ": " << quotation.english;
    }
    EXPECT_FALSE(erratum.fault.empty()) << erratum.slug;
    EXPECT_FALSE(erratum.handling.empty()) << erratum.slug;
    EXPECT_FALSE(erratum.witness.empty()) << erratum.slug;
  }
}

// Two lines contradict each other; one alone cannot.
TEST(Errata, ContradictionsQuoteBothLines) {
  for (const Erratum& erratum : errata()) {
    if (erratum.flaw == Flaw::kContradiction) {
      EXPECT_GE(erratum.quotations.size(), 2u) << erratum.slug;
    }
  }
}

TEST(Errata, HaveNamesOfTheirOwn) {
  std::set<std::string_view> slugs;
  for (const Erratum& erratum : errata()) {
    EXPECT_TRUE(slugs.insert(erratum.slug).second) << erratum.slug;
    EXPECT_TRUE(std::ranges::all_of(erratum.slug, [](char c) {
      return std::islower(c) || std::isdigit(c) || c == '.' || c == '-' || c == '_';
    })) << erratum.slug;
  }
}

// The words of a text that look like names of instructions.
std::vector<std::string> instructions_in(std::string_view text) {
  static const std::regex name("(vconv|cast_deq|copy_matrix_cc|data_copy)_[a-z0-9_]+");
  const std::string words(text);
  return {std::sregex_token_iterator(words.begin(), words.end(), name),
          std::sregex_token_iterator()};
}

TEST(Errata, WitnessesAreInstructionsThatThereAre) {
  std::size_t found = 0;
  for (const Erratum& erratum : errata()) {
    for (const std::string& name : instructions_in(erratum.witness)) {
      EXPECT_TRUE(cell_named(name)) << erratum.slug << ": " << name;
      ++found;
    }
  }
  EXPECT_GT(found, errata().size() / 2);
}

// A report shows the line that a deviation breaks.
TEST(Errata, ALineIsQuotedForEveryRule) {
  // It puts together limits that several pages of the developer kit give for s4.
  const std::set<std::string_view> without = {"s4.mask-pairs"};
  for (std::size_t id = 0; id < rules().size(); ++id) {
    const std::vector<Quotation> lines = quotations_about(static_cast<RuleId>(id));
    EXPECT_EQ(lines.empty(), without.contains(rules()[id].slug)) << rules()[id].slug;
    for (const Quotation& line : lines) {
      EXPECT_FALSE(line.line.empty()) << rules()[id].slug;
      EXPECT_FALSE(line.english.empty()) << rules()[id].slug;
      EXPECT_TRUE(std::ranges::all_of(line.english, [](unsigned char c) { return c < 0x80; }))
          << line.english;
    }
  }
}

TEST(Errata, QuoteEveryPageOfTheList) {
  std::set<PageId> quoted;
  for (const Erratum& erratum : errata()) {
    for (const Quotation& quotation : erratum.quotations) {
      quoted.insert(quotation.page);
    }
  }
  for (std::size_t id = 0; id < rules().size(); ++id) {
    for (const Quotation& quotation : quotations_about(static_cast<RuleId>(id))) {
      quoted.insert(quotation.page);
    }
  }
  EXPECT_EQ(quoted.size(), pages().size());
}

}  // namespace
}  // namespace vconform::spec
