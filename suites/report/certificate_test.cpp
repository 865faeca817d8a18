#include "suites/report/certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "suites/plan/forgiven.h"
#include "suites/report/stub_certificate.h"
#include "suites/summary/summary.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

TEST(Certificate, ConformsWhenEveryClaimedRowDoes) {
  const Certificate certificate = certificate_with({});
  EXPECT_TRUE(certificate.passes());
  EXPECT_EQ(certificate.rows_claimed(), 1u);
  EXPECT_EQ(headline(certificate.standing()), headline_of(1));
}

TEST(Certificate, DoesNotConformWithADeviation) {
  const Certificate certificate = certificate_with({deviation("round.floor", 1)});
  EXPECT_FALSE(certificate.passes());
  EXPECT_EQ(headline(certificate.standing()), headline_of(0));
}

TEST(Certificate, DoesNotConformWhenNothingWasJudged) {
  EXPECT_FALSE(certificate_with({}, 0).passes());
}

TEST(Certificate, TheSameDeviationOfSeveralUnitsIsOne) {
  const Certificate certificate = certificate_with(
      {deviation("round.floor", 2), deviation("round.floor", 3), deviation("ctrl.48", 1)});
  ASSERT_EQ(certificate.deviations.size(), 2u);
  EXPECT_EQ(certificate.deviations.front().deviation.count, 5u);
  EXPECT_NE(certificate.deviations[0].file, certificate.deviations[1].file);
}

TEST(Certificate, JsonHasWhatTheSchemaSays) {
  const auto json = nlohmann::json::parse(to_json(certificate_with({deviation("ctrl.48", 1)})));
  EXPECT_EQ(json.at("format"), "vconform-certificate");
  EXPECT_EQ(json.at("verdict"), "does not conform");
  EXPECT_EQ(json.at("counts").at("rows"), kRequired);
  EXPECT_EQ(json.at("counts").at("rows_claimed"), 1);
  EXPECT_EQ(json.at("rows").size(), kRequired);
  EXPECT_EQ(json.at("choices").at("subnormal.results").at("reading"), "gradual");
  EXPECT_TRUE(json.at("choices").at("overflow.odd").at("reading").is_null());
  std::uint64_t cases = 0;
  for (const auto& row : json.at("rows")) {
    cases += row.at("cases").get<std::uint64_t>();
  }
  EXPECT_EQ(json.at("counts").at("cases"), cases);
  const auto& first = json.at("deviations").at(0);
  EXPECT_EQ(first.at("rule"), "ctrl.48");
  EXPECT_EQ(first.at("file"), "failures/vconv_f322s32r-MatchesOracle-ctrl.48-9.case");
  bool broken = false;
  for (const auto& rule : json.at("rules")) {
    broken = broken || (rule.at("rule") == "ctrl.48" && rule.at("broken") == true);
  }
  EXPECT_TRUE(broken);
}

TEST(Certificate, ARowWithFailingCasesThatAreNotListedDoesNotConform) {
  RowReport row;
  row.claimed = true;
  row.elements = 1;
  EXPECT_TRUE(row.conforms());
  row.further_failing_cases = 1;
  EXPECT_FALSE(row.conforms());
}

// 132 rows of DataCopy on A2, 163 on the inference AI Core, 229 in all.
TEST(Certificate, RequiresTheRowsOfTheProfilesProduct) {
  RunInfo info = certificate_with({}).info;
  info.families = {spec::Family::kVconv, spec::Family::kDataCopy};
  info.required = {spec::Family::kDataCopy};
  const std::vector<Unit> plan = make_plan(level_named("quick"), with_one_cell());
  const auto required = [&](const std::string& profile) {
    info.choices.profile = profile;
    const std::vector<UnitResult> results(plan.size());
    return make_certificate(info, plan, results).rows_required();
  };
  EXPECT_EQ(required("a2"), 132u);
  EXPECT_EQ(required("m200"), 163u);
  EXPECT_EQ(required("probed"), 229u);
}

TEST(Certificate, EqualRunsGiveEqualBytes) {
  EXPECT_EQ(to_json(certificate_with({deviation("ctrl.48", 1)})),
            to_json(certificate_with({deviation("ctrl.48", 1)})));
}

