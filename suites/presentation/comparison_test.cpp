#include "suites/presentation/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/presentation/badge.h"
#include "suites/presentation/markdown.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

CertificateRecord record_of(const std::string& name, const std::vector<Deviation>& broken) {
  Certificate certificate = certificate_with(broken);
  certificate.info.backend_name = name;
  return certificate_from_text(to_json(certificate));
}

Comparison of_three() {
  return compared({{"a.json", record_of("a", {})},
                   {"b.json", record_of("b", {deviation("ctrl.48", 1)})},
                   {"c.json", record_of("c", {})}});
}

const Comparison::Row& row_of(const Comparison& comparison) {
  return *std::ranges::find(comparison.rows, "vconv_f322s32r", &Comparison::Row::instruction);
}

TEST(Comparison, NamesTheOneThatDiffersFromAllOthers) {
  EXPECT_EQ(only_one(std::vector{1, 2, 1}), 1u);
  EXPECT_EQ(only_one(std::vector{3, 1, 1}), 0u);
  EXPECT_EQ(only_one(std::vector{1, 1, 1, 4}), 3u);
  EXPECT_EQ(only_one(std::vector{1, 1, 1}), std::nullopt);
  EXPECT_EQ(only_one(std::vector{1, 2, 3}), std::nullopt);
  // Neither of two is the one.
  EXPECT_EQ(only_one(std::vector{1, 2}), std::nullopt);
}

TEST(Comparison, RefusesCertificatesOfOtherRules) {
  CertificateRecord older = record_of("b", {});
  --older.spec_version;
  try {
    compared({{"a.json", record_of("a", {})}, {"b.json", older}});
    FAIL() << "accepted";
  } catch (const spec::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("certify both with one vconform"));
  }
}

TEST(Comparison, HasEachRowAndEachBrokenRule) {
  const Comparison comparison = of_three();
  EXPECT_EQ(comparison.rows.size(), kRequired);
  EXPECT_THAT(
      row_of(comparison).standings,
      ElementsAre(RowStanding::kConforming, RowStanding::kDeviating, RowStanding::kConforming));
  ASSERT_EQ(comparison.rules.size(), 1u);
  EXPECT_EQ(comparison.rules[0].rule, "ctrl.48");
  EXPECT_THAT(comparison.rules[0].rows, ElementsAre(0u, 1u, 0u));
  EXPECT_TRUE(comparison.readings.empty());
  EXPECT_EQ(to_json(comparison).at("rules")[0].at("only"), 1);
}

TEST(Comparison, ARowOfAFamilyThatWasNotRunHasNoStanding) {
  CertificateRecord other = record_of("b", {});
  other.families.clear();
  other.rows.clear();
  const Comparison comparison = compared({{"a.json", record_of("a", {})}, {"b.json", other}});
  EXPECT_THAT(row_of(comparison).standings, ElementsAre(RowStanding::kConforming, std::nullopt));
  const std::string text = markdown_of(comparison);
  EXPECT_THAT(text, HasSubstr("### Run in one only\n\n"));
  EXPECT_THAT(text, HasSubstr("`vconv_f322s32r`: not run, was conforms"));
  EXPECT_THAT(text, Not(HasSubstr("### Worse")));
}

TEST(Comparison, ARowThatARunOfItsFamilyDoesNotHaveIsNotClaimed) {
  CertificateRecord less = record_of("b", {});
  std::erase_if(less.rows,
                [](const RowRecord& row) { return row.instruction == "vconv_f322s32r"; });
  const Comparison comparison = compared({{"a.json", record_of("a", {})}, {"b.json", less}});
  EXPECT_THAT(row_of(comparison).standings,
              ElementsAre(RowStanding::kConforming, RowStanding::kNotClaimed));
  EXPECT_THAT(markdown_of(comparison), HasSubstr("### Worse\n\n- `vconv_f322s32r`: not claimed"));
}

TEST(Comparison, TellsTwoOfTheSameNameApartByTheirFiles) {
  const Comparison comparison =
      compared({{"old.json", record_of("a", {})}, {"new.json", record_of("a", {})}});
  EXPECT_THAT(comparison.implementations[0].label, HasSubstr("(old.json)"));
  EXPECT_THAT(comparison.implementations[1].label, HasSubstr("(new.json)"));
  EXPECT_THAT(markdown_of(comparison), HasSubstr("Every row stands alike."));
}

TEST(Comparison, ShowsReadingsOnlyWhereTheyDiffer) {
  CertificateRecord other = record_of("b", {});
  other.choices.front().reading = "another";
  const Comparison comparison = compared({{"a.json", record_of("a", {})}, {"b.json", other}});
  ASSERT_EQ(comparison.readings.size(), 1u);
  EXPECT_EQ(comparison.readings[0].readings[1], "another");
}

TEST(Markdown, OfTwoSaysWhatIsWorseAndWhatIsBetter) {
  const CertificateRecord right = record_of("right", {});
  const CertificateRecord wrong = record_of("wrong", {deviation("ctrl.48", 1)});
  const std::string worse = markdown_of(compared({{"1", right}, {"2", wrong}}));
  EXPECT_THAT(worse, HasSubstr("### Worse\n\n- `vconv_f322s32r`: deviates, was conforms\n"));
  EXPECT_THAT(worse, Not(HasSubstr("### Better")));
  EXPECT_THAT(markdown_of(compared({{"1", wrong}, {"2", right}})),
              HasSubstr("### Better\n\n- `vconv_f322s32r`: conforms, was deviates\n"));
}

TEST(Markdown, OfManySaysWhatOnlyOneDoes) {
  EXPECT_THAT(markdown_of(of_three()),
              HasSubstr("| `vconv_f322s32r` | conforms | deviates | conforms | b |"));
}

TEST(Markdown, OfOneHasItsVerdictAndItsDeviations) {
  const std::string text = markdown_of(record_of("a|b", {deviation("ctrl.48", 1)}));
  EXPECT_THAT(text, HasSubstr("## a\\|b: does not conform\n"));
  EXPECT_THAT(text, HasSubstr("| `vconv_f322s32r` | MISMATCH | ctrl.48 | `0x1 -> 0x2, not 0x3` |"));
  EXPECT_THAT(markdown_of(record_of("a", {})), Not(HasSubstr("### Deviations")));
  CertificateRecord missing = record_of("a", {});
  missing.counts.rows_required = 3;
  missing.required = {"vconv"};
  missing.addressing_judged = false;
  EXPECT_THAT(markdown_of(missing), HasSubstr("Required, but not claimed: 3 rows of vconv\n"));
  EXPECT_THAT(markdown_of(missing), HasSubstr("Addressing was not judged"));
}

TEST(Badge, SaysTheVerdictInBothForms) {
  const CertificateRecord wrong = record_of("a", {deviation("ctrl.48", 1)});
  const std::string message = fmt::format("does not conform, 0 of {} rows", kRequired);
  EXPECT_EQ(badge_json(wrong).at("message"), message);
  EXPECT_EQ(badge_json(wrong).at("schemaVersion"), 1);
  EXPECT_THAT(badge_svg(wrong), HasSubstr("aria-label=\"vconform: " + message + "\""));
  EXPECT_NE(badge_json(wrong).at("color"), badge_json(record_of("a", {})).at("color"));
}

}  // namespace
}  // namespace vconform::suites
