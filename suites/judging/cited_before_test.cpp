// A prediction that passes over rules that were cited before permits the same and cites the other
// rules as ever.
#include <gtest/gtest.h>

#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/instruction_cases.h"
#include "oracle/predict/predict.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "spec/rows/conversions.h"

namespace vconform::suites {
namespace {

void expect_same(const std::vector<oracle::World>& all, const std::vector<oracle::World>& some,
                 const oracle::RuleSet& cited_before, const spec::Case& test_case) {
  ASSERT_EQ(all.size(), some.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].cited & ~cited_before, some[i].cited & ~cited_before)
        << spec::to_text(test_case);
    ASSERT_EQ(all[i].elements.size(), some[i].elements.size());
    ASSERT_EQ(all[i].expectations.size(), some[i].expectations.size());
    for (std::size_t j = 0; j < all[i].expectations.size(); ++j) {
      EXPECT_EQ(all[i].expectations[j].kind, some[i].expectations[j].kind);
      EXPECT_EQ(all[i].expectations[j].patterns, some[i].expectations[j].patterns);
      EXPECT_EQ(all[i].expectations[j].cited & ~cited_before,
                some[i].expectations[j].cited & ~cited_before)
          << spec::to_text(test_case);
    }
    ASSERT_EQ(all[i].open.size(), some[i].open.size());
  }
}

oracle::ElementInput input_of(const oracle::PredictedElement& element) {
  return {*element.source_pattern, element.scale, element.alpha};
}

// Some elements cite in full what they do if nothing was cited before. Returns how many of the
// others do not.
std::size_t expect_some_in_full(const std::vector<oracle::World>& all, const spec::Choices& pinned,
                                const spec::Case& test_case, const spec::MemoryImage& before) {
  constexpr std::size_t kEach = 3;
  oracle::ElementInputs in_full;
  for (const oracle::World& world : all) {
    for (std::size_t i = 0; i < world.elements.size(); i += kEach) {
      if (world.elements[i].source_pattern) {
        in_full.insert(input_of(world.elements[i]));
      }
    }
  }
  const std::vector<oracle::World> some =
      oracle::predict(test_case, before, pinned, all.front().cited, in_full);
  std::size_t passed_over = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all[i].elements.size(); ++j) {
      const oracle::PredictedElement& element = some[i].elements[j];
      const oracle::Expectation& full = all[i].expectations[all[i].elements[j].expectation];
      const oracle::Expectation& told = some[i].expectations[element.expectation];
      if (element.source_pattern && in_full.contains(input_of(element))) {
        EXPECT_EQ(told.cited, full.cited) << spec::to_text(test_case);
        EXPECT_EQ(told.rule, full.rule) << spec::to_text(test_case);
      } else {
        passed_over += told.cited == full.cited ? 0 : 1;
      }
    }
  }
  return passed_over;
}

// All cited rules were cited before, or one of them alone.
std::vector<oracle::RuleSet> parts_of(const oracle::RuleSet& cited) {
  std::vector<oracle::RuleSet> parts = {cited};
  for (std::size_t rule = 0; rule < cited.size(); ++rule) {
    if (cited.test(rule)) {
      parts.push_back(oracle::RuleSet().set(rule));
    }
  }
  return parts;
}

void expect_same_for_every_row(const spec::Choices& pinned) {
  std::size_t passed_over = 0;
  std::size_t passed_over_elsewhere = 0;
  for (const spec::Cell& cell : spec::all_cells()) {
    for (const std::uint64_t seed : {1u, 2u}) {
      generators::RapidCheckSource choices(rc::Random{seed});
      const spec::Case test_case = generators::instruction_case(
          choices, cell, {spec::kAllFeatures, generators::kLeastUbBlocks});
      const spec::MemoryImage before = spec::initial_image(test_case);
      const std::vector<oracle::World> all = oracle::predict(test_case, before, pinned);
      passed_over_elsewhere += expect_some_in_full(all, pinned, test_case, before);
      for (const oracle::RuleSet& cited : parts_of(all.front().cited)) {
        const std::vector<oracle::World> some = oracle::predict(test_case, before, pinned, cited);
        expect_same(all, some, cited, test_case);
        passed_over += some.front().cited == all.front().cited ? 0 : 1;
      }
    }
  }
  EXPECT_GT(passed_over, 0U);
  EXPECT_GT(passed_over_elsewhere, 0U);
}

TEST(CitedBefore, ChangesNothingElseUnderAProfile) {
  expect_same_for_every_row(spec::choices_of(spec::profile_named("a2")));
}

TEST(CitedBefore, ChangesNothingElseWhileARuleIsOpen) {
  spec::Choices choices = spec::choices_of(spec::profile_named("a2"));
  for (const char* slug : {"deq.s9-rounding", "overflow.odd", "shift.rounding"}) {
    choices.leave_open(*spec::rule_with_slug(slug));
  }
  expect_same_for_every_row(choices);
}

}  // namespace
}  // namespace vconform::suites
