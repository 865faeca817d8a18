// Whole runs of `certify --level quick` on wrong backends, as people call them.
#include <utility>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class CertifyWrongBackends : public CliTest {};

// One wrong value, of a 16-bit source and of a wider one, in a row whose claim lacks a feature that
// cases with many values could use.
TEST_F(CertifyWrongBackends, OneWrongValueIsFoundWhateverIsNotClaimed) {
  const std::string backend =
      "certify --level quick --backend '" + std::string(VCONFORM_ONE_WRONG_INPUT) + "'";
  for (const std::string input : {"vconv_f162s8r 0x4d37", "vconv_f322f16r 0x3f801000"}) {
    for (const std::string unclaimed :
         {"saturate", "keep-inf", "ctrl59", "mask", "counter", "repeat", "strides", "in-place"}) {
      setenv("VCONFORM_WRONG_INPUT", input.c_str(), 1);
      setenv("VCONFORM_UNCLAIMED", unclaimed.c_str(), 1);
      const RunResult certified = run_command(backend + out("one"));
      EXPECT_EQ(certified.status, 1) << input << " without " << unclaimed;
      // The terminal shows it once, under the property that met it first.
      EXPECT_THAT(contents(folder_ / "one" / "certificate.json"),
                  HasSubstr("\"claim\": \"Vconv.Every"))
          << input << " without " << unclaimed;
      EXPECT_NE(certified.output.find(": 1 deviate, "), std::string::npos)
          << input << " without " << unclaimed;
    }
  }
  unsetenv("VCONFORM_WRONG_INPUT");
  unsetenv("VCONFORM_UNCLAIMED");
}

// A few programs of the plan show it, and no value does.
TEST_F(CertifyWrongBackends, OneWrongPlaceIsFound) {
  for (const auto& [fault, family] :
       {std::pair("compacted-in-place", "vconv"), std::pair("interleaved-repeats", "cast_deq")}) {
    setenv("VCONFORM_FAULT", fault, 1);
    const RunResult certified =
        run_command("certify --level quick --profile a2 --family " + std::string(family) +
                    " --backend '" + VCONFORM_RARELY_WRONG + "'" + out("one"));
    EXPECT_EQ(certified.status, 1) << fault;
    EXPECT_THAT(contents(folder_ / "one" / "certificate.json"), HasSubstr(".EveryMagnitude/"))
        << fault;
  }
  unsetenv("VCONFORM_FAULT");
}

// The contexts of the library share one buffer. One of its instructions is enough here.
TEST_F(CertifyWrongBackends, AFalseClaimOfThreadSafetyIsFound) {
  const RunResult certified =
      run_command("certify --level quick --family cast_deq,deq --backend '" +
                  std::string(VCONFORM_RACY_GOLDEN) + "'" + out("racy"));
  EXPECT_EQ(certified.status, 1);
  EXPECT_THAT(certified.output, HasSubstr("eq.SameAtOnce/"));
  EXPECT_THAT(certified.output, testing::Not(HasSubstr(".MatchesOracle/")));
}

// No program alone shows it, so each case file begins with the one that does, and replays.
TEST_F(CertifyWrongBackends, AMaskThatIsLeftToTheNextProgramIsFoundWithBoth) {
  const std::string backend =
      " --profile a2 --backend '" + std::string(VCONFORM_LEAKING_GOLDEN) + "'";
  const RunResult certified =
      run_command("certify --level quick --family vconv" + backend + out("leaking"));
  EXPECT_EQ(certified.status, 1) << certified.output;
  EXPECT_THAT(certified.output, HasSubstr("depends on earlier programs"));
  int pairs = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "leaking" / "failures")) {
    if (contents(entry.path().string()).find("\nthen\n") != std::string::npos) {
      ++pairs;
      EXPECT_EQ(run_command("replay '" + entry.path().string() + "'" + backend).status, 1)
          << entry.path();
    }
  }
  EXPECT_GE(pairs, 10);
}

TEST_F(CertifyWrongBackends, EigenRunsToTheEndAndItsDeviationsReplay) {
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

// One deviation, however it is known that the backend follows the reading.
TEST_F(CertifyWrongBackends, AReadingThatDepartsFromThePageIsADeviationUnlessItIsAskedFor) {
  const std::string reading = "copy.scale-bits=truncate";
  const std::string backend = " --backend golden:" + reading;
  const std::string run = "certify --level quick --family data_copy" + backend;
  const RunResult probed = run_command(run + out("probed"));
  EXPECT_EQ(probed.status, 1);
  EXPECT_THAT(probed.output, testing::AllOf(HasSubstr("\nDEPARTS  DataCopy.OneReading/"),
                                            HasSubstr("32位数视为float"),
                                            HasSubstr(": 1 deviate, 0 not claimed")));
  const std::string profile =
      " --profile 'probed:" + (folder_ / "probed/probe.json").string() + "'";
  const RunResult again = run_command(run + profile + out("again"));
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.output, HasSubstr(": 1 deviate, 0 not claimed"));
  std::string cases;
  for (const auto& entry : fs::directory_iterator(folder_ / "again/failures")) {
    cases += " '" + entry.path().string() + "'";
  }
  EXPECT_EQ(run_command("replay" + cases + backend + profile).status, 1);
  const RunResult asked = run_command(run + " --choice " + reading + out("asked"));
  EXPECT_EQ(asked.status, 0);
  EXPECT_THAT(asked.output, HasSubstr("weakened: " + reading + " departs from the page"));
  const RunResult verified =
      run_command("verify-certificate '" + (folder_ / "asked/certificate.json").string() + "'");
  EXPECT_EQ(verified.status, 0);
  EXPECT_THAT(verified.output, HasSubstr("weakened: " + reading + " departs from the page"));
}

}  // namespace
}  // namespace vconform::suites
