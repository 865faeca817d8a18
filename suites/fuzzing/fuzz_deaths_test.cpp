// The command fuzz with targets that end abnormally, hang, or harm their surroundings.
#include <chrono>
#include <sstream>

#include "suites/fuzzing/fuzz_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(FuzzTest, WhatIsNotRunInIsolationIsNotGreen) {
  for (const char* ending : {"figures 9 9 9; exit 0", "figures 9 9 9; exit 1", "report end",
                             "figures 9 0 0; report end", "sleep 60"}) {
    stand_in("vconv_fuzz", "[ -z \"${VCONFORM_FUZZ_ISOLATED-}\" ] || { " + std::string(ending) +
                               "; exit; }\n" + kGood);
    const RunResult run = fuzz_vconv("--time 1");
    EXPECT_EQ(run.status, 1) << ending << run.output;
    EXPECT_THAT(run.output,
                AllOf(HasSubstr("in isolation"), HasSubstr("no finding in "),
                      HasSubstr("but 1 problem: see above"), Not(HasSubstr("nothing found"))))
        << ending;
  }
}

TEST_F(FuzzTest, ADeathBecomesAFindingAndTheFamilyIsIsolated) {
  stand_in("vconv_fuzz",
           "if [ \"${VCONFORM_FUZZ_ISOLATED-}\" ]; then\n"
           "  find_case " +
               kKey +
               "\n"
               "  [ -f \"$last\" ] || { " +
               kGood +
               "}\n"
               "else\n"
               "  figures 10 10 100; echo x >\"${artifacts}crash-$$\"; exit 77\n"
               "fi\n");
  const RunResult run = fuzz_vconv("--time 2 --backend mutant:round-half-away");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_EQ(count(run.output, "rule round.nearest-ties-to-even"), 1u) << run.output;
  // Three deaths, after each of which its input is run again, then isolated slices.
  EXPECT_EQ(call_count("isolated=0"), 3u) << calls();
  EXPECT_EQ(call_count("/crash-"), 3u) << calls();
  EXPECT_GE(call_count("isolated=1"), 4u) << calls();
  EXPECT_THAT(run.output, Not(HasSubstr("died on")));
}

TEST_F(FuzzTest, AnInputThatShowsNothingAloneIsNotLost) {
  stand_in("vconv_fuzz",
           kGoodIfIsolated + std::string("figures 10 10 100; "
                                         "echo x >\"${artifacts}oom-1234\"; exit 71\n"));
  const RunResult run = fuzz_vconv("--time 2");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_EQ(count(run.output,
                  "vconv: its target died 3 times and no input shows it; the last time it ended "
                  "with exit code 71; alone and isolated its input, " +
                      (folder_ / "out/failures/oom-1234").string() + ", passes"),
            1u)
      << run.output;
  EXPECT_EQ(contents(folder_ / "out/failures/oom-1234"), "x\n");
}

TEST_F(FuzzTest, ADeathWithoutAnInputIsSaidAndIsolates) {
  stand_in("vconv_fuzz",
           kGoodIfIsolated + std::string("figures 10 10 100\n"
                                         "printf 'so \\033[2Jlong\\n' >&2; kill -6 $$\n"));
  const RunResult run = fuzz_vconv("--time 2");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr("vconv: its target died once and no input shows it; the last time it "
                              "was ended by signal 6 (Aborted); it left no input; its last words: "
                              "'so "),
                    Not(HasSubstr("\x1b")), Not(HasSubstr("nothing found"))));
  EXPECT_EQ(call_count("isolated=0"), 1u);
}

// A line counts as the target's only with the word that the command gave it, wherever it appears.
TEST_F(FuzzTest, OnlyTheTargetItselfSaysThatItIsDone) {
  for (const char* ending :
       {"exit 0", "echo end >&2; exit 0", "echo end >&3; exit 0", "echo 0123456789abcdef end >&3",
        "echo \"$VCONFORM_FUZZ_REPORT end\" >&2", "exec 2>&- 3>&-", "report end; exit 1",
        "report end; kill -6 $$", "report end; figures 99 99 999"}) {
    fs::remove(folder_ / "targets/calls");
    stand_in(
        "vconv_fuzz",
        kGoodIfIsolated + std::string("figures 10 10 100; sleep \"$seconds\"\n") + ending + "\n");
    const RunResult run = fuzz_vconv("--time 1");
    EXPECT_EQ(run.status, 1) << ending << run.output;
    EXPECT_THAT(run.output, AllOf(HasSubstr("its target died"), HasSubstr("no finding in "),
                                  Not(HasSubstr("nothing found"))))
        << ending;
  }
}

