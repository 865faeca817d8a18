// Tests of `replay` and `probe`: cases that nothing compares, and programs that take too long once.
#include <fmt/format.h>

#include <cstdlib>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Two repeats of a DEQ; `scale` is the DEQSCALE register.
std::string deq_case(const std::string& claim, const std::string& scale, int repeat) {
  return "vconform-case 1\nclaim " + claim +
         "\nseed 1\nmemory UB size=4096 background=1\n"
         "place UB+0x100 s16 numbers count=256 low=-125 modulus=251\n"
         "ctrl 0x0000000000000000\nmask 0xffffffffffffffff 0xffffffffffffffff\ndeqscale " +
         scale +
         "\nvconv_deqs162b8h_s8 dst=UB+0x900 src=UB+0x100 repeat=" + std::to_string(repeat) +
         " dstBlockStride=1 srcBlockStride=1 dstRepeatStride=8 srcRepeatStride=8\n";
}

constexpr const char* kSplitting = "Deq.SplittingARepeatChangesNothing/deqs162b8h_s8";
constexpr const char* kPlain = "0x000040003bb66000";
constexpr const char* kNan = "0x000040007fc00000";

class Replay : public CliTest {
 protected:
  void TearDown() override {
    unsetenv("VCONFORM_FAULTS");
    unsetenv("VCONFORM_ATTACK");
    CliTest::TearDown();
  }

  static RunResult replayed(const std::string& files, const std::string& backend) {
    return run_command("replay --profile a2 --time-limit 0.2 --backend '" + backend + "' " + files);
  }
};

// The claims compare nothing: results are open, the claim is about another family, there is one
// repeat only.
TEST_F(Replay, RunsACaseOfWhichItsClaimComparesNothing) {
  const std::string cases[] = {write("open.case", deq_case(kSplitting, kNan, 2)),
                               write("alien.case", deq_case("Vconv.Monotone/f322f16_r", kPlain, 2)),
                               write("short.case", deq_case(kSplitting, kPlain, 1))};
  setenv("VCONFORM_FAULTS", "1:abort", 1);
  for (const std::string& file : cases) {
    const RunResult crashed = replayed(file, VCONFORM_FAULTY_GOLDEN);
    EXPECT_EQ(crashed.status, 1) << crashed.output;
    EXPECT_THAT(crashed.output, AllOf(HasSubstr("CRASH  Deq.MatchesOracle/"), HasSubstr("FAILS")));
    const RunResult right = replayed(file, "golden");
    EXPECT_EQ(right.status, 0) << right.output;
    EXPECT_THAT(right.output, HasSubstr(", by the oracle: its claim compares nothing here)"));
  }
}

TEST_F(Replay, ACaseWithoutAnInstructionDoesNotPass) {
  const std::string file =
      write("mask.case",
            "vconform-case 1\nclaim Deq.MatchesOracle/deqs162b8h_s8\nseed 1\n"
            "memory UB size=4096 background=1\nmask 0xffffffffffffffff 0xffffffffffffffff\n");
  const RunResult run = replayed(file, "golden");
  EXPECT_EQ(run.status, 2) << run.output;
  EXPECT_THAT(run.output, HasSubstr("has no instruction: there is nothing to judge"));
}

// A failing case counts beside another that cannot be read.
TEST_F(Replay, ACaseThatCannotBeReadHidesNoFailure) {
  const std::string empty = write("empty.case", "");
  const std::string fails = write("fails.case", deq_case(kSplitting, kPlain, 2));
  setenv("VCONFORM_FAULTS", "1:abort", 1);
  const std::string last = fmt::format("{} {}", fails, empty);
  for (const std::string& files : {last, fmt::format("{} {}", empty, fails)}) {
    const RunResult run = replayed(files, VCONFORM_FAULTY_GOLDEN);
    EXPECT_EQ(run.status, 1) << run.output;
    EXPECT_THAT(run.output, AllOf(HasSubstr("FAILS"), HasSubstr("empty.case")));
  }
  unsetenv("VCONFORM_FAULTS");
  for (const std::string& files : {empty, last}) {
    const RunResult run = replayed(files, "golden");
    EXPECT_EQ(run.status, 2) << run.output;
    EXPECT_THAT(run.output, HasSubstr("empty.case"));
  }
}

