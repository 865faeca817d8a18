// As faults_test, for a whole run at level standard and for `certify` itself.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "spec/case/case_text.h"
#include "suites/commands/cli_fixture.h"
#include "suites/faults/fault_test_support.h"

namespace vconform::suites {
namespace {

// Faults so rare that about half of the instructions meet none.
FaultList rare() {
  return weighted(4000, 1);
}

const FaultRun& standard_run() {
  static const FaultRun run = [] {
    FaultRunOptions options;
    options.level = "standard";
    options.jobs = 8;  // most of them wait for a fault that sleeps
    options.faults = weighted(400, 6);
    options.other = rare();
    const adapters::TemporaryFolder folder;
    options.folder = folder.path().string();
    return run_with_faults(options);
  }();
  return run;
}

TEST(FaultsAtStandard, AThousandEachGetTheirVerdictAndNoOtherChanges) {
  expect_nothing_lost(standard_run(), 1000);
}

// `foreseen` tells whether the row must deviate or only may.
void expect_row(const nlohmann::json& row, const nlohmann::json& certificate,
                const Foreseen& foreseen, const std::string& folder) {
  const std::string name = row.at("instruction");
  if (!foreseen.has_fault) {
    EXPECT_TRUE(row.at("conforms")) << name;
  } else if (foreseen.must_deviate) {
    EXPECT_FALSE(row.at("conforms")) << name;
  }
  for (const std::size_t index : row.at("deviations")) {
    const nlohmann::json& deviation = certificate.at("deviations").at(index);
    ASSERT_TRUE(deviation.at("file").is_string()) << name;
    const std::string text = contents(folder + "/" + deviation.at("file").get<std::string>());
    EXPECT_EQ(spec::case_from_text(text).claim, deviation.at("claim").get<std::string>());
  }
}

TEST(FaultsAtStandard, CertifyReportsExactlyTheInstructionsThatMeetAFault) {
  const adapters::TemporaryFolder folder;
  const std::string its = folder.path().string() + "/its";
  const std::string results = folder.path().string() + "/run";
  std::filesystem::create_directory(its);
  setenv(adapters::faulty::kFaultsVariable, rare().text().c_str(), 1);
  setenv(adapters::faulty::kLogVariable, (its + "/log").c_str(), 1);
  const RunResult certified = run_command(
      "certify --profile a2 --level standard --time-limit 0.2 --backend '" VCONFORM_TEST_LIBRARIES
      "/faulty_golden.so' --allow-write '" +
      its + "' --out '" + results + "'");
  unsetenv(adapters::faulty::kFaultsVariable);
  unsetenv(adapters::faulty::kLogVariable);
  EXPECT_EQ(certified.status, 1) << certified.output;
  const auto certificate = nlohmann::json::parse(contents(results + "/certificate.json"));
  EXPECT_FALSE(logged_faults(its + "/log").empty());
  std::size_t spared = 0;
  std::size_t deviating = 0;
  for (const nlohmann::json& row : certificate.at("rows")) {
    const auto found = standard_run().foreseen.find(row.at("instruction"));
    const Foreseen foreseen = found == standard_run().foreseen.end() ? Foreseen{} : found->second;
    expect_row(row, certificate, foreseen, results);
    spared += foreseen.has_fault ? 0 : 1;
    deviating += row.at("conforms") ? 0 : 1;
  }
  fmt::print("{} instructions deviate, {} meet no fault\n", deviating, spared);
  EXPECT_GE(spared, 10U);
  EXPECT_GE(deviating, 10U);
}

}  // namespace
}  // namespace vconform::suites
