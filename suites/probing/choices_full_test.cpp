// Golden under every reading of every open rule conforms in the families that the rule concerns,
// except that a reading that departs from the page is one deviation, and the certificate names it.
// Golden itself, and golden:pages, conform with many seeds.
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

std::vector<std::string> every_reading() {
  std::vector<std::string> all;
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    for (const spec::Choice& choice : spec::all_readings(static_cast<spec::RuleId>(id))) {
      all.push_back(spec::choice_text(choice));
    }
  }
  return all;
}

class EveryReading : public CliTest, public testing::WithParamInterface<std::string> {
 protected:
  // Certifies golden under the reading in the families that it concerns, with a seed of its own.
  RunResult certified(const std::string& more) const {
    const spec::Rule& rule = spec::rule_of(spec::choice_named(GetParam()).rule);
    return run_command(
        fmt::format("certify -v --level quick --family {} --seed {} --backend golden:{}{}{}",
                    fmt::join(names_of(families_of(rule)), ","),
                    spec::digest_of(GetParam()) % 1000000, GetParam(), more, out("out")));
  }
};

TEST_P(EveryReading, OfGoldenConformsUnlessItDepartsFromThePage) {
  const spec::Choice choice = spec::choice_named(GetParam());
  const bool departs = spec::reading_of(choice).ground == spec::Ground::kDeparts;
  const std::string slug(spec::rule_of(choice.rule).slug);
  const RunResult probed = certified("");
  EXPECT_EQ(probed.status, departs ? 1 : 0) << probed.output;
  EXPECT_THAT(probed.output, testing::ContainsRegex("  " + slug + " +" +
                                                    std::string(spec::name_of(choice)) + " "));
  EXPECT_THAT(probed.output, testing::HasSubstr(departs ? ": 1 deviate, 0 not claimed"
                                                        : ": 0 deviate, 0 not claimed"));
  if (!departs) {
    return;
  }
  const nlohmann::json deviations =
      nlohmann::json::parse(contents(folder_ / "out" / "certificate.json")).at("deviations");
  ASSERT_EQ(deviations.size(), 1u);
  EXPECT_EQ(deviations[0].at("verdict"), "DEPARTS");
  EXPECT_EQ(deviations[0].at("rule"), slug);
  const RunResult accepted = certified(" --choice " + GetParam());
  EXPECT_EQ(accepted.status, 0) << accepted.output;
  EXPECT_THAT(accepted.output, testing::HasSubstr("weakened: " + GetParam() + " departs"));
}

// A backend, judged as certify judges it.
Subject judged(const std::string& backend, const std::string& profile) {
  BackendOptions options;
  options.backend = backend;
  options.profile = profile;
  const std::shared_ptr<adapters::Backend> opened = open_for_judging(options);
  const Subject subject = subject_of(opened);
  return judged_by(subject, resolve_choices(options, *opened, subject));
}

class Seeds : public testing::TestWithParam<std::uint64_t> {};

// Only drawn cases depend on the seed: EveryReading runs the others.
TEST_P(Seeds, GoldenConformsProbedAndGoldenPagesUnderPages) {
  static const Subject subjects[] = {judged("golden", ""), judged("golden:pages", "pages")};
  for (const Subject& subject : subjects) {
    std::uint64_t cases = 0;
    for (const Unit& unit : make_plan(level_named("quick"), subject)) {
      if (unit.cases != Cases::kGenerated) {
        continue;
      }
      const UnitResult result = run_unit(unit, subject, GetParam());
      EXPECT_EQ(result.cases, unit.count) << claim_name(unit);
      for (const Deviation& deviation : result.deviations) {
        ADD_FAILURE() << claim_name(unit) << "\n" << deviation.details;
      }
      cases += result.cases;
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

INSTANTIATE_TEST_SUITE_P(Golden, EveryReading, testing::ValuesIn(every_reading()), test_name);

}  // namespace
}  // namespace vconform::suites
