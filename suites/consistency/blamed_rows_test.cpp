// The rows of a certificate that deviate are those whose own instruction is wrong, and programs
// count in the row of each step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "spec/text/error.h"
#include "suites/judging/subject.h"
#include "suites/plan/settle_blame.h"
#include "suites/report/certificate_plan.h"
#include "suites/report/certificate_reader.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr spec::Cell kToF16ByOdd{1, spec::Rounding::kOdd};
constexpr spec::NumberType kF32 = spec::NumberType::kF32;
constexpr spec::NumberType kF16 = spec::NumberType::kF16;

bool takes_part(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  return row.family == spec::Family::kVconv &&
         (cell == kToF16ByOdd || ((row.source == kF32 || row.source == kF16) &&
                                  (row.destination == spec::NumberType::kS16 ||
                                   row.destination == spec::NumberType::kS32)));
}

struct Judged {
  Certificate certificate;
  // Failures of properties that other instructions cause.
  std::size_t blamed = 0;
};

// The mutant on some rows; the units of `left_out` are not run.
Judged certified(std::optional<spec::Cell> left_out = std::nullopt) {
  Subject subject = subject_of(adapters::open_backend("mutant:odd-is-nearest"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  RunInfo info = certificate_with({}).info;
  info.claims = [claims = subject.claims](const spec::Cell& cell) {
    return takes_part(cell) ? claims(cell) : std::nullopt;
  };
  subject.claims = [claims = info.claims, left_out](const spec::Cell& cell) {
    return cell == left_out ? std::nullopt : claims(cell);
  };
  info.stride_bits = subject.stride_bits;
  info.largest_memory = subject.largest_memory;
  info.checks_arguments = subject.checks_arguments;
  info.thread_safe = false;
  info.seed = 7;
  std::vector<Unit> plan = make_plan(level_named("quick"), planned_subject(info));
  std::erase_if(plan, [&](const Unit& unit) { return unit.cell == left_out; });
  std::vector<UnitResult> results;
  std::size_t blamed = 0;
  for (const Unit& unit : plan) {
    results.push_back(run_unit(unit, subject, info.seed));
    blamed += results.back().blamed.size();
  }
  return {make_certificate(info, plan, results), blamed};
}

std::vector<std::string> deviating_rows(const Certificate& certificate) {
  std::vector<std::string> rows;
  for (const RowReport& row : certificate.rows) {
    if (row.claimed && !row.conforms()) {
      rows.push_back(spec::instruction_name(row.cell));
    }
  }
  return rows;
}

TEST(BlamedRows, OnlyRowsWhoseOwnInstructionIsWrongDeviate) {
  const auto [certificate, blamed] = certified();
  EXPECT_GT(blamed, 0U) << "no property failed";
  EXPECT_THAT(deviating_rows(certificate), testing::ElementsAre("vconv_f322f16o"));
  EXPECT_FALSE(certificate.passes());
  EXPECT_NO_THROW(check_plan_of(certificate_from_text(to_json(certificate))));
}

TEST(BlamedRows, AFaultOfAnInstructionThatIsNotJudgedIsReported) {
  const auto [certificate, blamed] = certified(kToF16ByOdd);
  EXPECT_GT(blamed, 0U);
  EXPECT_FALSE(certificate.passes());
  ASSERT_FALSE(certificate.deviations.empty());
  for (const DeviationReport& report : certificate.deviations) {
    EXPECT_EQ(report.deviation.verdict, "PROPERTY");
    EXPECT_THAT(report.deviation.claim, HasSubstr("OddThenAnyEqualsDirect"));
    EXPECT_THAT(report.deviation.in_short, HasSubstr("wrong by itself: vconv_f322f16o"));
  }
}

// A run of two instructions in which the second is blamed for the first one's property.
struct TwoInstructions {
  std::vector<Unit> plan = {{0, kToS32, Cases::kGenerated, 1, 0},
                            {3, kToS32, Cases::kGenerated, 1, 0},
                            {0, kToF16ByOdd, Cases::kGenerated, 1, 0}};
  std::vector<UnitResult> results = std::vector<UnitResult>(3);

  explicit TwoInstructions(const std::string& verdict) {
    Deviation wrong = deviation("", 1);
    wrong.claim = claim_name(plan[2]);
    wrong.verdict = verdict;
    Deviation contradiction = wrong;
    contradiction.claim = claim_name(plan[1]);
    results[1].blamed = {{kToF16ByOdd, wrong, contradiction}};
  }
};

TEST(BlamedRows, TheBlamedRowDeviatesEvenIfItsOwnCasesPassed) {
  TwoInstructions run("MISMATCH");
  settle_blame(run.plan, run.results);
  EXPECT_THAT(run.results[1].deviations, IsEmpty());
  ASSERT_EQ(run.results[2].deviations.size(), 1U);
  EXPECT_EQ(run.results[2].deviations.front().claim, claim_name(run.plan[2]));
  settle_blame(run.plan, run.results);
  EXPECT_EQ(run.results[2].deviations.size(), 1U);
}

TEST(BlamedRows, ATimeOutThatDidNotRecurStaysWhereItWasSeen) {
  TwoInstructions run("TIMEOUT");
  settle_blame(run.plan, run.results);
  ASSERT_EQ(run.results[1].deviations.size(), 1U);
  EXPECT_EQ(run.results[1].deviations.front().claim, claim_name(run.plan[1]));
  EXPECT_THAT(run.results[2].deviations, IsEmpty());
}

// A run of two instructions: in each of their programs' units the other one wrote 2 of 10 elements.
json two_rows() {
  RunInfo info = certificate_with({}).info;
  info.claims = [](const spec::Cell& cell) {
    return cell == kToS32 || cell == kToF16ByOdd ? std::optional(spec::kAllFeatures) : std::nullopt;
  };
  const Subject subject = planned_subject(info);
  const std::vector<Unit> plan = make_plan(level_named("quick"), subject);
  std::vector<UnitResult> results(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    results[i].cases = planned_cases(plan[i], subject);
    results[i].elements = 10;
    results[i].others = programs_elsewhere({plan[i]}, subject, info.seed);
    for (Share& share : results[i].others) {
      share.elements = 2;
    }
  }
  return json::parse(to_json(make_certificate(info, plan, results)));
}

json& row_of(json& document, const std::string& instruction) {
  const auto found = std::ranges::find_if(
      document["rows"], [&](const json& row) { return row["instruction"] == instruction; });
  return *found;
}

TEST(SharedPrograms, CountInTheRowOfEachStep) {
  json document = two_rows();
  EXPECT_EQ(problem_of_verifying(document.dump()), "");
  std::size_t units = 0;
  for (const json& unit : document["units"]) {
    units += unit["claim"].get<std::string>().ends_with("/f322f16_o") ? 1 : 0;
  }
  const json& row = row_of(document, "vconv_f322f16o");
  EXPECT_EQ(row["elements"], units * 10);
  EXPECT_EQ(row["elements_elsewhere"], 2);
  EXPECT_GT(row["programs_elsewhere"], 5);
  EXPECT_LT(row["programs_elsewhere"], level_named("quick").programs);
}

TEST(SharedPrograms, AreThoseOfThePlan) {
  for (const int by : {1, -1}) {
    json document = two_rows();
    json& programs = row_of(document, "vconv_f322s32r")["programs_elsewhere"];
    programs = programs.get<int>() + by;
    EXPECT_THAT(problem_of_verifying(sealed(document)),
                HasSubstr("'vconv_f322s32r' has a step in " + programs.dump() + " programs"));
  }
  json document = two_rows();
  ASSERT_FALSE(document["units"][0].contains("elements_of_others"));
  document["units"][0]["elements_of_others"] = 1;
  EXPECT_THAT(problem_of_verifying(sealed(document)), HasSubstr("than of its programs"));
  document = two_rows();
  row_of(document, "vconv_f322s32r")["elements_elsewhere"] = 3;
  EXPECT_THAT(problem_of_verifying(sealed(document)), HasSubstr("the row of 'vconv_f322s32r'"));
}

TEST(SharedPrograms, AreNotRecordedInOlderFiles) {
  json document = two_rows();
  for (json& row : document["rows"]) {
    row.erase("programs_elsewhere");
    row.erase("elements_elsewhere");
  }
  for (json& unit : document["units"]) {
    unit.erase("elements_of_others");
  }
  EXPECT_EQ(problem_of_verifying(sealed(document)), "");
}

// Both instructions time out, and a property of the first is left unchecked for that.
TEST(BlamedRows, APropertyThatAnotherInstructionBrokeIsMarkedAndVerifies) {
  const Certificate stub = certificate_with({});
  std::vector<Unit> plan;
  std::vector<UnitResult> results;
  for (const UnitReport& unit : stub.units) {
    plan.push_back(unit.unit);
    results.push_back({});
    results.back().cases = unit.cases;
    results.back().elements = unit.elements;
  }
  const std::size_t at = 3;
  ASSERT_FALSE(properties()[plan[at].property].asks_oracle);
  results[at].cases = 1;
  results[at].elements = 0;
  results[at].hung_elsewhere = true;
  const auto document = [&] { return to_json(make_certificate(stub.info, plan, results)); };
  const auto verifies = [&] {
    EXPECT_THAT(document(), HasSubstr("broken elsewhere"));
    try {
      check_plan_of(certificate_from_text(document()));
      return true;
    } catch (const spec::InputError&) {
      return false;
    }
  };
  EXPECT_FALSE(verifies());
  // Something else of the same instruction.
  results.front().deviations = {deviation("ctrl.48", 1)};
  EXPECT_FALSE(verifies());
  // The property itself, of an instruction that this run does not judge.
  results.front().deviations.clear();
  results[at].deviations = {deviation("", 1)};
  results[at].deviations.front().claim = claim_name(plan[at]);
  EXPECT_TRUE(verifies());
}

}  // namespace
}  // namespace vconform::suites
