// Whole runs of `certify --level quick` as people call them.
#include <fmt/format.h>

#include "spec/rows/instruction_counts.h"
#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class Certify : public CliTest {};

TEST_F(Certify, GoldenConformsAtQuickAndSaysSo) {
  const RunResult certified = run_command("certify --level quick" + out("golden"));
  std::size_t rows = 0;
  for (const spec::FamilyName& one : spec::kFamilies) {
    rows += spec::instructions_of(one.family).all();
  }
  EXPECT_EQ(certified.status, 0) << certified.output;
  EXPECT_THAT(certified.output, HasSubstr(fmt::format("golden conforms on {0} of {0} rows", rows)));
  EXPECT_THAT(certified.output,
              HasSubstr("to see a failure: ./vconform certify --backend mutant:"));
  const std::filesystem::path certificate = folder_ / "golden" / "certificate.json";
  EXPECT_THAT(contents(certificate), HasSubstr("\"conforms\""));
  const RunResult coverage = run_command("coverage '" + certificate.string() + "'");
  EXPECT_THAT(coverage.output, HasSubstr("  copy_matrix  values, pairs "));
  EXPECT_THAT(coverage.output, HasSubstr("level quick, seed 1, as the run counted them\n"));
}

TEST_F(Certify, TheSameSeedGivesTheSameCertificateWithAnyJobsAndEveryFailureReplays) {
  const std::string options =
      "certify --backend mutant:keeps-minus-zero --family vconv --level quick --seed 3";
  EXPECT_EQ(run_command(options + " --jobs 1" + out("one")).status, 1);
  EXPECT_EQ(run_command(options + " --jobs 3" + out("three")).status, 1);
  // Everything up to the last part, which describes the run.
  const auto equal_part = [&](const std::string& name) {
    const std::string text = contents(folder_ / name / "certificate.json");
    return text.substr(0, text.find("\n  \"run\": {"));
  };
  const std::string one = equal_part("one");
  const std::string three = equal_part("three");
  EXPECT_GT(one.size(), 1000u);
  EXPECT_THAT(one, HasSubstr("\n  \"digest\": \"sha256:"));
  EXPECT_EQ(one, three);

  std::size_t cases = 0;
  const std::string profile =
      " --profile 'probed:" + (folder_ / "one" / "probe.json").string() + "'";
  std::string files;
  for (const auto& entry : fs::directory_iterator(folder_ / "one" / "failures")) {
    EXPECT_EQ(contents(entry.path()),
              contents(folder_ / "three" / "failures" / entry.path().filename()));
    files += " '" + entry.path().string() + "'";
    ++cases;
  }
  const RunResult replayed =
      run_command("replay --backend mutant:keeps-minus-zero" + profile + files);
  EXPECT_EQ(replayed.status, 1) << replayed.output;
  EXPECT_THAT(replayed.output, HasSubstr("rule f32f32.minus-zero"));
  EXPECT_THAT(replayed.output, testing::Not(HasSubstr(": passes")));
  EXPECT_EQ(run_command("replay" + files).status, 0);
  // At least f322f32 in its five modes, where every listed value is tried.
  EXPECT_GE(cases, 5u);
}

// A library has two ways to the same results, and either may be the wrong one.
TEST_F(Certify, ListedCasesRunAloneAndInABatch) {
  setenv("VCONFORM_WRONG_INPUT", "vconv_f162s8r 0x4d37", 1);
  setenv("VCONFORM_UNCLAIMED", "repeat", 1);
  const std::string backend =
      "certify --level quick --backend '" + std::string(VCONFORM_ONE_WRONG_INPUT) + "'";
  const std::string in_a_batch = "execute_batch leaves this; execute does not";
  setenv("VCONFORM_WRONG_IN", "execute", 1);
  const RunResult alone = run_command(backend + out("alone"));
  EXPECT_EQ(alone.status, 1) << alone.output;
  EXPECT_THAT(alone.output, testing::AllOf(HasSubstr("Vconv.EveryPattern/"),
                                           testing::Not(HasSubstr(in_a_batch))));
  setenv("VCONFORM_WRONG_IN", "batch", 1);
  const RunResult together = run_command(backend + out("together"));
  EXPECT_EQ(together.status, 1) << together.output;
  EXPECT_THAT(together.output,
              testing::AllOf(HasSubstr("Vconv.EveryPattern/"), HasSubstr(in_a_batch)));
  const std::string certificate = (folder_ / "together" / "certificate.json").string();
  EXPECT_EQ(run_command("verify-certificate '" + certificate + "'").status, 1);
  unsetenv("VCONFORM_WRONG_IN");
  unsetenv("VCONFORM_UNCLAIMED");
  unsetenv("VCONFORM_WRONG_INPUT");
}

}  // namespace
}  // namespace vconform::suites
