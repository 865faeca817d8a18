// Runs of certify that end before their plan does.
#include <cstdint>

#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"
#include "suites/files/digest.h"
#include "suites/files/json.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class Budget : public CliTest {
 protected:
  RunResult certified(const std::string& options) {
    return run_command("certify --family deq " + options + out("run"));
  }
  std::string file() const { return (folder_ / "run" / "certificate.json").string(); }
  json certificate() const { return json::parse(contents(file())); }
  RunResult verified() const { return run_command("verify-certificate '" + file() + "'"); }
};

TEST_F(Budget, ThatLastsIsAWholeRun) {
  const RunResult run = certified("--level quick --budget 1h");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_EQ(certificate().at("verdict"), "conforms");
  EXPECT_EQ(certificate().at("budget").at("units_left_out"), 0);
  EXPECT_EQ(verified().status, 0);
}

TEST_F(Budget, ThatEndsEarlyJudgesNotAllRowsAndIsRepeatedByItsUnits) {
  const RunResult run = certified("--level standard --budget 0.001s");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("9 not judged, standard, "));
  const json first = certificate();
  EXPECT_EQ(first.at("verdict"), "not judged");
  const std::uint64_t units = first.at("budget").at("units");
  EXPECT_GE(units, 1u);
  EXPECT_LT(units, 5u);
  const RunResult checked = verified();
  EXPECT_EQ(checked.status, 1) << checked.output;
  EXPECT_THAT(checked.output, HasSubstr("golden: not judged (conforms on 0 of 9 rows"));
  EXPECT_THAT(contents(folder_ / "run" / "junit.xml"), HasSubstr("NOT JUDGED"));
  EXPECT_EQ(certified("--level standard --budget-units " + std::to_string(units)).status, 1);
  EXPECT_EQ(certificate().at("digest"), first.at("digest"));
}

TEST_F(Budget, ARowWithAllOfQuickIsJudgedAndADeviationIsFoundInWhatWasRun) {
  EXPECT_EQ(certified("--level standard --budget-units 200").status, 0);
  EXPECT_EQ(certificate().at("verdict"), "conforms with exclusions");
  EXPECT_THAT(std::string(certificate().at("headline")),
              HasSubstr("conforms on 9 of 9 rows, standard, 8"));
  EXPECT_EQ(verified().status, 0);
  const RunResult wrong =
      certified("--level standard --budget-units 60 --backend mutant:s9-limits-too-large");
  EXPECT_EQ(wrong.status, 1) << wrong.output;
  EXPECT_EQ(certificate().at("verdict"), "does not conform");
  EXPECT_EQ(verified().status, 1);
}

// A baseline excuses what deviated before, and nothing that was not judged.
TEST_F(Budget, ABaselineThatWasNotJudgedEitherExcusesNothing) {
  ASSERT_EQ(certified("--level quick --budget-units 20").status, 1);
  const fs::path baseline = folder_ / "baseline.json";
  fs::copy(file(), baseline);
  const RunResult again =
      certified("--level quick --budget-units 20 --baseline '" + baseline.string() + "'");
  EXPECT_EQ(again.status, 1) << again.output;
}

TEST_F(Budget, ABaselineExcusesNoRestOfARowThatDeviates) {
  const std::string options =
      "--family cast_deq --level quick --budget-units 20 --backend mutant:cast-deq-counts-one-more";
  ASSERT_EQ(certified(options).status, 1);
  std::size_t open_rows = 0;
  const json first = certificate();
  for (const json& row : first.at("rows")) {
    open_rows += row.contains("not_judged") && !row.at("deviations").empty() ? 1 : 0;
  }
  ASSERT_GT(open_rows, 0U);
  const fs::path baseline = folder_ / "baseline.json";
  fs::copy(file(), baseline);
  const RunResult again = certified(options + " --baseline '" + baseline.string() + "'");
  EXPECT_EQ(again.status, 1) << again.output;
}

TEST_F(Budget, ThatIsTooLargeMovesNothing) {
  ASSERT_EQ(certified("--level quick --budget-units 20").status, 1);
  const std::string before = contents(file());
  EXPECT_EQ(certified("--level quick --budget-units 99999").status, 2);
  EXPECT_EQ(contents(file()), before);
}

TEST_F(Budget, IsNotForged) {
  ASSERT_EQ(certified("--level quick --budget-units 20").status, 1);
  const json honest = certificate();
  const auto refused = [&](const std::function<void(json&)>& edit) {
    json edited = honest;
    edit(edited);
    seal_certificate(edited);
    std::ofstream(file()) << edited.dump();
    const RunResult checked = verified();
    EXPECT_EQ(checked.status, 2) << checked.output;
    return checked.output;
  };
  EXPECT_THAT(refused([](json& d) { d["budget"]["units_left_out"] = 0; }), HasSubstr("headline"));
  EXPECT_THAT(refused([](json& d) { d.erase("budget"); }), HasSubstr("budget"));
  EXPECT_THAT(refused([](json& d) { d["rows"][0].erase("not_judged"); }), HasSubstr("conforms"));
}

TEST_F(Budget, IsRefusedIfItIsNone) {
  for (const char* bad : {"0", "-1", "1x", "h", "''", "1e9h", "nan"}) {
    expect_refused("certify --budget " + std::string(bad) + out("x"), 2, "--budget");
  }
  expect_refused("certify --budget-units 0" + out("x"), 2, "--budget-units");
  expect_refused("certify --budget 1h --budget-units 3" + out("x"), 2, "--budget");
}

}  // namespace
}  // namespace vconform::suites
