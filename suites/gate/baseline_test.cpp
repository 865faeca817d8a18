#include "suites/gate/baseline.h"
#include "suites/report/certificate_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/gate/apply_waivers.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

CertificateRecord record_of(const Certificate& certificate) {
  return certificate_from_text(to_json(certificate));
}

CertificateRecord record_with(const std::vector<Deviation>& broken) {
  return record_of(certificate_with(broken));
}

CertificateRecord waived(const std::vector<Deviation>& broken) {
  Certificate certificate = certificate_with(broken);
  apply_waivers(certificate, {{"*", "ctrl.48", {"MISMATCH *"}, "known", ""}});
  return record_of(certificate);
}

RowRecord& claimed_row(CertificateRecord& record) {
  for (RowRecord& row : record.rows) {
    if (row.claimed) {
      return row;
    }
  }
  return record.rows.front();
}

// Expects that only the check of this name fails, with these lines.
void expect_worse(const CertificateRecord& before, const CertificateRecord& now,
                  const std::string& name,
                  const testing::Matcher<std::vector<std::string>>& worse) {
  for (const GateCheck& check : compared(before, now, "out")) {
    if (check.name == name) {
      EXPECT_THAT(check.worse, worse);
    } else {
      EXPECT_THAT(check.worse, IsEmpty()) << check.name;
    }
  }
}

std::vector<std::string> notes(const CertificateRecord& before, const CertificateRecord& now) {
  return compared(before, now, "out").back().notes;
}

TEST(Baseline, EqualRunsPass) {
  for (const GateCheck& check : compared(record_with({}), record_with({}), "out")) {
    EXPECT_THAT(check.worse, IsEmpty()) << check.name;
    EXPECT_THAT(check.notes, IsEmpty()) << check.name;
  }
}

TEST(Baseline, ANewDeviationNamesRowRuleAndCase) {
  expect_worse(record_with({}), record_with({deviation("ctrl.48", 1)}), "deviations",
               ElementsAre("newly deviates: vconv_f322s32r under ctrl.48: MISMATCH "
                           "Vconv.MatchesOracle/f322s32_r: 0x1 -> 0x2, not 0x3   "
                           "out/failures/vconv_f322s32r-MatchesOracle-ctrl.48-9.case"));
}

TEST(Baseline, WhatDeviatedMayDeviateButNotOtherwise) {
  const CertificateRecord before = record_with({deviation("ctrl.48", 1)});
  expect_worse(before, before, "deviations", IsEmpty());
  Deviation one_more_value = deviation("ctrl.48", 1);
  one_more_value.fingerprint = 7;
  expect_worse(before, record_with({one_more_value}), "deviations",
               ElementsAre(HasSubstr("deviates otherwise")));
  // Another seed has other cases, and with them another fingerprint.
  CertificateRecord other_seed = record_with({one_more_value});
  other_seed.seed = 10;
  expect_worse(before, other_seed, "deviations", IsEmpty());
}

TEST(Baseline, AnotherVerdictIsAnotherDeviation) {
  Deviation crash = deviation("ctrl.48", 1);
  crash.verdict = "CRASH";
  expect_worse(record_with({deviation("ctrl.48", 1)}), record_with({crash}), "deviations",
               ElementsAre(HasSubstr("newly deviates: vconv_f322s32r under ctrl.48: CRASH")));
}

TEST(Baseline, WhatConformsNewlyIsSaid) {
  EXPECT_THAT(notes(record_with({deviation("ctrl.48", 1)}), record_with({})),
              ElementsAre(HasSubstr("newly conforms: vconv_f322s32r under ctrl.48")));
}

TEST(Baseline, ANewDeviationMayBeWaivedAndAWaiverMustStay) {
  const std::vector<Deviation> broken = {deviation("ctrl.48", 1)};
  expect_worse(record_with({}), waived(broken), "deviations", IsEmpty());
  EXPECT_THAT(notes(record_with({}), waived(broken)), ElementsAre(HasSubstr("waived")));
  expect_worse(waived(broken), record_with(broken), "deviations",
               ElementsAre(HasSubstr("no longer waived")));
}

TEST(Baseline, MoreCasesThatAreNotListedAreWorse) {
  CertificateRecord now = record_with({deviation("ctrl.48", 1)});
  claimed_row(now).further_failing_cases = 2;
  expect_worse(record_with({deviation("ctrl.48", 1)}), now, "deviations",
               ElementsAre(HasSubstr("2 cases fail in ways that are not listed, 0 before")));
}