// Twice as many texts of the first row as there is room for, and one deviation of the second row.
TEST(Certificate, JsonHasTheTextsOfTheFirstDeviationOfEachRow) {
  constexpr std::size_t kTextBytes = 8000;
  constexpr std::size_t kOfFirstRow = 2 * kMostShown / kTextBytes;
  Certificate certificate = certificate_with({deviation("ctrl.48", 1)});
  DeviationReport report = certificate.deviations.front();
  report.deviation.details = std::string(kTextBytes, 'x');
  certificate.deviations.assign(kOfFirstRow + 1, report);
  for (RowReport& row : certificate.rows) {
    row.deviations.clear();
  }
  for (std::size_t i = 0; i < kOfFirstRow; ++i) {
    certificate.rows[0].deviations.push_back(i);
  }
  certificate.rows[1].deviations = {kOfFirstRow};
  const json deviations = json::parse(to_json(certificate)).at("deviations");
  ASSERT_EQ(deviations.size(), kOfFirstRow + 1);
  const auto has_texts = [&](std::size_t i) {
    return !deviations[i].at("details").is_null() && !deviations[i].at("case").is_null();
  };
  EXPECT_TRUE(has_texts(0));
  EXPECT_TRUE(has_texts(1));
  EXPECT_TRUE(has_texts(kOfFirstRow));
  EXPECT_FALSE(has_texts(kOfFirstRow - 1));
  std::size_t bytes = 0;
  for (const json& one : deviations) {
    bytes += one.at("details").is_null() ? 0 : kTextBytes;
  }
  EXPECT_GT(bytes, kMostShown / 2);
  EXPECT_LE(bytes, kMostShown);
}

TEST(Summary, ADepartureIsListedFirstHoweverMuchElseDeviates) {
  Deviation departs = deviation("deq.offset-sign", 1);
  departs.verdict = "DEPARTS";
  Deviation crash = deviation("", 9);
  crash.verdict = "CRASH";
  const std::string text =
      summary(certificate_with({deviation("ctrl.48", 9), crash, departs}), "out");
  const std::size_t at = text.find("DEPARTS");
  ASSERT_NE(at, std::string::npos);
  EXPECT_LT(at, text.find("CRASH"));
  EXPECT_LT(at, text.find("MISMATCH"));
}

TEST(Summary, NamesRulesInstructionsAndTheHeadline) {
  const std::string text = summary(certificate_with({deviation("ctrl.48", 1)}), "out");
  EXPECT_NE(text.find("MISMATCH  Vconv.MatchesOracle/f322s32_r   rule ctrl.48"), std::string::npos);
  const std::filesystem::path file = "out/failures/vconv_f322s32r-MatchesOracle-ctrl.48-9.case";
  EXPECT_NE(text.find(" replay " + std::filesystem::absolute(file).string()), std::string::npos);
  EXPECT_NE(text.find(headline_of(0)), std::string::npos);
}

TEST(Summary, SaysHowFarStridesWereTried) {
  Certificate certificate = certificate_with({});
  certificate.info.stride_bits = 9;
  EXPECT_THAT(summary(certificate, "out"), HasSubstr("strides of vconv were tried up to 511: "));
  certificate.info.stride_bits = 12;
  EXPECT_THAT(summary(certificate, "out"), testing::Not(HasSubstr("strides of vconv")));
}

TEST(Summary, HasTheDiagnosisBeforeMismatchesAndTheseBeforeInconsistencies) {
  Deviation inconsistent = deviation("ctrl.48", 1);
  inconsistent.verdict = "INCONSISTENT";
  Certificate certificate = certificate_with({inconsistent, deviation("round.floor", 1)});
  Diagnosis diagnosis;
  diagnosis.cell = kToS32;
  diagnosis.unexplained = 1;
  certificate.diagnoses = {diagnosis};
  const std::string text = summary(certificate, "out");
  std::size_t last = 0;
  for (const char* part :
       {"deviate,", "\nDiagnosis\n", "\nMISMATCH", "\nINCONSISTENT", "\nDeviations by rule\n"}) {
    const std::size_t at = text.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    EXPECT_GT(at, last) << part;
    last = at;
  }
}

// A crash of one instruction shows in every property.
TEST(Summary, PropertiesThatSayTheSameOfTheSameInstructionsShareALine) {
  const auto crash_in = [](const std::string& property, const std::string& what) {
    Deviation crash = deviation("", 1);
    crash.verdict = "CRASH";
    crash.claim = property + "/f322s32_r";
    crash.in_short = what;
    return crash;
  };
  const Deviation first = crash_in("Vconv.MatchesOracle", "signal 11");
  EXPECT_THAT(
      summary(certificate_with({first, crash_in("Vconv.NothingElseWritten", "signal 11")}), "out"),
      testing::AllOf(HasSubstr("\n  Vconv.MatchesOracle and 1 more"),
                     testing::Not(HasSubstr("\n  Vconv.NothingElseWritten"))));
  EXPECT_THAT(
      summary(certificate_with({first, crash_in("Vconv.NothingElseWritten", "signal 6")}), "out"),
      testing::AllOf(HasSubstr("\n  Vconv.MatchesOracle   "),
                     HasSubstr("\n  Vconv.NothingElseWritten")));
  EXPECT_THAT(
      summary(certificate_with({deviation("ctrl.48", 1), deviation("round.floor", 1)}), "out"),
      testing::AllOf(HasSubstr("\n  ctrl.48   "), HasSubstr("\n  round.floor   ")));
}

