// Golden conforms, and under every other reading of every open rule in the families that it
// concerns, except that a reading that departs from the page is one deviation, and the certificate
// names it.
#include <fmt/ranges.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "spec/number/digest.h"
#include "spec/profiles/choices.h"
#include "suites/commands/cli_fixture.h"
#include "suites/probing/families.h"

namespace vconform::suites {
namespace {

std::vector<spec::Choice> every_reading() {
  std::vector<spec::Choice> all;
  for (const spec::RuleId rule : spec::kAllRules) {
    const std::vector<spec::Choice> readings = spec::all_readings(rule);
    all.insert(all.end(), readings.begin(), readings.end());
  }
  return all;
}

// Under one of its own, golden is golden.
std::vector<std::string> readings_not_of_golden() {
  static const spec::Choices own = spec::choices_of_golden();
  std::vector<std::string> all;
  for (const spec::Choice& choice : every_reading()) {
    if (!own.follows(choice)) {
      all.push_back(spec::choice_text(choice));
    }
  }
  return all;
}

// The line of `certify -v` that says which reading a backend follows.
testing::Matcher<std::string> names(spec::Choice choice) {
  return testing::ContainsRegex(
      fmt::format("  {} +{} ", spec::rule_of(choice.rule).slug, spec::name_of(choice)));
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
  EXPECT_THAT(probed.output, names(choice));
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

class GoldenItself : public CliTest {};

TEST_F(GoldenItself, ConformsAndItsReadingsAreNamed) {
  const spec::Choices own = spec::choices_of_golden();
  const RunResult run =
      run_command("certify -v --level quick --seed 153 --backend golden" + out("out"));
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, testing::HasSubstr(": 0 deviate, 0 not claimed"));
  std::size_t named = 0;
  for (const spec::Choice& choice : every_reading()) {
    if (own.follows(choice)) {
      EXPECT_THAT(run.output, names(choice));
      ++named;
    }
  }
  EXPECT_EQ(named + readings_not_of_golden().size(), every_reading().size());
  EXPECT_GE(named, 50u);
}

TEST_F(GoldenItself, ConformsAsThePagesSayUnderPages) {
  const RunResult run = run_command(
      "certify --level quick --seed 154 --backend golden:pages --profile pages" + out("out"));
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, testing::HasSubstr(": 0 deviate, 0 not claimed"));
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Golden, EveryReading, testing::ValuesIn(readings_not_of_golden()),
                         test_name);

}  // namespace
}  // namespace vconform::suites
