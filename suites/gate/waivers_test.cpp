#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "spec/case/version.h"
#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/gate/apply_waivers.h"
#include "suites/gate/observed.h"
#include "suites/gate/recorded_waivers.h"
#include "suites/gate/waiver_file.h"
#include "suites/report/gate_report.h"
#include "suites/report/junit.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Waiver waiver(const std::string& instruction, const std::string& rule,
              const std::vector<std::string>& observed) {
  return {instruction, rule, observed, "a reason", "https://example.org/1"};
}

TEST(Observed, AStarIsAnyText) {
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "anything"));
  EXPECT_TRUE(matches("a*c", "abcbc"));
  EXPECT_TRUE(matches("*b*", "abc"));
  EXPECT_TRUE(matches("a**c", "ac"));
  EXPECT_TRUE(matches("*a*b*", "xaxbx"));
  EXPECT_FALSE(matches("*a*b*", "xbxax"));
  EXPECT_FALSE(matches("ab*ba", "aba"));
  EXPECT_TRUE(matches("ab*ba", "abba"));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_FALSE(matches("a", ""));
  EXPECT_FALSE(matches("a*c", "abcb"));
  EXPECT_FALSE(matches("ab", "abc"));
  EXPECT_FALSE(matches("A", "a"));
  EXPECT_FALSE(matches("a?c", "abc"));
}

TEST(Observed, IsOneLineThatHoldsWhatDeviates) {
  EXPECT_EQ(
      observed_text("CRASH", "Vconv.Monotone/f322s32_r", "line one\nand \x01", 3, "00ab"),
      "CRASH Vconv.Monotone/f322s32_r: line one and \xef\xbf\xbd [cases: 3, fingerprint: 00ab]");
}

TEST(Observed, HasNoControlCharacters) {
  EXPECT_EQ(one_line("a\x7f"
                     "b\tc\x1b"
                     "d"),
            "a b c\xef\xbf\xbd"
            "d");
}

TEST(Waivers, WaiveWhatTheyNameAndTheRowWithIt) {
  Certificate certificate =
      certificate_with({deviation("ctrl.48", 1), deviation("round.floor", 2)});
  apply_waivers(certificate, {waiver("vconv_f32*", "ctrl.48", {"MISMATCH *: 0x1 -> 0x2*"}),
                              waiver("*", "round.floor", {"* [cases: 2, *"})});
  EXPECT_EQ(certificate.deviations_waived(), 2u);
  EXPECT_EQ(certificate.deviations[1].waived_by, 1u);
  EXPECT_EQ(certificate.rows_waived(), 1u);
  EXPECT_EQ(certificate.rows_conforming(), 0u);
  EXPECT_TRUE(certificate.passes());
  EXPECT_EQ(verdict(certificate.standing()), "conforms with waivers");
  EXPECT_EQ(headline(certificate.standing()), headline_of(0) + ", 1 with waivers");
  for (const WaiverReport& report : certificate.waivers) {
    EXPECT_THAT(waiver_check(report, {}).worse, IsEmpty());
  }
}

TEST(Waivers, OneDeviationThatIsNotNamedIsEnoughToFail) {
  Certificate certificate =
      certificate_with({deviation("ctrl.48", 1), deviation("round.floor", 1)});
  apply_waivers(certificate, {waiver("vconv_f322s32r", "ctrl.48", {"MISMATCH *"})});
  EXPECT_EQ(certificate.deviations_waived(), 1u);
  EXPECT_FALSE(certificate.passes());
}

TEST(Waivers, NeverHideCasesThatAreNotListed) {
  Certificate certificate = certificate_with({deviation("ctrl.48", 1)});
  for (RowReport& row : certificate.rows) {
    row.further_failing_cases = row.claimed ? 1 : 0;
  }
  apply_waivers(certificate, {waiver("*", "ctrl.48", {"MISMATCH *"})});
  EXPECT_FALSE(certificate.passes());
}

