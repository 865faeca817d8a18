#include "suites/plan/plan_facts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spec/rules/rules.h"
#include "suites/judging/matches_oracle.h"

namespace vconform::suites {
namespace {

// One instruction for each kind of systematic cases in each family.
const std::vector<std::string_view> kInstructions = {"vconv_f162s8r",
                                                     "vconv_f322s32r",
                                                     "vconv_deqs162b8h_s8",
                                                     "cast_deq_s162s8",
                                                     "copy_matrix_cc_to_gm_s322s32",
                                                     "data_copy_relu_f162f16"};

// The oracle itself with the order of overlapping operands open, as if nobody declared one.
Subject conforming(spec::FeatureSet claimed = spec::kAllFeatures) {
  Subject subject;
  subject.claims = [claimed](const spec::Cell& cell) {
    const std::string name = spec::instruction_name(cell);
    return std::find(kInstructions.begin(), kInstructions.end(), name) == kInstructions.end()
               ? std::nullopt
               : std::optional(claimed);
  };
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.pinned.leave_open(spec::cite("walk.order"));
  subject.execute = oracle_executor(subject.pinned);
  return subject;
}

Level small() {
  Level level = level_named("quick");
  level.oracle_cases = 6;
  level.property_cases = 4;
  return level;
}

void expect_planned_cases(const Subject& subject) {
  const std::vector<Unit> plan = make_plan(small(), subject);
  std::size_t instructions = 0;
  for (const Unit& unit : plan) {
    const UnitResult result = run_unit(unit, subject, 3);
    EXPECT_EQ(result.cases, planned_cases(unit, subject)) << claim_name(unit);
    EXPECT_TRUE(result.deviations.empty()) << claim_name(unit);
    EXPECT_TRUE(result.elements > 0 || !must_compare_elements(unit, subject, 3))
        << claim_name(unit);
    instructions += unit.cases == Cases::kDiscriminating ? 1 : 0;
  }
  EXPECT_EQ(instructions, kInstructions.size());
}

TEST(PlanFacts, AConformingExecutorHasTheCasesAndTheElements) {
  expect_planned_cases(conforming());
}

TEST(PlanFacts, ProgramsElsewhereAreThoseOfARun) {
  Subject subject = conforming();
  Level level = small();
  level.programs = 8;
  const std::vector<Unit> plan = make_plan(level, subject);
  std::vector<Share> ran;
  std::uint64_t all_of_others = 0;
  for (const Unit& unit : plan) {
    if (!properties()[unit.property].has_programs) {
      continue;
    }
    const UnitResult result = run_unit(unit, subject, 3);
    std::uint64_t of_others = 0;
    for (const Share& share : result.others) {
      EXPECT_NE(share.cell, unit.cell);
      of_others += share.elements;
      add_share(ran, {share.cell, share.cases, 0});
    }
    EXPECT_LT(of_others, result.elements) << claim_name(unit);
    all_of_others += of_others;
  }
  EXPECT_GT(all_of_others, 0u);
  const std::vector<Share> planned = programs_elsewhere(plan, subject, 3);
  EXPECT_GE(planned.size(), 5u);
  ASSERT_EQ(planned.size(), ran.size());
  for (const Share& share : planned) {
    const auto same = std::ranges::find(ran, share.cell, &Share::cell);
    ASSERT_NE(same, ran.end()) << spec::instruction_name(share.cell);
    EXPECT_EQ(share.cases, same->cases) << spec::instruction_name(share.cell);
  }
}

TEST(PlanFacts, AndSoItHasOfSingleRepeats) {
  expect_planned_cases(conforming(spec::kAllFeatures.without(spec::Feature::kRepeat)));
}

// The instructions with systematic cases.
std::vector<std::string> instructions_with_all_values(spec::FeatureSet claimed) {
  Subject subject = conforming();
  subject.claims = [claimed](const spec::Cell&) { return claimed; };
  std::vector<std::string> names;
  for (const Unit& unit : make_plan(level_named("quick"), subject)) {
    if (unit.cases == Cases::kSystematic &&
        (names.empty() || names.back() != spec::instruction_name(unit.cell))) {
      EXPECT_GT(planned_cases(unit, subject), 0u) << claim_name(unit);
      names.push_back(spec::instruction_name(unit.cell));
    }
  }
  return names;
}

TEST(PlanFacts, NoClaimLeavesOutTheValuesOfAnInstruction) {
  const std::vector<std::string> all = instructions_with_all_values(spec::kAllFeatures);
  EXPECT_GT(all.size(), 130u);
  for (const spec::FeatureName& feature : spec::kFeatures) {
    EXPECT_EQ(instructions_with_all_values(spec::kAllFeatures.without(feature.feature)), all)
        << feature.name;
  }
  for (const spec::Feature alone : {spec::Feature::kSaturate, spec::Feature::kKeepInf}) {
    EXPECT_EQ(instructions_with_all_values({static_cast<std::uint32_t>(alone)}), all);
  }
}

TEST(PlanFacts, CasesThatMayBeRefusedNeedNoElements) {
  const Subject subject = conforming();
  for (const Unit& unit : make_plan(small(), subject)) {
    const std::string_view property = properties()[unit.property].name;
    // The pages say enough about overlapping operands of FIXPIPE.
    const bool is_hazard = property == "HazardsStayInside" &&
                           unit.cell.conversion().family != spec::Family::kCopyMatrix;
    const bool may_be_refused =
        is_hazard || property == "OutOfRangeStaysInside" || property == "ArgumentErrorsAreRejected";
    // A property may find nothing to compare in four cases; the oracle always does.
    if (may_be_refused || property == "MatchesOracle") {
      EXPECT_EQ(must_compare_elements(unit, subject, 3),
                !may_be_refused && planned_cases(unit, subject) > 0)
          << claim_name(unit);
    }
  }
}

TEST(PlanFacts, TheDigestIsOfAllThatDecidesAboutTheRun) {
  const Subject subject = conforming();
  const auto digest = [](const Level& level, std::uint64_t seed, const Subject& of) {
    return plan_digest(level, seed, of, make_plan(level, of));
  };
  std::vector<std::string> all = {digest(small(), 3, subject), digest(small(), 4, subject),
                                  digest(level_named("quick"), 3, subject)};
  const auto add = [&](const std::function<void(Subject&)>& change) {
    Subject other = subject;
    change(other);
    all.push_back(digest(small(), 3, other));
  };
  add([](Subject& other) { other.pinned.pin(spec::choice("subnormal.results", "flushed")); });
  add([](Subject& other) { other.pinned.leave_open(spec::cite("subnormal.results")); });
  add([](Subject& other) { other.inferred.pin(spec::choice("subnormal.results", "gradual")); });
  add([](Subject& other) { other.checks_arguments = true; });
  add([](Subject& other) { other.stride_bits = 12; });
  add([](Subject& other) { other.largest_memory = spec::kMaxGmBytes; });
  add([](Subject& other) { other.lowered = {*spec::cell_named("cast_deq_s162s8")}; });
  for (const spec::FeatureName& feature : spec::kFeatures) {
    add([&](Subject& other) {
      other.claims = [claims = subject.claims, &feature](const spec::Cell& cell) {
        const auto claimed = claims(cell);
        return claimed ? std::optional(claimed->without(feature.feature)) : std::nullopt;
      };
    });
  }
  const std::size_t count = all.size();
  std::sort(all.begin(), all.end());
  EXPECT_EQ(static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin()), count);
  EXPECT_EQ(digest(small(), 3, subject), digest(small(), 3, conforming()));
}

}  // namespace
}  // namespace vconform::suites
