#include "suites/presentation/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "suites/presentation/page_data.h"
#include "suites/presentation/row_standing.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;
using testing::Not;

// 0.5 under r is 0, and 1 was found.
Certificate wrong_at_a_tie() {
  Deviation wrong = deviation("round.nearest-ties-to-even", 3);
  spec::Vconv step;
  step.cell = kToS32;
  wrong.smallest.steps = {spec::SetCtrl{}, step};
  wrong.element = oracle::WrongElement{.step = 1,
                                       .source_type = spec::NumberType::kF32,
                                       .source = oracle::ElementInput{0x3f000000},
                                       .type = spec::NumberType::kS32,
                                       .got = 1,
                                       .expected = {0}};
  wrong.details = "  element  it is wrong\n";
  return certificate_with({wrong});
}

json data_of(const Certificate& certificate) {
  const std::string text = to_json(certificate);
  return page_data(json::parse(text), certificate_from_text(text));
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Page, NeedsNothingBesideItself) {
  const std::string page = report_page_of(to_json(wrong_at_a_tie()));
  for (const char* fetched : {"http:", "https:", "url(", "@import", "<link", "<img"}) {
    EXPECT_THAT(page, Not(HasSubstr(fetched)));
  }
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

// Neither a name nor a message of a backend ends the data, or is taken for a mark.
TEST(Page, TakesNoTextOfABackendForMarkup) {
  Certificate certificate = wrong_at_a_tie();
  certificate.info.backend_name = "</script><script>alert(1)</script>{{script}}";
  const std::string page = report_page_of(to_json(certificate));
  EXPECT_EQ(count_of(page, "</script>"), 2u);
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003cscript>alert(1)"));
  EXPECT_THAT(page, HasSubstr("{{script}}"));
}

// Bad input would be somebody else's fault.
TEST(Page, ACertificateOfOursThatContradictsItselfIsNoBadInput) {
  Certificate certificate = wrong_at_a_tie();
  RowReport& unclaimed = certificate.rows.front();
  ASSERT_FALSE(unclaimed.claimed);
  unclaimed.elements = 1;
  EXPECT_THROW(report_page_of(to_json(certificate)), std::logic_error);
}

TEST(PageData, HasTheStandingAndTheSectionOfEachRow) {
  const json data = data_of(wrong_at_a_tie());
  EXPECT_FALSE(data.at("passes").get<bool>());
  ASSERT_EQ(data.at("rows").size(), kRequired);
  bool is_there = false;
  for (std::size_t i = 0; i < kRequired; ++i) {
    const bool is_wrong =
        data.at("certificate").at("rows")[i].at("instruction") == "vconv_f322s32r";
    is_there = is_there || is_wrong;
    EXPECT_EQ(data.at("rows")[i].at("standing"), is_wrong ? "deviates" : "not claimed");
    EXPECT_FALSE(data.at("rows")[i].at("section").get<std::string>().empty());
  }
  EXPECT_TRUE(is_there);
}

// A row that waivers excuse in all that was found, but that was not judged whole, does not depart.
TEST(PageData, ARowDepartsOnlyByADeviationThatSaysSo) {
  RowRecord row;
  row.claimed = true;
  row.deviations = {0, 1};
  DeviationRecord waived;
  waived.waived_by = 0;
  DeviationRecord departing;
  departing.verdict = "DEPARTS";
  DeviationRecord wrong;
  wrong.verdict = "MISMATCH";
  EXPECT_EQ(standing_of(row, {waived, waived}), RowStanding::kNotJudged);
  EXPECT_EQ(standing_of(row, {waived, departing}), RowStanding::kDeparting);
  EXPECT_EQ(standing_of(row, {departing, wrong}), RowStanding::kDeviating);
  row.further_failing_cases = 1;
  EXPECT_EQ(standing_of(row, {waived, departing}), RowStanding::kDeviating);
}

TEST(PageData, HasTheRuleOfARowAndTheWholeSeed) {
  Certificate certificate = wrong_at_a_tie();
  certificate.info.seed = ~std::uint64_t{0};
  const json data = data_of(certificate);
  EXPECT_EQ(data.at("certificate").at("seed"), "18446744073709551615");
  std::size_t rows_with_rules = 0;
  for (const json& row : data.at("rows")) {
    if (!row.at("rule").is_null()) {
      ++rows_with_rules;
      EXPECT_TRUE(data.at("rules").contains(row.at("rule").get<std::string>()));
    }
  }
  EXPECT_GT(rows_with_rules, 0U);
}

TEST(PageData, DrawsAndDerivesAWrongElement) {
  const json one = data_of(wrong_at_a_tie()).at("deviations").at(0);
  EXPECT_EQ(one.at("drawing").at("source").at("text"), "0x3f000000 = 0.5");
  const json& rounding = one.at("drawing").at("roundings").at(0);
  EXPECT_EQ(rounding.at("step"), "round");
  EXPECT_EQ(rounding.at("kept"), "0");
  EXPECT_EQ(rounding.at("guard"), "1");
  EXPECT_EQ(one.at("drawing").at("got").at("text"), "0x00000001 = 1");
  EXPECT_THAT(one.at("derivation").get<std::string>(), HasSubstr("tie between 0 and 1"));
  EXPECT_THAT(one.at("c").get<std::string>(), HasSubstr("mine(0x3f000000)"));
  EXPECT_THAT(one.at("numpy").get<std::string>(), HasSubstr("assert result == 0x00000000"));
}

TEST(PageData, HasThePagesLinesAboutARule) {
  const json rules = data_of(wrong_at_a_tie()).at("rules");
  const json& broken = rules.at("round.nearest-ties-to-even");
  EXPECT_FALSE(broken.at("statement").get<std::string>().empty());
  EXPECT_FALSE(broken.at("source").get<std::string>().empty());
  const json& open = rules.at("deq.product");
  EXPECT_FALSE(open.at("quotations").empty());
  EXPECT_FALSE(open.at("readings").empty());
}

TEST(PageData, LeavesOutWhatNobodyReads) {
  const json certificate = data_of(wrong_at_a_tie()).at("certificate");
  EXPECT_FALSE(certificate.contains("units"));
  EXPECT_TRUE(certificate.contains("digest"));
}

TEST(PageData, LeavesOutDeviationsBeyondASize) {
  json document = json::parse(to_json(wrong_at_a_tie()));
  json deviation = document["deviations"][0];
  deviation["details"] = std::string(1000, 'x');
  document["deviations"] = std::vector<json>(1000, deviation);
  document["counts"]["deviations"] = 1000;
  for (json& row : document["rows"]) {
    for (std::size_t i = 1; !row["deviations"].empty() && i < 1000; ++i) {
      row["deviations"].push_back(i);
    }
  }
  const std::string text = sealed(document);
  const json data = page_data(json::parse(text), certificate_from_text(text));
  const json& shown = data.at("certificate").at("deviations");
  const auto left_out = std::count(shown.begin(), shown.end(), json());
  EXPECT_FALSE(shown[0].is_null());
  EXPECT_GT(left_out, 0);
  EXPECT_LT(data.dump().size(), 1'000'000U);
  EXPECT_EQ(std::count(data.at("deviations").begin(), data.at("deviations").end(), json()),
            left_out);
  std::int64_t counted = 0;
  for (const json& row : data.at("rows")) {
    counted += row.at("left_out").get<std::int64_t>();
  }
  EXPECT_EQ(counted, left_out);
}

// 100 KB each, of which three do not fit: the first ones of both instructions come before a second.
TEST(PageData, LeavesOutGridsBeyondASize) {
  const std::string text = to_json(wrong_at_a_tie());
  json document = json::parse(text);
  const json axis = {{"name", "sign"}, {"places", json::array({"+"})}};
  const json grid = {{"lines", axis}, {"columns", axis}, {"cells", std::vector<int>(50'000, 1)}};
  json where = json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    where.push_back({{"instruction", document["rows"][i]["instruction"]},
                     {"grids", json::array({grid, grid})}});
  }
  document["diagnosis"]["where"] = where;
  const json data = page_data(document, certificate_from_text(text));
  const json& shown = data.at("certificate").at("diagnosis").at("where");
  ASSERT_EQ(shown.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(shown[i].at("grids").size(), 1U);
    EXPECT_EQ(data.at("rows")[i].at("grids_left_out"), 1);
  }
  EXPECT_EQ(data.at("rows")[2].at("grids_left_out"), 0);
}

// A certificate without what later programs record of deviations.
TEST(PageData, TakesAnOlderCertificate) {
  json document = json::parse(to_json(wrong_at_a_tie()));
  for (json& one : document["deviations"]) {
    for (const char* part : {"element", "details", "case"}) {
      one.erase(part);
    }
  }
  document.erase("diagnosis");
  const std::string text = sealed(document);
  EXPECT_TRUE(
      page_data(json::parse(text), certificate_from_text(text)).at("deviations")[0].empty());
}

}  // namespace
}  // namespace vconform::suites
