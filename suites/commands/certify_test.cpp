// Whole runs of `certify --level quick` as people call them.
#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class Certify : public CliTest {};

TEST_F(Certify, GoldenConformsAtQuickAndSaysSo) {
  const RunResult certified = run_command("certify --level quick" + out("golden"));
  EXPECT_EQ(certified.status, 0) << certified.output;
  EXPECT_THAT(certified.output, HasSubstr("golden conforms on 357 of 357 rows"));
  EXPECT_THAT(certified.output, HasSubstr("try: ./vconform certify --backend mutant:"));
  EXPECT_THAT(contents(folder_ / "golden" / "certificate.json"), HasSubstr("\"conforms\""));
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

// One wrong value, of a 16-bit source and of a wider one, in a row whose claim lacks a feature that
// cases with many values could use.
TEST_F(Certify, OneWrongValueIsFoundWhateverIsNotClaimed) {
  const std::string backend =
      "certify --level quick --backend '" + std::string(VCONFORM_ONE_WRONG_INPUT) + "'";
  for (const std::string input : {"vconv_f162s8r 0x4d37", "vconv_f322f16r 0x3f801000"}) {
    for (const std::string unclaimed :
         {"saturate", "keep-inf", "ctrl59", "mask", "counter", "repeat", "strides", "in-place"}) {
      setenv("VCONFORM_WRONG_INPUT", input.c_str(), 1);
      setenv("VCONFORM_UNCLAIMED", unclaimed.c_str(), 1);
      const RunResult certified = run_command(backend + out("one"));
      EXPECT_EQ(certified.status, 1) << input << " without " << unclaimed;
      EXPECT_NE(certified.output.find("  Vconv.Every"), std::string::npos)
          << input << " without " << unclaimed;
      EXPECT_NE(certified.output.find(": 1 deviate, "), std::string::npos)
          << input << " without " << unclaimed;
    }
  }
  unsetenv("VCONFORM_WRONG_INPUT");
  unsetenv("VCONFORM_UNCLAIMED");
}

// The contexts of the library share one buffer. One of its instructions is enough here.
TEST_F(Certify, AFalseClaimOfThreadSafetyIsFound) {
  const RunResult certified =
      run_command("certify --level quick --family cast_deq,deq --backend '" +
                  std::string(VCONFORM_RACY_GOLDEN) + "'" + out("racy"));
  EXPECT_EQ(certified.status, 1);
  EXPECT_THAT(certified.output, HasSubstr("eq.SameAtOnce/"));
  EXPECT_THAT(certified.output, testing::Not(HasSubstr(".MatchesOracle/")));
}

TEST_F(Certify, EigenRunsToTheEndAndItsDeviationsReplay) {
  const RunResult certified = run_command("certify --backend eigen --level quick" + out("eigen"));
  EXPECT_EQ(certified.status, 1) << certified.output;
  EXPECT_THAT(certified.output, HasSubstr("addressing was not judged"));
  std::string files;
  for (const auto& entry : fs::directory_iterator(folder_ / "eigen" / "failures")) {
    files += " '" + entry.path().string() + "'";
  }
  const RunResult replayed = run_command("replay --backend eigen" + files);
  EXPECT_EQ(replayed.status, 1);
  EXPECT_THAT(replayed.output, testing::Not(HasSubstr(": passes")));
}

}  // namespace
}  // namespace vconform::suites