// Nobody knows what the units or cases would have shown that a time-out kept from being run.
TEST(Waivers, NeverHideCasesThatWereNotRun) {
  const std::vector<Waiver> all = {waiver("vconv_f322s32r", "ctrl.48", {"*"})};
  Certificate certificate = certificate_with({deviation("ctrl.48", 1)});
  apply_waivers(certificate, all);
  EXPECT_TRUE(certificate.passes());
  EXPECT_EQ(to_junit(certificate, {}, "out").find("<failure"), std::string::npos);
  for (const std::string_view ended : {kSkipped, std::string_view("TIMEOUT")}) {
    certificate = certificate_with({deviation("ctrl.48", 1)});
    certificate.units.back().ended = ended;
    apply_waivers(certificate, all);
    EXPECT_EQ(certificate.deviations_waived(), 1U);
    EXPECT_FALSE(certificate.passes()) << ended;
    EXPECT_NE(to_junit(certificate, {}, "out").find("not all of it was run"), std::string::npos);
  }
}

// The fingerprint tells one wrong value from two.
TEST(Waivers, HideNothingBesideWhatTheyName) {
  const std::string named = observed_text(deviation("ctrl.48", 1));
  Deviation otherwise = deviation("ctrl.48", 1);
  otherwise.fingerprint = 7;
  Certificate certificate = certificate_with({otherwise});
  apply_waivers(certificate, {waiver("vconv_f322s32r", "ctrl.48", {named})});
  EXPECT_FALSE(certificate.passes());
  const GateCheck check = waiver_check(certificate.waivers.front(), {});
  EXPECT_THAT(check.worse, ElementsAre(HasSubstr("matches nothing, remove it: " + named),
                                       HasSubstr("is not named by it: vconv_f322s32r")));
}

