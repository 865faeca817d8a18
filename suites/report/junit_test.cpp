#include "suites/report/junit.h"

#include <gtest/gtest.h>

#include <cstring>
#include <pugixml.hpp>

#include "suites/files/xml_text.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

Deviation deviation(const Unit& unit, const std::string& rule, const std::string& in_short) {
  Deviation made;
  made.claim = claim_name(unit);
  made.verdict = "MISMATCH";
  made.rule = rule;
  made.in_short = in_short;
  made.details = "  reason   " + in_short + "\n";
  made.failing_cases = 12;
  made.smallest.memories = {{spec::MemoryId::kUb, 64}};
  made.smallest.steps = {spec::SetCtrl{}};
  return made;
}

// One instruction: its first unit has two deviations, its second was skipped.
struct StubRun {
  std::vector<Unit> plan = make_plan(level_named("quick"), with_one_cell());
  std::vector<UnitResult> results = std::vector<UnitResult>(plan.size());
  RunInfo info;

  explicit StubRun(const std::string& in_short = "2.5 -> 3", const std::string& name = "stub") {
    for (UnitResult& result : results) {
      result.elements = 10;
    }
    results[0].deviations = {deviation(plan[0], "ctrl.48", in_short),
                             deviation(plan[0], "round.floor", "other")};
    results[0].further_failing_cases = 3;
    results[1].skipped = true;
    info.selected = name;
    info.backend_name = name;
    info.families = {spec::Family::kVconv};
    info.level = "quick";
    info.choices.profile = "a2";
    info.seed = 9;
  }
  std::string junit() const { return to_junit(make_certificate(info, plan, results), {}, "out"); }
};

pugi::xml_document parsed(const std::string& text) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_string(text.c_str());
  EXPECT_TRUE(result) << result.description() << "\n" << text;
  return document;
}

std::size_t count(const pugi::xml_node& suite, const char* child) {
  std::size_t found = 0;
  for (const pugi::xml_node& test : suite.children("testcase")) {
    found += *child == '\0' || test.child(child) ? 1 : 0;
  }
  return found;
}

TEST(Junit, CountsAddUp) {
  const pugi::xml_document document = parsed(StubRun().junit());
  const pugi::xml_node root = document.child("testsuites");
  std::uint64_t tests = 0;
  std::uint64_t failures = 0;
  std::uint64_t skipped = 0;
  for (const pugi::xml_node& suite : root.children("testsuite")) {
    EXPECT_EQ(suite.attribute("tests").as_ullong(), count(suite, ""));
    EXPECT_EQ(suite.attribute("failures").as_ullong(), count(suite, "failure"));
    EXPECT_EQ(suite.attribute("skipped").as_ullong(), count(suite, "skipped"));
    tests += suite.attribute("tests").as_ullong();
    failures += suite.attribute("failures").as_ullong();
    skipped += suite.attribute("skipped").as_ullong();
  }
  EXPECT_EQ(root.attribute("tests").as_ullong(), tests);
  EXPECT_EQ(root.attribute("failures").as_ullong(), failures);
  EXPECT_EQ(root.attribute("skipped").as_ullong(), skipped);
  EXPECT_EQ(failures, 1u);
  EXPECT_EQ(skipped, 1u + (kRequired - 1));
  // Each claim once (systematic units with several values of CTRL are one claim), and each row.
  const StubRun run;
  EXPECT_EQ(tests, run.plan.size() - 1 + kRequired);
}

