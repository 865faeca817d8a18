// The wrong backends that are made from tables, and their scores.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "adapters/load/open_backend.h"
#include "spec/text/error.h"
#include "suites/judging/subject.h"
#include "suites/mutants/catalogue.h"
#include "suites/mutants/further_seeds.h"
#include "suites/mutants/score_table.h"
#include "suites/mutants/value_mutants.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

TEST(Mutants, AreThousandsWithNamesOfTheirOwn) {
  std::set<std::string> names;
  std::size_t count = 0;
  for (const MutantClass& one : mutant_classes()) {
    // They stand in a library of their own.
    if (one.name == kMechanical) {
      continue;
    }
    const std::vector<WrongBackend> members = one.members();
    EXPECT_FALSE(members.empty()) << one.name;
    for (const WrongBackend& backend : members) {
      EXPECT_TRUE(backend.name.starts_with(fmt::format("{}/", one.name))) << backend.name;
      EXPECT_FALSE(backend.cells.empty()) << backend.name;
      names.insert(backend.name);
    }
    count += members.size();
  }
  EXPECT_EQ(names.size(), count);
  EXPECT_GE(count, 2000u);
}

TEST(Mutants, AnUnknownClassIsRefusedWithTheOnesThatThereAre) {
  try {
    mutant_class_named("roundings");
    FAIL();
  } catch (const spec::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'roundings'"));
    EXPECT_THAT(error.what(), HasSubstr("bundled, rounding, source"));
  }
}

const WrongBackend& named(const std::vector<WrongBackend>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &WrongBackend::name);
  EXPECT_NE(found, all.end()) << name;
  return *found;
}

MutantScore score_of(const WrongBackend& backend) {
  return scores_of({backend}, level_named("quick"), 1, 1, [](std::size_t, const MutantScore&) {})
      .front();
}

TEST(MutantScores, ARoundingThatIsAnotherOneIsKilledAndNamed) {
  const MutantScore score = score_of(named(rounding_mutants(), "rounding/vconv_f322s32f/r"));
  EXPECT_EQ(score.fate, Fate::kKilled);
  EXPECT_EQ(score.named, Named::kRight) << score.how;
  EXPECT_GT(score.cases, 0u);
  EXPECT_TRUE(score.ordinary.exactly);
}

TEST(MutantScores, WhatNoSourceTellsFromGoldenIsEquivalent) {
  WrongBackend same = named(rounding_mutants(), "rounding/vconv_f162s8f/r");
  same.around = [](const Executor& golden) { return golden; };
  const MutantScore score = score_of(same);
  EXPECT_EQ(score.fate, Fate::kEquivalent);
  EXPECT_THAT(score.how, HasSubstr("under every CTRL"));
  EXPECT_FALSE(score.ordinary.exactly);
}

TEST(MutantScores, WhatNothingShowsSurvivesUnlessItIsProvedEquivalent) {
  WrongBackend same = named(rounding_mutants(), "rounding/vconv_f322s32f/r");
  same.around = [](const Executor& golden) { return golden; };
  EXPECT_EQ(score_of(same).fate, Fate::kSurvived);
  same.equivalent = "it is golden";
  const MutantScore score = score_of(same);
  EXPECT_EQ(score.fate, Fate::kEquivalent);
  EXPECT_EQ(score.how, "it is golden");
}

// A source that no case has is proved of nothing; one that the pages tell from another neither.
TEST(MutantScores, ACopyWithoutAWordIsProvedUnderEveryReluAndCtrl) {
  const char* const row = "source/copy_matrix_cc_to_gm_f322f16/";
  EXPECT_EQ(score_of(named(source_mutants(), fmt::format("{}the largest number as inf", row))).how,
            "the pages permit this for the source, under every ReLU and CTRL");
  WrongBackend same = named(source_mutants(), fmt::format("{}inf as NaN", row));
  EXPECT_EQ(score_of(same).fate, Fate::kKilled);
  same.around = [](const Executor& golden) { return golden; };
  same.source = 0x12345678;
  EXPECT_EQ(score_of(same).fate, Fate::kSurvived);
  same.source = 0x7f800000;
  EXPECT_EQ(score_of(same).fate, Fate::kEquivalent);
}