TEST_F(FuzzTest, ATargetThatIsKilledFromOutsideIsStartedAgain) {
  // One kill may come from the machine; repeated ones may come from the backend.
  stand_in("vconv_fuzz",
           "[ -e \"$here/killed\" ] || { touch \"$here/killed\"; figures 10 10 100; "
           "kill -9 $$; }\n" +
               std::string(kGood));
  RunResult run = fuzz_vconv("--time 3");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("vconv: its target was killed from outside once"),
                                HasSubstr("\nnothing found in ")));
  stand_in("vconv_fuzz", kGoodIfIsolated + std::string("figures 10 10 100; kill -9 $$\n"));
  run = fuzz_vconv("--time 3");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("vconv: its target died 3 times"),
                                HasSubstr("signal 9 (Killed)"), Not(HasSubstr("nothing found"))));
}

TEST_F(FuzzTest, WhereNothingCouldBeRunTheMachineIsToBlame) {
  stand_in("vconv_fuzz", "kill -9 $$\n");
  const RunResult run = fuzz_vconv("--time 2");
  EXPECT_EQ(run.status, 4) << run.output;
  EXPECT_THAT(run.output, HasSubstr("the targets were killed from outside"));
}

TEST_F(FuzzTest, ADiskThatFailsIsNoVerdict) {
  stand_in("vconv_fuzz",
           "figures 10 10 100; report cannot-write cannot write x: it is full; exit 1\n");
  RunResult run = fuzz_vconv("--time 30");
  EXPECT_EQ(run.status, 4) << run.output;
  EXPECT_THAT(run.output, testing::EndsWith("\nvconform: cannot write x: it is full\n"));
  // Findings made before the signal are reported.
  stand_in("vconv_fuzz", "find_case " + kKey + "\n" + kGood);
  fs::create_directories(folder_ / "out/failures" / (kKey + ".case"));
  run = fuzz_vconv("--time 1 --backend mutant:round-half-away");
  EXPECT_EQ(run.status, 4) << run.output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr("MISMATCH  Vconv.MatchesOracle/f322f32_r"),
                    HasSubstr("1 finding in "), HasSubstr("\nvconform: cannot write ")));
}

// The backend is in the same process.
TEST_F(FuzzTest, NoExitCodeOfABackendIsTakenForAFullDisk) {
  stand_in("vconv_fuzz", "figures 10 10 100; echo 'cannot write x: it is full' >&2; exit 75\n");
  const RunResult run = fuzz_vconv("--time 30");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("ended with exit code 75"));
}

TEST_F(FuzzTest, ATargetMayKillOrStopItsParent) {
  stand_in("vconv_fuzz", "kill -STOP $PPID\n" + std::string(kGood));
  RunResult run = fuzz_vconv("--time 2");
  EXPECT_EQ(run.status, 0) << run.output;
  stand_in("vconv_fuzz",
           kGoodIfIsolated + std::string("figures 10 10 100; kill -9 $PPID; sleep 9\n"));
  run = fuzz_vconv("--time 2");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("was left without its parent"));
}

TEST_F(FuzzTest, WhatATargetStartsEndsWithIt) {
  stand_in("vconv_fuzz",
           "wanted=$(($(cat \"$here/pids\" 2>/dev/null | wc -l) + 3))\n"
           "sleep 61 & echo $! >>\"$here/pids\"\n"
           "setsid sh -c 'echo $$ >>\"$0\"; exec sleep 62' \"$here/pids\" &\n"
           "setsid sh -c 'sleep 63 & echo $! >>\"$0\"' \"$here/pids\"\n"
           // On a busy machine the second one takes its time.
           "until [ \"$(wc -l <\"$here/pids\")\" -ge \"$wanted\" ]; do sleep 0.02; done\n" +
               std::string(kGood));
  const auto start = std::chrono::steady_clock::now();
  const RunResult run = fuzz_vconv("--time 1");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(6));
  EXPECT_EQ(run.status, 0) << run.output;
  std::istringstream pids(contents(folder_ / "targets/pids"));
  std::size_t seen = 0;
  for (int pid = 0; pids >> pid; ++seen) {
    EXPECT_FALSE(fs::exists("/proc/" + std::to_string(pid) + "/exe")) << "it still runs";
  }
  EXPECT_GE(seen, 6u);
}

