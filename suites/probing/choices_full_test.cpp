// Golden under every reading of every open rule conforms in the families that the rule concerns,
// except that a reading that departs from the page is one deviation, and the certificate names it.
#include <fmt/ranges.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "spec/number/digest.h"
#include "spec/profiles/choices.h"
#include "suites/commands/cli_fixture.h"
#include "suites/probing/families.h"

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
