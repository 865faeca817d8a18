// The command smoke, on backends that are right and on the mistakes of a first adapter.
#include <cstdlib>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Smoke : public CliTest {
 protected:
  void TearDown() override {
    unsetenv("VCONFORM_MISTAKE");
    CliTest::TearDown();
  }

  // A smoke test of an adapter with this mistake (adapters/testing/first_mistakes.c).
  static RunResult smoke_of(const std::string& mistake, const std::string& options = "") {
    setenv("VCONFORM_MISTAKE", mistake.c_str(), 1);
    return run_command("smoke '" VCONFORM_FIRST_MISTAKES "'" + options);
  }
};

TEST_F(Smoke, EveryInstructionOfGoldenIsTriedAndRight) {
  const RunResult run = run_command("smoke golden");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(
      run.output,
      AllOf(HasSubstr("opened  golden 1: execute(), whole programs\n"),
            HasSubstr("ok      vconv_f322f16o "), HasSubstr("ok      vconv_vdeqs162b8l_u8 "),
            HasSubstr("ok      cast_deq_s322f16 "),
            HasSubstr("ok      copy_matrix_cc_to_gm_b4_s322s4 "),
            HasSubstr("ok      data_copy_vdeq16_s322s16 "), HasSubstr("closed  ok\n")));
  EXPECT_THAT(run.output, Not(HasSubstr("WRONG")));
  EXPECT_THAT(run.output, HasSubstr("ok; next: ./vconform certify --backend golden --level quick"));
}

TEST_F(Smoke, EitherFormIsTried) {
  const RunResult converts = smoke_of("none");
  EXPECT_EQ(converts.status, 0) << converts.output;
  EXPECT_THAT(converts.output, HasSubstr("opened  first 1: convert(), arrays; the suite does"));
  EXPECT_THAT(converts.output, HasSubstr("claims  1 instruction: vconv 1; checks no arguments; "
                                         "one thread at a time\nok      vconv_s162f32 "));
  EXPECT_THAT(converts.output, HasSubstr("1 of 1 instruction ok; next: "));
  const RunResult executes = smoke_of("execute-none");
  EXPECT_EQ(executes.status, 0) << executes.output;
  EXPECT_THAT(executes.output, HasSubstr("opened  first 1: execute(), whole programs\n"));
}

TEST_F(Smoke, CommonMistakesHaveHints) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"writes-nothing", "does it write to dst?"},
      {"execute-writes-nothing", "no byte of any memory has changed"},
      {"unsupported", "take it out of them, or implement it"},
      {"execute-unsupported", "take it out of them, or implement it"},
      {"rejected", "REJECTED is for arguments outside the documented range"},
      {"silent-error", "let last_error() return a line"},
      {"crash", "n counts elements, not bytes"},
      {"execute-crash", "vconform_next_step()"},
      {"hang", "--time-limit S waits longer"},
  };
  for (const auto& [mistake, hint] : mistakes) {
    const RunResult run = smoke_of(mistake, " --time-limit 0.05");
    EXPECT_EQ(run.status, 1) << mistake << "\n" << run.output;
    EXPECT_THAT(run.output, AllOf(HasSubstr("WRONG   vconv_s162f32 "),
                                  HasSubstr("\n        hint: "), HasSubstr(hint),
                                  HasSubstr("0 of 1 instruction ok\n"), Not(HasSubstr("next:"))))
        << mistake;
  }
}

TEST_F(Smoke, AWrongResultIsShownWithoutAHint) {
  for (const char* mistake : {"wrong", "execute-wrong"}) {
    const RunResult run = smoke_of(mistake);
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.output, testing::ContainsRegex("WRONG   vconv_s162f32 .*MISMATCH  0x.*, not "));
    EXPECT_THAT(run.output, Not(HasSubstr("hint")));
  }
}

TEST_F(Smoke, ClaimingNothingIsAMistake) {
  const RunResult run = smoke_of("no-rows");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.output, HasSubstr("claims  NOTHING\n        hint: set rows, row_count"));
}

TEST_F(Smoke, AnEndThatFailsIsAMistake) {
  const RunResult run = smoke_of("wrong-end");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.output, AllOf(HasSubstr("ok      vconv_s162f32 "), HasSubstr("closed  WRONG  ")));
}

TEST_F(Smoke, TimeoutsEndIt) {
  setenv("VCONFORM_ATTACK", "execute:hang", 1);
  const RunResult run = run_command("smoke '" VCONFORM_HOSTILE "' --time-limit 0.02");
  unsetenv("VCONFORM_ATTACK");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.output, HasSubstr(" more are not tried, after 3 time-outs\n"));
  // Each hint is given once.
  EXPECT_EQ(run.output.find("hint"), run.output.rfind("hint"));
}

TEST_F(Smoke, BackendsThatCannotBeOpenedAreRefused) {
  setenv("VCONFORM_MISTAKE", "no-struct-size", 1);
  expect_refused("smoke '" VCONFORM_FIRST_MISTAKES "'", 3, "struct_size is 0");
  expect_refused("smoke /nowhere/lib.so", 3, "/nowhere/lib.so");
  expect_refused("smoke goldn", 2, "golden");
  expect_refused("smoke", 2, "B is required");
  expect_refused("smoke golden --time-limit 0", 2, "--time-limit");
}

}  // namespace
}  // namespace vconform::suites