// Writes a flight record as of a call of the backend that was begun long ago, with an input of one
// byte.
constexpr const char* kInBackend =
    "{ printf '\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0'\n"
    "  printf '\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\2\\0\\0\\0\\0\\0\\0\\0x'\n"
    "} | dd of=\"$VCONFORM_FUZZ_FLIGHT\" conv=notrunc status=none\n";

TEST_F(FuzzTest, ABackendThatHangsIsEndedAndItsInputBecomesAFinding) {
  stand_in("vconv_fuzz",
           "if [ \"${VCONFORM_FUZZ_ISOLATED-}\" ]; then\n"
           "  grep -q '^x$' \"$last\" && find_case " +
               kKey + "\nelse\n  figures 10 10 100\n" + kInBackend + "  sleep 60\nfi\n");
  const auto start = std::chrono::steady_clock::now();
  const RunResult run = fuzz_vconv("--time 2 --time-limit 0.5 --backend mutant:round-half-away");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(9));
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("MISMATCH  Vconv.MatchesOracle/f322f32_r"),
                                HasSubstr("1 finding in "), Not(HasSubstr("nothing found"))));
  EXPECT_EQ(call_count("/last-vconv_fuzz-"), 1u) << "one hang suffices\n" << calls();
}

TEST_F(FuzzTest, AnInputThatDoesNotHangAloneIsNamed) {
  stand_in("vconv_fuzz",
           kGoodIfIsolated + std::string("figures 10 10 100\n") + kInBackend + "sleep 60\n");
  const RunResult run = fuzz_vconv("--time 2 --time-limit 0.5");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("the last time it waited for the backend for 1 s; alone "
                                          "and isolated its input, "),
                                HasSubstr("but 1 problem"), Not(HasSubstr("nothing found"))));
}

TEST_F(FuzzTest, TheFolderOfARunThatWasKilledIsRemovedByTheNext) {
  stand_in("vconv_fuzz", kGood);
  const fs::path place = folder_ / "tmp";
  fs::create_directories(place);
  setenv("TMPDIR", place.c_str(), 1);
  run_command("fuzz --jobs 1 --profile a2 --family vconv --time 60" + out("out") +
              " & pid=$!; sleep 1; kill -9 $pid; wait $pid; true");
  EXPECT_FALSE(fs::is_empty(place)) << "it was not killed in its run";
  const RunResult run = fuzz_vconv("--time 1");
  unsetenv("TMPDIR");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_TRUE(fs::is_empty(place));
}

TEST_F(FuzzTest, ATargetThatEndsAtOnceIsNotStartedForever) {
  for (const char* ending : {"exit 0\n", "exit 1\n"}) {
    fs::remove(folder_ / "targets/calls");
    stand_in("vconv_fuzz", ending);
    const RunResult run = fuzz_vconv("--time 20");
    EXPECT_EQ(run.status, 1) << run.output;
    EXPECT_THAT(run.output,
                AllOf(HasSubstr("vconv: its target dies again and again"),
                      HasSubstr("vconv: no input was run"), Not(HasSubstr("nothing found"))));
    EXPECT_LE(call_count("vconv_fuzz"), 6u);
  }
}

TEST_F(FuzzTest, ATargetThatIgnoresItsTimeIsEnded) {
  stand_in("vconv_fuzz",
           "trap '' TERM; engine; figures 10 10 10; while :; do figures 10 10 10; "
           "sleep 0.2; done\n");
  const auto start = std::chrono::steady_clock::now();
  const RunResult run = fuzz_vconv("--time 1 --time-limit 0.01");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("did not end in time"), Not(HasSubstr("nothing found"))));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(7));
}

}  // namespace
}  // namespace vconform::suites
