// Libraries that export the documented prototypes, certified as people do it, and the option --on.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"
#include "suites/files/json_file.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Exported : public CliTest {
 protected:
  RunResult certified(const std::string& library, const std::string& options = "") const {
    return run_command("certify --level quick --backend 'intrinsics:" + library + "' " + options +
                       out("run"));
  }
  std::string failure() const {
    for (const auto& entry : fs::directory_iterator(folder_ / "run/failures")) {
      return "'" + entry.path().string() + "'";
    }
    return "no failure";
  }
  nlohmann::ordered_json certificate() const {
    return read_json_file((folder_ / "run/certificate.json").string(), "certificate");
  }
};

std::string simulator(const std::string& name) {
  return VCONFORM_SIMULATORS "/" + name + ".so";
}

TEST_F(Exported, ASimulatorThatFollowsThePagesConforms) {
  const RunResult pointers = certified(simulator("simulator"));
  EXPECT_EQ(pointers.status, 0) << pointers.output;
  EXPECT_THAT(pointers.output, AllOf(HasSubstr("conforms on 32 of "),
                                     HasSubstr("exports no vconform_memory() with UB")));
  const RunResult offsets = certified(simulator("simulator_of_offsets"));
  EXPECT_EQ(offsets.status, 0) << offsets.output;
  EXPECT_THAT(offsets.output, AllOf(HasSubstr("conforms on 38 of "), Not(HasSubstr("note:"))));
}

TEST_F(Exported, AFaultOfASimulatorIsFoundAndNamed) {
  struct Row {
    const char* library;
    const char* family;
    const char* named;
  };
  for (const Row& row : {Row{"simulator_one_rounding", "vconv", "f322s32 "},
                         Row{"simulator_no_mask", "cast_deq", "WROTE OUTSIDE"},
                         Row{"simulator_narrow_strides", "vconv", "walk.blocks"},
                         Row{"simulator_deaf_deqscale", "cast_deq", "DEQSCALE is forgotten"}}) {
    const RunResult run = certified(simulator(row.library), std::string("--family ") + row.family);
    EXPECT_EQ(run.status, 1) << row.library << "\n" << run.output;
    EXPECT_THAT(run.output, HasSubstr(row.named)) << row.library;
  }
}

TEST_F(Exported, ATrapIsARejection) {
  const RunResult run = certified(simulator("simulator_traps"), "--family vconv");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("REJECTED"), HasSubstr("it called trap()")));
}

TEST_F(Exported, WhatIsMissingIsSaidAndNotClaimed) {
  const RunResult run = certified(simulator("simulator_without_deqscale"));
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("conforms on 26 of "),
                                HasSubstr("has set_deqscale with float: not called"),
                                HasSubstr("exports no set_deqscale(unsigned long)")));
  EXPECT_EQ(certified(simulator("simulator_without_deqscale"), "--require deq").status, 1);
}

TEST_F(Exported, ALibraryThatIsNoneIsRefused) {
  const auto refused = [&](const std::string& library, const char* why) {
    expect_refused("certify --backend 'intrinsics:" + library + "'" + out("x"), 3, why);
  };
  refused(VCONFORM_SMALLEST_ADAPTER, "exports none of the documented prototypes");
  refused(simulator("near_misses"), "has vconv_f322f16r with _Float16*");
  refused(simulator("caller"), "exports none of the documented prototypes");
  refused(simulator("crashing"), "crashes when it is opened");
  refused("/no/such.so", "no such file");
  expect_refused("certify --backend intrinsics:" + out("x"), 2, "intrinsics:LIB.so");
}

TEST_F(Exported, TheLibraryOfAllPrototypesConforms) {
  const RunResult run = certified(VCONFORM_INTRINSICS_LIBRARY);
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("conforms on 357 of 357 rows"));
  EXPECT_FALSE(certificate()["backend"].contains("on"));
}

TEST_F(Exported, TheBackendThatExecutesIsPartOfTheCertificate) {
  const std::string on = "--on mutant:round-half-away";
  const RunResult run = certified(VCONFORM_INTRINSICS_LIBRARY, "--family vconv " + on);
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("round.nearest-ties-to-even"),
                                HasSubstr(" on mutant:round-half-away  level quick"),
                                HasSubstr(" --on mutant:round-half-away")));
  EXPECT_EQ(certificate()["backend"]["on"], "mutant:round-half-away");
  const std::string certificate_file = "'" + (folder_ / "run/certificate.json").string() + "'";
  const RunResult verified = run_command("verify-certificate " + certificate_file);
  EXPECT_EQ(verified.status, 1) << verified.output;
  EXPECT_THAT(verified.output, HasSubstr(" on mutant:round-half-away: does not conform"));
  const std::string replay = "replay " + failure() + " --profile a2 --backend intrinsics:" +
                             VCONFORM_INTRINSICS_LIBRARY " ";
  EXPECT_EQ(run_command(replay + on).status, 1);
  EXPECT_EQ(run_command(replay).status, 0);
  // The variable of this environment must not reach the library unsaid.
  setenv("VCONFORM_ON", "mutant:round-half-away", 1);
  EXPECT_EQ(run_command(replay).status, 0);
  unsetenv("VCONFORM_ON");
  const std::string probe = "'probed:" + (folder_ / "run/probe.json").string() + "'";
  expect_refused(
      "certify --backend intrinsics:" VCONFORM_INTRINSICS_LIBRARY " --profile " + probe + out("x"),
      2, "it is of --on 'mutant:round-half-away', and this run is of --on ''");
}

TEST_F(Exported, OnIsRefusedWhereItHasNoEffectOrNamesNothing) {
  const std::string intrinsics = " --backend intrinsics:" VCONFORM_INTRINSICS_LIBRARY;
  expect_refused("certify --on golden" + out("x"), 2, "backend 'golden' does not call");
  expect_refused("certify --on golden --backend intrinsics:" + simulator("simulator") + out("x"), 2,
                 "does not call libvconform_intrinsics.so");
  expect_refused("fuzz --on golden", 2, "backend 'golden' does not call");
  expect_refused("replay --on golden x.case", 2, "backend 'golden' does not call");
  expect_refused("certify --on goldn" + intrinsics + out("x"), 2, "--on: unknown backend 'goldn'");
  expect_refused("certify --on ./none.so" + intrinsics + out("x"), 2, "--on: ./none.so: no such");
  expect_refused("certify --on intrinsics:x.so" + intrinsics + out("x"), 2,
                 "--on: intrinsics:x.so is not a backend with the C ABI");
  expect_refused("certify --on golden --backend intrinsics:/none.so" + out("x"), 3,
                 "/none.so: no such file");
  expect_refused("probe --on golden", 2, "--on");
}

}  // namespace
}  // namespace vconform::suites