// Read before the backend runs, and not where the backend may write.
TEST_F(Replay, ACaseIsOutOfTheBackendsReach) {
  fs::create_directory(folder_ / "its");
  write("its/two.case", deq_case(kSplitting, kPlain, 2));
  const std::string allowed = " --allow-write '" + (folder_ / "its").string() + "' ";
  expect_refused("replay" + allowed + "'" + (folder_ / "its/two.case").string() + "'", 2,
                 "is within --allow-write");
  const std::string build = fs::path(VCONFORM_CLI).parent_path().string();
  expect_refused(
      "replay --allow-write '" + build + "' " + write("two.case", deq_case(kSplitting, kPlain, 2)),
      2, "has vconform itself in it");
}

TEST_F(Replay, JudgesAClaimThatComparesByItself) {
  const RunResult right = replayed(write("two.case", deq_case(kSplitting, kPlain, 2)), "golden");
  EXPECT_EQ(right.status, 0) << right.output;
  EXPECT_THAT(right.output, HasSubstr("passes (256 elements judged)\n"));
}

// Every second program of a worker hangs, and passes when it runs again in a fresh one.
TEST_F(Replay, CountsTimeOutsThatAreNotConfirmed) {
  const std::string file = " " + write("two.case", deq_case(kSplitting, kPlain, 1));
  setenv("VCONFORM_ATTACK", "execute%2:hang", 1);
  const RunResult few = replayed(file + file + file + file, VCONFORM_HOSTILE);
  EXPECT_EQ(few.status, 0) << few.output;
  EXPECT_THAT(few.output, HasSubstr("time-outs that were not confirmed: 3,"));
  const RunResult many = replayed(file + file + file + file + file, VCONFORM_HOSTILE);
  EXPECT_EQ(many.status, 1) << many.output;
  EXPECT_THAT(many.output, HasSubstr("time-outs that were not confirmed: 4,"));
  unsetenv("VCONFORM_ATTACK");
  EXPECT_THAT(replayed(file, VCONFORM_HOSTILE).output, Not(HasSubstr("not confirmed")));
}

TEST_F(Replay, ProbingCountsThemToo) {
  const std::string probe =
      "probe --time-limit 0.2 --backend '" VCONFORM_HOSTILE "'" + out("probed");
  setenv("VCONFORM_ATTACK", "execute@2000%2:hang", 1);
  const RunResult none = run_command(probe);
  EXPECT_THAT(none.output, Not(HasSubstr("not confirmed")));
  setenv("VCONFORM_ATTACK", "execute%100:hang", 1);
  const RunResult many = run_command(probe);
  EXPECT_EQ(many.status, 1) << many.output;
  EXPECT_THAT(many.output, HasSubstr("time-outs that were not confirmed: "));
}

// The case passes, and the library crashed at one that told its readings.
TEST_F(Replay, AFaultWhileItWasProbedCounts) {
  const std::string file =
      write("s8.case",
            "vconform-case 1\nclaim Vconv.MatchesOracle/s82f16\nseed 1\n"
            "memory UB size=4096 background=1\nvconv_s82f16 dst=UB+0x400 src=UB+0x0 repeat=1 "
            "dstBlockStride=1 srcBlockStride=1 dstRepeatStride=8 srcRepeatStride=4\n");
  int met = 0;
  for (const int program : {8, 20, 30}) {
    setenv("VCONFORM_ATTACK", fmt::format("execute@{}:abort", program).c_str(), 1);
    const RunResult run = run_command("replay --backend '" VCONFORM_HOSTILE "' " + file);
    if (run.output.find("while it was probed") != std::string::npos) {
      EXPECT_EQ(run.status, 1) << run.output;
      met += run.output.find(": passes") == std::string::npos ? 0 : 1;
    }
  }
  unsetenv("VCONFORM_ATTACK");
  EXPECT_GT(met, 0);
}

TEST_F(Replay, PrintsAnAcceptedDepartureAsAWeakening) {
  const RunResult accepted = replayed(
      "--choice deq.offset-sign=unsigned " + write("two.case", deq_case(kSplitting, kPlain, 2)),
      "golden:deq.offset-sign=unsigned");
  EXPECT_EQ(accepted.status, 0) << accepted.output;
  EXPECT_THAT(accepted.output,
              HasSubstr("weakened: deq.offset-sign=unsigned departs from the page, as --choice"));
}

}  // namespace
}  // namespace vconform::suites