// The error that verify-certificate reports of a certificate whose waiver was edited.
std::string problem_of_waiver(const std::function<void(json&)>& edit) {
  Certificate certificate = certificate_with({deviation("ctrl.48", 1)});
  apply_waivers(certificate, {waiver("vconv_f322s32r", "ctrl.48", {"CRASH *", "MISMATCH *"})});
  json document = json::parse(to_json(certificate));
  edit(document["waivers"][0]);
  try {
    check_waived(certificate_from_text(sealed(document)));
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Waivers, OfACertificateNameWhatTheyWaive) {
  EXPECT_EQ(problem_of_waiver([](const json& /*unchanged*/) {}), "");
  for (const auto& edit : std::initializer_list<std::function<void(json&)>>{
           [](json& w) { w["instruction"] = "vconv_f322s32a"; },
           [](json& w) { w["rule"] = "round.floor"; }, [](json& w) { w["observed"].erase(1); }}) {
    EXPECT_THAT(problem_of_waiver(edit), HasSubstr("waived by waiver 0, which does not name it"));
  }
}

TEST(Waivers, OfACertificateAreOnesThatAFileMayHave) {
  EXPECT_THAT(problem_of_waiver([](json& w) { w["observed"] = {"*"}; }),
              HasSubstr("observed names nothing"));
  for (const char* blank : {"", " \t\n", "\u00a0", "\u200b\u2060", "\u3000 \ufeff", "\U000e0020"}) {
    EXPECT_THAT(problem_of_waiver([&](json& w) { w["reason"] = blank; }),
                HasSubstr("reason is empty"))
        << blank;
  }
  for (const char* reason : {".", "查表有误", "\u00a0é"}) {
    EXPECT_EQ(problem_of_waiver([&](json& w) { w["reason"] = reason; }), "") << reason;
  }
}

TEST(Waivers, ThatMatchNothingAnyMoreFail) {
  Certificate certificate = certificate_with({});
  apply_waivers(certificate, {waiver("vconv_f322s32r", "ctrl.48", {"MISMATCH *"})});
  EXPECT_TRUE(certificate.passes());
  EXPECT_THAT(waiver_check(certificate.waivers.front(), {}).worse,
              ElementsAre("matches nothing, remove it: MISMATCH *"));
  // Texts that matched in an earlier run are exempt: the backend got better.
  const GateCheck mended = waiver_check(certificate.waivers.front(), {"MISMATCH *"});
  EXPECT_THAT(mended.worse, IsEmpty());
  EXPECT_THAT(mended.notes, ElementsAre(HasSubstr("the waiver can go")));
}

TEST(Waivers, ThatNameTheSameInOtherWordsAreBothSeen) {
  Certificate certificate = certificate_with({deviation("ctrl.48", 1)});
  apply_waivers(certificate, {waiver("vconv_f322s32r", "ctrl.48", {"MISMATCH *"}),
                              waiver("vconv_f322s32r", "ctrl.48", {"* Vconv.*"})});
  EXPECT_EQ(certificate.waivers[0].deviations, 1U);
  EXPECT_EQ(certificate.waivers[1].deviations, 0U);
  for (const WaiverReport& waived : certificate.waivers) {
    EXPECT_THAT(waiver_check(waived, {}).worse, IsEmpty());
  }
}

TEST(Waivers, OfInstructionsThatAreNotRunAreLeftAlone) {
  Certificate certificate = certificate_with({});
  apply_waivers(certificate, {waiver("cast_deq_*", "ctrl.48", {"MISMATCH *"})});
  const GateCheck check = waiver_check(certificate.waivers.front(), {});
  EXPECT_THAT(check.worse, IsEmpty());
  EXPECT_NE(check.skipped, "");
}

class WaiverFile : public testing::Test {
 protected:
  void SetUp() override {
    file_ = fs::temp_directory_path() / ("vconform-waivers-" + std::to_string(getpid()) + ".json");
  }
  void TearDown() override { fs::remove(file_); }

  std::vector<Waiver> read(const std::string& text) {
    std::ofstream(file_) << text;
    return read_waivers(file_.string());
  }
  std::string problem(const std::string& text) {
    try {
      read(text);
    } catch (const spec::InputError& error) {
      return error.what();
    }
    return "";
  }
  std::string problem(const std::vector<Waiver>& waivers) { return problem(to_json(waivers)); }

  fs::path file_;
};

TEST_F(WaiverFile, ReadsWhatWasWritten) {
  const std::vector<Waiver> rows =
      read(to_json(std::vector{waiver("vconv_f322s32r", "ctrl.48", {"a", "b"}),
                               waiver("vconv_*", "Vconv.Monotone", {"ccc *"})}));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].observed, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(rows[1].rule, "Vconv.Monotone");
  EXPECT_EQ(rows[1].link, "https://example.org/1");
  EXPECT_THAT(read(to_json(std::vector<Waiver>())), IsEmpty());
}

// One row per instruction and rule, which waives the deviations once it has a reason.
TEST_F(WaiverFile, CandidatesLackNothingButAReason) {
  const std::vector<Deviation> broken = {deviation("ctrl.48", 1), deviation("round.floor", 1),
                                         deviation("", 1)};
  Certificate certificate = certificate_with(broken);
  apply_waivers(certificate, {waiver("*", "round.floor", {"MISMATCH *"})});
  std::vector<Waiver> rows = candidates(certificate);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].instruction, "vconv_f322s32r");
  EXPECT_EQ(rows[1].rule, "Vconv.MatchesOracle");
  EXPECT_THAT(problem(rows), HasSubstr("waivers[0].reason is empty"));
  for (Waiver& row : rows) {
    row.reason = "known";
  }
  rows.push_back(waiver("*", "round.floor", {"MISMATCH *"}));
  Certificate again = certificate_with(broken);
  apply_waivers(again, read(to_json(rows)));
  EXPECT_EQ(again.deviations_waived(), 3u);
}

