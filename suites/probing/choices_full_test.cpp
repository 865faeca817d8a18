// Golden under every reading of every open rule conforms where the rule concerns it, except that a
// reading that departs from the page is one deviation, and the certificate names it. Golden itself,
// and golden:pages, conform with many seeds.
#include <fmt/ranges.h>

#include <cctype>
#include <memory>
#include <nlohmann/json.hpp>

#include "spec/number/digest.h"
#include "spec/profiles/choices.h"
#include "suites/commands/cli_fixture.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"
#include "suites/probing/families.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::suites {
namespace {

// The readings that depart from the page, or the others.
std::vector<std::string> readings(bool departing) {
  std::vector<std::string> all;
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    for (const spec::Choice& choice : spec::all_readings(static_cast<spec::RuleId>(id))) {
      if ((spec::reading_of(choice).ground == spec::Ground::kDeparts) == departing) {
        all.push_back(spec::choice_text(choice));
      }
    }
  }
  return all;
}

const spec::Rule& rule_of(const std::string& reading) {
  return spec::rule_of(spec::choice_named(reading).rule);
}

std::uint64_t seed_of(const std::string& reading) {
  return spec::digest_of(reading) % 1000000;
}

class Departing : public CliTest, public testing::WithParamInterface<std::string> {
 protected:
  // Certifies golden under the reading in the families that it concerns, with a seed of its own.
  RunResult certified(const std::string& more) const {
    return run_command(
        fmt::format("certify -v --level quick --family {} --seed {} --backend golden:{}{}{}",
                    fmt::join(names_of(families_of(rule_of(GetParam()))), ","), seed_of(GetParam()),
                    GetParam(), more, out("out")));
  }
};

TEST_P(Departing, ReadingIsTheOneDeviationOfGolden) {
  const spec::Choice choice = spec::choice_named(GetParam());
  const std::string slug(spec::rule_of(choice.rule).slug);
  const RunResult probed = certified("");
  EXPECT_EQ(probed.status, 1) << probed.output;
  EXPECT_THAT(probed.output, testing::ContainsRegex("  " + slug + " +" +
                                                    std::string(spec::name_of(choice)) + " "));
  EXPECT_THAT(probed.output, testing::HasSubstr(": 1 deviate, 0 not claimed"));
  const nlohmann::json deviations =
      nlohmann::json::parse(contents(folder_ / "out" / "certificate.json")).at("deviations");
  ASSERT_EQ(deviations.size(), 1u);
  EXPECT_EQ(deviations[0].at("verdict"), "DEPARTS");
  EXPECT_EQ(deviations[0].at("rule"), slug);
  const RunResult accepted = certified(" --choice " + GetParam());
  EXPECT_EQ(accepted.status, 0) << accepted.output;
  EXPECT_THAT(accepted.output, testing::HasSubstr("weakened: " + GetParam() + " departs"));
}

// A backend, judged as certify --family judges it.
Subject judged(const std::string& backend, const std::string& profile,
               const std::vector<spec::Family>& families) {
  BackendOptions options;
  options.backend = backend;
  options.profile = profile;
  const std::shared_ptr<adapters::Backend> opened = open_for_judging(options);
  Subject subject = subject_of(opened);
  subject.claims = claims_within(subject.claims, families);
  return judged_by(subject, resolve_choices(options, *opened, subject));
}

// Runs a unit of golden, and returns its cases.
std::uint64_t expect_conforming(const Unit& unit, const Subject& subject, std::uint64_t seed) {
  const UnitResult result = run_unit(unit, subject, seed);
  for (const Deviation& deviation : result.deviations) {
    ADD_FAILURE() << claim_name(unit) << "\n" << deviation.details;
  }
  return result.cases;
}

class Permitted : public testing::TestWithParam<std::string> {};

// Rows that it does not concern do not see it, as drawn cases show.
TEST_P(Permitted, ReadingOfGoldenIsFoundAndConforms) {
  const spec::Choice choice = spec::choice_named(GetParam());
  const spec::Rule& rule = rule_of(GetParam());
  const Subject subject = judged("golden:" + GetParam(), "", families_of(rule));
  EXPECT_TRUE(subject.pinned.follows(choice));
  std::uint64_t cases = 0;
  for (const Unit& unit : make_plan(level_named("quick"), subject)) {
    const bool is_drawn = unit.cases == Cases::kGenerated && unit.property == 0;
    if (is_drawn || spec::concerns(rule, unit.cell.conversion())) {
      cases += expect_conforming(unit, subject, seed_of(GetParam()));
    }
  }
  EXPECT_GT(cases, 0u);
}

class Seeds : public testing::TestWithParam<std::uint64_t> {};

// Only drawn cases depend on the seed: the normal tests run the others.
TEST_P(Seeds, GoldenConformsProbedAndGoldenPagesUnderPages) {
  static const std::vector<spec::Family> all = families_named({});
  static const Subject subjects[] = {judged("golden", "", all),
                                     judged("golden:pages", "pages", all)};
  for (const Subject& subject : subjects) {
    std::uint64_t cases = 0;
    for (const Unit& unit : make_plan(level_named("quick"), subject)) {
      if (unit.cases != Cases::kGenerated) {
        continue;
      }
      const std::uint64_t run = expect_conforming(unit, subject, GetParam());
      EXPECT_EQ(run, unit.count) << claim_name(unit);
      cases += run;
    }
    EXPECT_GE(cases, 30000u);
  }
}

INSTANTIATE_TEST_SUITE_P(Twenty, Seeds, testing::Range(std::uint64_t{1000}, std::uint64_t{1020}));

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Golden, Departing, testing::ValuesIn(readings(true)), test_name);
INSTANTIATE_TEST_SUITE_P(Golden, Permitted, testing::ValuesIn(readings(false)), test_name);

}  // namespace
}  // namespace vconform::suites