TEST(MutantScores, ATableAndAFileSayWhatSurvived) {
  std::vector<Scored> scored(3);
  for (std::size_t i = 0; i < scored.size(); ++i) {
    scored[i].of = "rounding";
    scored[i].backend.name = fmt::format("rounding/{}", i);
  }
  scored[0].score.fate = Fate::kKilled;
  scored[0].score.named = Named::kWrong;
  scored[0].score.how = "called something else";
  scored[0].score.ordinary = {false, true};
  scored[1].score.fate = Fate::kEquivalent;
  const std::string table = score_table(scored);
  EXPECT_THAT(table, HasSubstr("SURVIVED  rounding/2\n"));
  EXPECT_THAT(table, HasSubstr("named wrong  rounding/0: called something else\n"));
  EXPECT_THAT(table, HasSubstr("0.0 %    50.0 %\n"));
  const auto document = nlohmann::json::parse(score_json(scored, {{8, {1, 2}, {2}}}, {"quick", 7}));
  EXPECT_EQ(document["seed"], 7);
  EXPECT_EQ(document["classes"][0]["survived"], 1);
  EXPECT_EQ(document["mutants"][0]["named"], "named wrong");
  EXPECT_FALSE(document["mutants"][2].contains("named"));
  EXPECT_EQ(document["further_seeds"][0]["seed"], 8);
  EXPECT_EQ(document["further_seeds"][0]["mutants"], 2);
  EXPECT_EQ(document["further_seeds"][0]["survived"][0], "rounding/2");
}

TEST(FurtherSeeds, TryATwentiethOfTheKilledAndAllThatSurvived) {
  std::vector<Scored> scored(60);
  for (std::size_t i = 0; i < scored.size(); ++i) {
    scored[i].backend.name = fmt::format("rounding/{}", i);
    scored[i].score.fate = Fate::kKilled;
  }
  scored[5].score.fate = Fate::kSurvived;
  scored[23].score.fate = Fate::kEquivalent;
  std::vector<std::size_t> killed;
  for (std::uint64_t seed = 2; seed < 22; ++seed) {
    const std::vector<std::size_t> tried = tried_under(seed, scored);
    EXPECT_EQ(std::ranges::count(tried, 5u), 1) << seed;
    std::ranges::copy_if(tried, std::back_inserter(killed), [](std::size_t i) { return i != 5; });
  }
  // Over all of them each once, the equivalent one not at all.
  std::ranges::sort(killed);
  EXPECT_EQ(killed.size(), 58u);
  EXPECT_EQ(std::ranges::adjacent_find(killed), killed.end());
  EXPECT_EQ(tried_under(3, scored), (std::vector<std::size_t>{3, 5, 43}));
  const std::string text = further_text(scored, {{2, {2, 5}, {}}, {3, {3, 5}, {3}}});
  EXPECT_THAT(text, HasSubstr("seed 3         2 mutants      1 survived\n"));
  EXPECT_THAT(text,
              HasSubstr("rounding/3: survived under the first seed: no; killed under 0 of 1"));
  EXPECT_THAT(text,
              HasSubstr("rounding/5: survived under the first seed: yes; killed under 2 of 2"));
}

Executor golden() {
  return subject_of(adapters::open_backend("golden")).execute;
}

TEST(OrdinaryPractice, PassesGoldenAndSeesWhatIsFarOff) {
  const Executor right = golden();
  const spec::Choices choices = spec::choices_of_golden();
  const Executor zeros = [](const spec::Case&, const spec::MemoryImage& before) {
    spec::Outcome outcome;
    outcome.after = before;
    return outcome;
  };
  for (const spec::Cell& cell : spec::first_cells()) {
    const OrdinaryVerdict same = ordinary_check(right, right, cell, choices, 1);
    EXPECT_FALSE(same.with_tolerance || same.exactly) << spec::instruction_name(cell);
    EXPECT_TRUE(ordinary_check(zeros, right, cell, choices, 1).exactly)
        << spec::instruction_name(cell);
  }
}

TEST(OrdinaryPractice, TakesOneRoundingForAnotherWhereNumbersAreLarge) {
  const WrongBackend backend = named(rounding_mutants(), "rounding/vconv_f322f16z/r");
  const Executor right = golden();
  const OrdinaryVerdict verdict =
      ordinary_check(backend.around(right), right, backend.cells[0], spec::choices_of_golden(), 1);
  EXPECT_FALSE(verdict.with_tolerance);
  EXPECT_TRUE(verdict.exactly);
}

}  // namespace
}  // namespace vconform::suites