TEST_F(WaiverFile, RowsThatNameNothingAreRefused) {
  EXPECT_THAT(problem({waiver("vconv_f322s32x", "ctrl.48", {"a"})}), HasSubstr("vconv_f322s32x"));
  EXPECT_THAT(problem({waiver("vconv_f322s32r", "ctrl.49", {"a"})}), HasSubstr("'ctrl.49'"));
  EXPECT_THAT(problem({waiver("vconv_f322s32r", "Vconv.None", {"a"})}), HasSubstr("Vconv.None"));
  EXPECT_THAT(problem({waiver("vconv_f322s32r", "ctrl.48", {})}), HasSubstr("observed is empty"));
  for (const char* pattern :
       {"**", "*:*", "* *: *", "*[cases: *", "*fingerprint*", "*]", "* *.*/*: *", "*V*", "*es*"}) {
    EXPECT_THAT(problem({waiver("vconv_f322s32r", "ctrl.48", {pattern})}),
                HasSubstr("names nothing"))
        << pattern;
  }
}

TEST_F(WaiverFile, RowsThatSayTheSameAreRefused) {
  const Waiver exact = waiver("vconv_f322s32r", "ctrl.48", {"aaa b"});
  EXPECT_THAT(problem({exact, exact}), HasSubstr("waivers[0] and waivers[1]"));
  EXPECT_THAT(problem({waiver("vconv_*r", "ctrl.48", {"aaa *"}), exact}),
              HasSubstr("vconv_f322s32r under ctrl.48"));
  EXPECT_THAT(problem({exact, waiver("vconv_*r", "ctrl.48", {"aaa *"})}),
              HasSubstr("waivers[0] and waivers[1]"));
  EXPECT_EQ(problem({waiver("vconv_*f", "ctrl.48", {"aaa *"}), exact}), "");
  EXPECT_EQ(problem({waiver("vconv_*r", "ctrl.48", {"ccc *"}), exact}), "");
  EXPECT_EQ(problem({waiver("vconv_*r", "round.floor", {"aaa *"}), exact}), "");
}

TEST_F(WaiverFile, DamagedAndForeignFilesAreRefused) {
  const std::string good = to_json({waiver("vconv_f322s32r", "ctrl.48", {"a"})});
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  const std::string version = fmt::format("\"spec_version\": {}", spec::kSpecVersion);
  EXPECT_EQ(problem(good), "");
  EXPECT_THAT(problem(good.substr(0, good.size() / 2)), HasSubstr("cut off"));
  EXPECT_THAT(problem(with(version, "\"spec_version\": 1")), HasSubstr("spec version 1"));
  EXPECT_THAT(problem(with("\"format_version\": 1", "\"format_version\": 2")),
              HasSubstr("format_version"));
  EXPECT_THAT(problem(with("\"link\"", "\"links\"")), HasSubstr("waivers[0].link is missing"));
  EXPECT_THAT(problem(with("\"link\"", "\"note\": 1, \"link\"")), HasSubstr("'note'"));
  EXPECT_THAT(problem(with("\"reason\"", "\"link\": \"\", \"reason\"")),
              HasSubstr("'link' is given twice"));
  EXPECT_THAT(problem(with("\"a reason\"", "7")), HasSubstr("waivers[0].reason"));
  EXPECT_THAT(problem(good + "{}"), HasSubstr("no JSON"));
  EXPECT_THAT(problem(std::vector<Waiver>(5000, waiver("vconv_f322s32r", "ctrl.48", {"a"}))),
              HasSubstr("more than 4096"));
  EXPECT_THAT(problem({waiver("vconv_f322s32r", "ctrl.48", {std::string(2000, 'a')})}),
              HasSubstr("1024 bytes"));
  // Each star costs a step per instruction.
  EXPECT_THAT(problem({waiver(std::string(2000, '*') + "q*", "ctrl.48", {"a"})}),
              HasSubstr("waivers[0].instruction has more than 1024 bytes"));
}

}  // namespace
}  // namespace vconform::suites
