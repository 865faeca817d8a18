// Golden under every reading of every open rule conforms in the families that the rule concerns,
// and the certificate names the reading.
#include <fmt/ranges.h>

#include <cctype>

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

class EveryReading : public CliTest, public testing::WithParamInterface<std::string> {};

TEST_P(EveryReading, OfGoldenIsCertifiedAndPrinted) {
  const std::string rule = GetParam().substr(0, GetParam().find('='));
  const std::string reading = GetParam().substr(GetParam().find('=') + 1);
  const std::string families = fmt::format(
      "{}", fmt::join(names_of(families_of(spec::rule_of(*spec::rule_with_slug(rule)))), ","));
  const RunResult certified = run_command("certify --level quick --family " + families +
                                          " --backend golden:" + GetParam() + out("out"));
  EXPECT_EQ(certified.status, 0) << certified.output;
  EXPECT_THAT(certified.output, testing::ContainsRegex("  " + rule + " +" + reading + " "));
  EXPECT_THAT(certified.output, testing::HasSubstr(": 0 deviate, 0 not claimed"));
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