TEST(Summary, SaysHowManyCasesFailInWaysThatAreNotListed) {
  Certificate certificate = certificate_with({deviation("ctrl.48", 1)});
  EXPECT_THAT(summary(certificate, "out"), testing::Not(HasSubstr("not listed")));
  for (RowReport& row : certificate.rows) {
    row.further_failing_cases = row.claimed ? 1234 : 0;
  }
  EXPECT_THAT(summary(certificate, "out"),
              HasSubstr("1,234 more cases fail in ways that are not listed   in f322s32 r\n"));
  for (RowReport& row : certificate.rows) {
    row.further_failing_cases = row.claimed ? 1 : 0;
  }
  EXPECT_THAT(summary(certificate, "out"),
              HasSubstr("\n  1 more case fails in ways that are not listed   in f322s32 r\n"));
}

TEST(Summary, TheTableEndsWithTheHeadlineAndTheReadingsThatNoPageStates) {
  Certificate certificate = certificate_with({deviation("ctrl.48", 1)});
  const spec::Choice open = spec::choice("subnormal.results", "gradual");
  certificate.info.choices.inferred.pin(open);
  certificate.run.restarts = 2;
  const std::string text = deviation_table(certificate);
  const std::size_t at = text.find("| `ctrl.48` |");
  ASSERT_NE(at, std::string::npos);
  EXPECT_NE(text.find("stub " + headline_of(0) + ": 1 deviate", at), std::string::npos) << text;
  EXPECT_NE(text.find("it follows: subnormal.results=gradual", at), std::string::npos) << text;
}

TEST(Summary, SaysIncidentsIfThereWereAny) {
  Certificate certificate = certificate_with({});
  EXPECT_EQ(summary(certificate, "out").find("not confirmed"), std::string::npos);
  certificate.run.unconfirmed_timeouts = 2;
  EXPECT_NE(summary(certificate, "out").find("time-outs that were not confirmed: 2,"),
            std::string::npos);
}

// The number of deviations of a run with so many forgiven incidents while it was probed, and while
// its last unit ran.
std::size_t deviations_with(std::uint64_t probing, std::uint64_t judging) {
  const std::vector<Unit> plan = make_plan(level_named("quick"), with_one_cell());
  std::vector<UnitResult> results(plan.size());
  results.back().incidents.unconfirmed_timeouts = judging;
  count_forgiven(plan, {.unconfirmed_timeouts = probing}, results);
  std::size_t deviations = 0;
  for (const UnitResult& result : results) {
    deviations += result.deviations.size();
  }
  return deviations;
}

TEST(Incidents, OfProbingCountWithinTheLimitOfTheRun) {
  EXPECT_EQ(deviations_with(2, 1), 0u);
  EXPECT_EQ(deviations_with(0, 4), 1u);
  EXPECT_EQ(deviations_with(2, 2), 2u);
  EXPECT_EQ(deviations_with(4, 0), 1u);
}

TEST(Incidents, MoreThanAreForgivenEndNoUnit) {
  const std::vector<Unit> plan = make_plan(level_named("quick"), with_one_cell());
  std::vector<UnitResult> results(plan.size());
  results.front().incidents.unconfirmed_timeouts = 4;
  count_forgiven(plan, {}, results);
  Certificate certificate = certificate_with(results.front().deviations);
  certificate.run.unconfirmed_timeouts = 4;
  EXPECT_EQ(problem_of_verifying(to_json(certificate)), "");
  EXPECT_EQ(verdict(certificate.standing()), "does not conform");
}

TEST(Incidents, MoreThanAreForgivenContradictACertificateThatConforms) {
  const auto verified = [](std::uint64_t timeouts, std::uint64_t kills) {
    Certificate certificate = certificate_with({});
    certificate.run.unconfirmed_timeouts = timeouts;
    certificate.run.outside_kills = kills;
    return problem_of_verifying(to_json(certificate));
  };
  EXPECT_EQ(verified(3, 0), "");
  EXPECT_NE(verified(4, 0).find("4 time-outs that were not confirmed"), std::string::npos);
  EXPECT_NE(verified(1, 3).find("3 kills from outside"), std::string::npos);
  EXPECT_NE(verified(~std::uint64_t{0}, 4), "");
  Certificate deviating = certificate_with({deviation("ctrl.48", 1)});
  deviating.run.unconfirmed_timeouts = 4;
  EXPECT_EQ(problem_of_verifying(to_json(deviating)), "");
}

}  // namespace
}  // namespace vconform::suites