TEST(Baseline, FewerCasesAndElementsAreWorse) {
  CertificateRecord now = record_with({});
  --claimed_row(now).cases;
  expect_worse(record_with({}), now, "cases", ElementsAre(HasSubstr("cases before")));
  now = record_with({});
  --claimed_row(now).elements;
  expect_worse(record_with({}), now, "cases", ElementsAre(HasSubstr("elements before")));
  now.seed = 10;
  expect_worse(record_with({}), now, "cases", IsEmpty());
  claimed_row(now).elements = 0;
  expect_worse(record_with({}), now, "cases", ElementsAre(HasSubstr("nothing of it was judged")));
  // More cases than before are no fault.
  expect_worse(now, record_with({}), "cases", IsEmpty());
}

TEST(Baseline, ElementsOfProgramsElsewhereAndOfOlderFilesDoNotCompare) {
  CertificateRecord before = record_with({});
  claimed_row(before).elements += 5;
  claimed_row(before).elements_elsewhere = 5;
  expect_worse(before, record_with({}), "cases", IsEmpty());
  claimed_row(before).elements_elsewhere = 0;
  expect_worse(before, record_with({}), "cases", ElementsAre(HasSubstr("elements before")));
  claimed_row(before).programs_elsewhere.reset();
  expect_worse(before, record_with({}), "cases", IsEmpty());
}

TEST(Baseline, FewerRowsAndFeaturesAreWorse) {
  CertificateRecord now = record_with({});
  claimed_row(now).claimed = false;
  expect_worse(record_with({}), now, "claims", ElementsAre("vconv_f322s32r is no longer claimed"));
  now = record_with({});
  now.rows.clear();
  expect_worse(record_with({}), now, "claims", ElementsAre(HasSubstr("no longer among")));
  now = record_with({});
  claimed_row(now).features.pop_back();
  expect_worse(record_with({}), now, "claims", ElementsAre(HasSubstr("vconv_f322s32r feature")));
  now = record_with({});
  claimed_row(now).lowered = true;
  expect_worse(record_with({}), now, "claims", ElementsAre(HasSubstr("no longer by itself")));
  now = record_with({});
  claimed_row(now).laid_out = true;
  expect_worse(record_with({}), now, "claims", ElementsAre(HasSubstr("laid out by the suite")));
  now = record_with({});
  now.addressing_judged = false;
  expect_worse(record_with({}), now, "claims", ElementsAre(HasSubstr("addressing")));
  CertificateRecord before = record_with({});
  before.checks_arguments = true;
  before.required = {"vconv"};
  expect_worse(before, record_with({}), "claims",
               ElementsAre(HasSubstr("checks arguments"), HasSubstr("required family: vconv")));
}

TEST(Baseline, NarrowerStridesAndUnsafeThreadsAreWorseWhereBothAreRecorded) {
  CertificateRecord before = record_with({});
  before.plan->stride_bits = 12;
  before.plan->thread_safe = true;
  expect_worse(before, record_with({}), "claims",
               ElementsAre(HasSubstr("safe for threads"), HasSubstr("8 bits are honoured, 12")));
  before.plan.reset();
  for (const GateCheck& check : compared(before, record_with({}), "out")) {
    EXPECT_THAT(check.worse, testing::IsEmpty()) << check.name;
  }
}

TEST(Baseline, ATableThatExcludesMoreIsWorse) {
  CertificateRecord before = record_with({});
  before.operations.emplace_back().row = {
      "rows", spec::NumberType::kF32, {{.to = spec::NumberType::kF16}}, 0, 0};
  CertificateRecord now = before;
  now.operations.front().limits.unaligned = false;
  expect_worse(before, now, "claims", ElementsAre(HasSubstr("never unaligned")));
  expect_worse(now, before, "claims", IsEmpty());
}

TEST(Baseline, FewerRulesAreWorse) {
  CertificateRecord before = record_with({});
  before.rules.front().cited = true;
  expect_worse(before, record_with({}), "rules",
               ElementsAre(HasSubstr(before.rules.front().rule + " decided something before")));
}

TEST(Baseline, OtherRulesAndReadingsAreWorse) {
  CertificateRecord now = record_with({});
  ++now.spec_version;
  expect_worse(record_with({}), now, "spec_version", ElementsAre(HasSubstr("certify again")));
  now = record_with({});
  for (ChoiceRecord& choice : now.choices) {
    if (choice.rule == "subnormal.results") {
      choice.reading = "flushed";
    }
  }
  expect_worse(record_with({}), now, "choices",
               ElementsAre("subnormal.results: gradual before, flushed now"));
}

TEST(Baseline, ShowsWhichTextsOfAWaiverMatchedThen) {
  const Waiver waiver{"vconv_f32*", "ctrl.48", {"MISMATCH *", "CRASH *"}, "known", ""};
  EXPECT_THAT(seen_before(record_with({deviation("ctrl.48", 1)}), waiver),
              ElementsAre("MISMATCH *"));
  EXPECT_THAT(seen_before(record_with({deviation("round.floor", 1)}), waiver), IsEmpty());
}

}  // namespace
}  // namespace vconform::suites
