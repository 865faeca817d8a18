// The command doctor, run as a user would.
#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Runs doctor with one environment variable set.
RunResult doctor_with(const char* variable, const char* value) {
  const char* before = getenv(variable);
  const std::string kept = before == nullptr ? "" : before;
  setenv(variable, value, 1);
  const RunResult run = run_command("doctor");
  before == nullptr ? unsetenv(variable) : setenv(variable, kept.c_str(), 1);
  return run;
}

TEST(Doctor, SaysWhatHoldsHere) {
  const RunResult run = doctor_with("LC_ALL", "C");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr("\n  write rules: "), HasSubstr("\n  system call filter: "),
                    HasSubstr("\n  strays are ended: "), HasSubstr("\n  memory watch: "),
                    HasSubstr("\n  memory limit of a backend: ")));
  EXPECT_THAT(run.output, AllOf(HasSubstr("\n  cmake "), HasSubstr("\n  golden  "),
                                HasSubstr("files of vconform: all here\n")));
}

TEST(Doctor, WithoutPathNoProgramIsHere) {
  const RunResult run = doctor_with("PATH", "/nonexistent");
  EXPECT_THAT(run.output, HasSubstr("g++                    not here: package g++, for building"));
}

TEST(Doctor, WithoutATemporaryFolderItStillAnswers) {
  const RunResult run = doctor_with("TMPDIR", "/proc/self");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("containment: does not hold here: no temporary folder"));
}

}  // namespace
}  // namespace vconform::suites