TEST(Junit, AFailureNamesItsVerdictRuleCasesAndReplay) {
  const pugi::xml_document document = parsed(StubRun().junit());
  const pugi::xml_node test = document.child("testsuites")
                                  .find_child_by_attribute("name", "Vconv.MatchesOracle")
                                  .child("testcase");
  EXPECT_STREQ(test.attribute("classname").value(), "Vconv.MatchesOracle");
  EXPECT_STREQ(test.attribute("name").value(), "f322s32_r");
  const pugi::xml_node failure = test.child("failure");
  EXPECT_STREQ(failure.attribute("type").value(), "MISMATCH");
  EXPECT_STREQ(failure.attribute("message").value(),
               "rule ctrl.48: 2.5 -> 3; failing cases: 12; further deviations: 1");
  const std::string text = failure.child_value();
  for (const char* part :
       {"MISMATCH  Vconv.MatchesOracle/f322s32_r   rule ctrl.48", "12 cases fail like this",
        "./vconform replay out/failures/vconv_f322s32r-MatchesOracle-ctrl.48-9.case --backend stub",
        "rule round.floor", "3 cases also fail in other ways"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Junit, EverySuiteSaysWhatWasAskedFor) {
  const pugi::xml_document document = parsed(StubRun().junit());
  for (const pugi::xml_node& suite : document.child("testsuites").children("testsuite")) {
    const pugi::xml_node properties = suite.child("properties");
    const auto value = [&](const char* name) {
      return std::string(
          properties.find_child_by_attribute("name", name).attribute("value").value());
    };
    EXPECT_EQ(value("backend"), "stub");
    EXPECT_EQ(value("level"), "quick");
    EXPECT_EQ(value("profile"), "a2");
    EXPECT_EQ(value("seed"), "9");
  }
}

TEST(Junit, AClaimedRowOfWhichNothingWasJudgedFails) {
  StubRun run;
  for (UnitResult& result : run.results) {
    result = {};
  }
  const pugi::xml_document document = parsed(run.junit());
  EXPECT_EQ(document.child("testsuites").attribute("failures").as_int(), 1);
}

TEST(Junit, ARequiredRowThatIsNotClaimedFails) {
  StubRun run;
  const auto failures = [&] {
    const pugi::xml_document document = parsed(run.junit());
    return document.child("testsuites")
        .find_child_by_attribute("testsuite", "name", "Vconv.Claimed")
        .attribute("failures")
        .as_int();
  };
  EXPECT_EQ(failures(), 0);
  run.info.required = {spec::Family::kVconv};
  EXPECT_EQ(failures(), static_cast<int>(kRequired - 1));
}

TEST(Junit, HostileStringsSurvive) {
  constexpr char kHostile[] =
      "]]> <a & 'b' \"c\"> \x01\x1b[2J\x7f \xff\xfe\xc3 \xed\xa0\x80 \0 end";
  const std::string hostile(kHostile, sizeof kHostile - 1);
  const std::string text = StubRun(hostile, hostile).junit();
  for (const char c : text) {
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || std::strchr("\n\t\r", c)) << int{c};
  }
  EXPECT_EQ(text.find("&#0"), std::string::npos);
  EXPECT_EQ(text.find("&#27"), std::string::npos);
  const pugi::xml_document document = parsed(text);
  const std::string read = document.child("testsuites")
                               .child("testsuite")
                               .child("testcase")
                               .child("failure")
                               .child_value();
  EXPECT_NE(read.find("]]> <a & 'b' \"c\"> \xef\xbf\xbd"), std::string::npos) << read;
  EXPECT_NE(read.find(" end"), std::string::npos) << read;
}

TEST(XmlText, ReplacesWhatXmlForbidsAndKeepsTheRest) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(xml_text("a\tb\nc\rd"), "a\tb\nc\rd");
  EXPECT_EQ(xml_text("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(xml_text(std::string_view("\0x", 2)), bad + "x");
  EXPECT_EQ(xml_text("\x1b[2J"), bad + "[2J");
  EXPECT_EQ(xml_text("\xef\xbf\xbf"), bad);      // U+FFFF
  EXPECT_EQ(xml_text("\xc0\xaf"), bad + bad);    // '/' in two bytes
  EXPECT_EQ(xml_text("\xed\xa0\x80"), bad);      // a surrogate
  EXPECT_EQ(xml_text("\xf4\x90\x80\x80"), bad);  // beyond U+10FFFF
  EXPECT_EQ(xml_text("\xe2\x82"), bad + bad);    // cut off
  EXPECT_EQ(xml_text("\xe2\x82x"), bad + bad + "x");
}

}  // namespace
}  // namespace vconform::suites
