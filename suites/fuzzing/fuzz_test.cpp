// The command fuzz: findings, their report, and what is kept.
#include <fmt/format.h>

#include <chrono>
#include <csignal>

#include "suites/fuzzing/fuzz_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(FuzzTest, NothingFoundExitsZeroWithAllFigures) {
  stand_in("vconv_fuzz", kGood);
  const RunResult run = fuzz_vconv("--time 1 --seed 5");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("seed 5"));
  EXPECT_THAT(run.output,
              testing::ContainsRegex(
                  "vconv +2,000 +[0-9,]+ +99.0 % +100,000 +3 +123 +[+]23 +245 +[+]45 +0"));
  EXPECT_THAT(run.output, AllOf(HasSubstr("run again in isolation: 1,980 inputs"),
                                HasSubstr("\nnothing found in ")));
}

TEST_F(FuzzTest, TheEngineIsToldWhatItMayDo) {
  stand_in("vconv_fuzz", kGood);
  write("targets/vconv_fuzz.dict", "\"x\"\n");
  ASSERT_EQ(fuzz_vconv("--time 1 --corpus '" + (folder_ / "corpus").string() + "'").status, 0);
  EXPECT_THAT(calls(), AllOf(HasSubstr("-len_control=0"), HasSubstr("-max_len=256"),
                             HasSubstr("-rss_limit_mb="), HasSubstr("-dict="),
                             HasSubstr("corpus/vconv_fuzz"), HasSubstr("targets/corpus/vconv_fuzz"),
                             HasSubstr("profile=a2 "), Not(HasSubstr("-seed=0 "))));
  EXPECT_TRUE(fs::is_directory(folder_ / "corpus/vconv_fuzz"));
  fs::remove(folder_ / "targets/calls");
  ASSERT_EQ(fuzz_vconv("--time 1 --no-seeds").status, 0);
  EXPECT_THAT(calls(), Not(HasSubstr("targets/corpus")));
}

TEST_F(FuzzTest, AReadingThatDepartsFromThePageIsNotNothing) {
  stand_in("deq_fuzz", kGood);
  const std::string backend = " --backend golden:deq.offset-sign=unsigned";
  EXPECT_EQ(run_command("probe" + backend + out("probed")).status, 1);
  const std::string profile =
      " --profile 'probed:" + (folder_ / "probed/probe.json").string() + "'";
  const RunResult run =
      run_command("fuzz --jobs 1 --time 1 --family deq" + profile + backend + out("out"));
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("DEPARTS  rule deq.offset-sign: follows unsigned"),
                                Not(HasSubstr("\nnothing found"))));
}

TEST_F(FuzzTest, AnAcceptedDepartureIsPrintedAsAWeakening) {
  stand_in("deq_fuzz", kGood);
  const RunResult run = run_command(
      "fuzz --jobs 1 --time 1 --family deq --profile a2 --choice deq.offset-sign=unsigned "
      "--backend "
      "golden:deq.offset-sign=unsigned" +
      out("out"));
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("weakened: deq.offset-sign=unsigned departs from the page"));
}

TEST_F(FuzzTest, EveryFamilyGetsItsShare) {
  for (const char* target : {"vconv_fuzz", "deq_fuzz", "programs_fuzz"}) {
    stand_in(target, kGood);
  }
  const RunResult run = fuzz("--family programs,deq,vconv --time 4");
  EXPECT_EQ(run.status, 0) << run.output;
  for (const char* target : {"vconv_fuzz", "deq_fuzz", "programs_fuzz"}) {
    EXPECT_GE(call_count(std::string(target) + " isolated=0"), 1u);
    EXPECT_LE(call_count(std::string(target) + " isolated=0"), 2u);
    // The inputs that are run again in isolation at the end.
    EXPECT_EQ(call_count(std::string(target) + " isolated=1"), 1u);
  }
  EXPECT_LE(call_count("isolated=0"), 5u);
  EXPECT_THAT(run.output, HasSubstr("  all "));
}

TEST_F(FuzzTest, AFindingIsReplayedReportedOnceAndKept) {
  stand_in("vconv_fuzz", "find_case " + kKey + "\n" + kGood);
  stand_in("deq_fuzz", "find_case " + kKey + "\n" + kGood);
  const RunResult run = fuzz("--family vconv,deq --time 3 --backend mutant:round-half-away");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_EQ(count(run.output, "rule round.nearest-ties-to-even"), 1u) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("MISMATCH  Vconv.MatchesOracle/f322f32_r"),
                                HasSubstr("expected 0x40000000"), HasSubstr("got      0x40400000"),
                                HasSubstr(" replay " + (folder_ / "out/failures").string()),
                                HasSubstr("1 finding in")));
  const fs::path kept = folder_ / "out/failures" / (kKey + ".case");
  EXPECT_EQ(contents(kept), kCase);
  EXPECT_EQ(run_command("replay '" + kept.string() + "' --backend golden").status, 0);
}

TEST_F(FuzzTest, WhatDoesNotComeAgainIsUnstable) {
  stand_in("vconv_fuzz", "find_case 0123456789abcdef\n" + std::string(kGood));
  const RunResult run = fuzz_vconv("--time 1");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("UNSTABLE  "),
                                HasSubstr("0123456789abcdef.case: fails "
                                          "when it was fuzzed; alone and "
                                          "isolated it passes"),
                                HasSubstr("1 finding (1 of them not stable) in ")));
}

TEST_F(FuzzTest, WhatIsFoundInIsolationOnlyIsAFinding) {
  stand_in("vconv_fuzz",
           "[ -z \"${VCONFORM_FUZZ_ISOLATED-}\" ] || find_case " + kKey + "\n" + kGood);
  const RunResult run = fuzz_vconv("--time 1 --backend mutant:round-half-away");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("only when isolated:\n\nMISMATCH"),
                                HasSubstr("1 finding in "), Not(HasSubstr("nothing found"))));
}

TEST_F(FuzzTest, WhatReachesNoComparisonHasShownNothing) {
  stand_in("vconv_fuzz", kGood);
  stand_in("deq_fuzz", "engine; figures 1000 0 0; sleep 1; report end\n");
  const RunResult run = fuzz("--family vconv,deq --time 2");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("\ndeq: no input reached a comparison\n"));
}

TEST_F(FuzzTest, NoiseIsNoFigure) {
  stand_in("vconv_fuzz",
           "head -c 3000000 /dev/urandom >&2; echo >&2\n"
           "echo 'vconform_fuzz: inputs=99999999999999999999 compared=1 elements=1 "
           "median_repeat=1' >&2\n"
           "echo 'vconform_fuzz: inputs=5' >&2; echo '#1 cov: x ft: y' >&2\n"
           "printf 'vconform_fuzz: ' >&2; echo >&2; report 'vconform_fuzz: inputs=7'\n"
           "head -c 100000 /dev/urandom >&3; echo >&3\n" +
               std::string(kGood));
  const RunResult run = fuzz_vconv("--time 1");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, testing::ContainsRegex("vconv +2,000 .* 123 "));
}

constexpr const char* kStoppedAfter2Seconds =
    " & pid=$!; (sleep 2; kill -TERM $pid) & wait $pid; exit $?; true";

TEST_F(FuzzTest, ASignalEndsTheRunWithItsSummary) {
  stand_in("vconv_fuzz", "find_case " + kKey +
                             "\nengine; figures 1000 990 5000; "
                             "echo $$ >\"$here/pid\"; sleep 60\n");
  const std::string command =
      "fuzz --jobs 1 --profile a2 --family vconv --time 60 --backend "
      "mutant:round-half-away" +
      out("out");
  const auto start = std::chrono::steady_clock::now();
  const RunResult run = run_command(command + kStoppedAfter2Seconds);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("1 finding in"), HasSubstr("stopped by a signal"),
                                testing::ContainsRegex("vconv +1,000 ")));
  const int target = std::stoi(contents(folder_ / "targets/pid"));
  EXPECT_NE(kill(target, 0), 0) << "the target still runs";
}

TEST_F(FuzzTest, AStoppedRunIsGreenOnlyIfItsCheckComparedSomething) {
  for (const char* compared : {"9", "0"}) {
    fs::remove(folder_ / "targets/targets.txt");
    stand_in("vconv_fuzz", fmt::format("[ -z \"${{VCONFORM_FUZZ_ISOLATED-}}\" ] || {{ engine; "
                                       "figures 9 {} 9; report end; exit 0; }}\n"
                                       "engine; figures 1000 990 5000; sleep 60\n",
                                       compared));
    const RunResult run = run_command("fuzz --jobs 1 --profile a2 --family vconv --time 60" +
                                      out("out") + kStoppedAfter2Seconds);
    const bool is_green = *compared != '0';
    EXPECT_EQ(run.status, is_green ? 0 : 1) << run.output;
    EXPECT_THAT(run.output, HasSubstr(", stopped by a signal"));
    EXPECT_THAT(run.output, HasSubstr(is_green ? "nothing found"
                                               : "in isolation no input reached a comparison"));
  }
}

TEST_F(FuzzTest, KeptFindingsAreRunFirstAndNotReportedAgain) {
  const std::string kept = (folder_ / "kept").string();
  const std::string wrong = write("targets/" + kKey + ".case", kCase);
  RunResult run = run_command("fuzz --keep " + wrong + " --regressions '" + kept + "'");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_EQ(contents(folder_ / "kept" / (kKey + ".case")), kCase);
  EXPECT_THAT(run_command("fuzz --keep " + wrong + " --regressions '" + kept + "'").output,
              HasSubstr("is kept already"));

  stand_in("vconv_fuzz", "[ -e \"$VCONFORM_FUZZ_FINDINGS/" + kKey +
                             ".case\" ] && touch "
                             "\"$here/known\"\n" +
                             kGood);
  const std::string with_kept = "--time 1 --regressions '" + kept + "' --backend ";
  run = fuzz_vconv(with_kept + "mutant:round-half-away");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr("known: 1 of 1 still fail"), HasSubstr("no new finding in "),
                    HasSubstr("1 of 1 known still fails"), Not(HasSubstr("nothing"))));
  EXPECT_TRUE(fs::exists(folder_ / "targets/known")) << "the target does not know it";
  run = fuzz_vconv(with_kept + "golden");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("known: 0 of 1 still fail"));
}

// The same fault at another value has the key of a kept case that passes now.
TEST_F(FuzzTest, AKeptFindingThatPassesHidesNothing) {
  const std::string kept = (folder_ / "kept").string();
  const std::string wrong = write("targets/" + kKey + ".case", kCase);
  ASSERT_EQ(run_command("fuzz --keep " + wrong + " --regressions '" + kept + "'").status, 0);
  stand_in("vconv_fuzz", "find_case " + kKey + "\n" + kGood);
  const RunResult run = fuzz_vconv("--time 1 --regressions '" + kept + "' --backend golden");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("known: 0 of 1 still fail"), HasSubstr("UNSTABLE  ")));
}

// Families for which there was no time have shown nothing.
TEST_F(FuzzTest, ASignalIsNoVerdictOfWhatDidNotRun) {
  stand_in("vconv_fuzz", "engine; figures 1000 990 5000; sleep 60\n");
  stand_in("deq_fuzz", kGood);
  const RunResult run =
      run_command("fuzz --jobs 1 --profile a2 --family vconv,deq --time 600" + out("out") +
                  " & pid=$!; (sleep 2; kill -TERM $pid) & wait $pid; exit $?; true");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("deq: no input was run"), HasSubstr("by a signal")));
}

TEST_F(FuzzTest, ACaseOfAnyNameIsKeptUnderADigest) {
  const std::string kept = (folder_ / "kept").string();
  const std::string mine = write("mine.case", kCase);
  const std::string other = write("other.case", std::string(kCase) + "\n");
  const RunResult run =
      run_command("fuzz --keep " + mine + " " + other + " --regressions '" + kept + "'");
  EXPECT_EQ(run.status, 0) << run.output;
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kept)) {
    files += entry.path().extension() == ".case" ? 1 : 0;
  }
  EXPECT_EQ(files, 2u);
  // The name does not tell the key, but running the case does.
  stand_in("vconv_fuzz", "find_case " + kKey + "\n" + kGood);
  const RunResult again =
      fuzz_vconv("--time 1 --backend mutant:round-half-away --regressions '" + kept + "'");
  EXPECT_THAT(again.output, AllOf(HasSubstr("known: 2 of 2"), HasSubstr("no new finding in ")));
}

TEST_F(FuzzTest, WhatIsNoCaseIsNotKept) {
  const std::string kept = (folder_ / "kept").string();
  const std::string good = write("good.case", kCase);
  const std::string bad = write("bad.case", "no case\n");
  expect_refused("fuzz --keep " + good + " " + bad + " --regressions '" + kept + "'", 2,
                 "bad.case");
  EXPECT_FALSE(fs::exists(kept));
  expect_refused("fuzz --keep " + good, 2, "--regressions");
}

TEST_F(FuzzTest, BadInputIsRefusedInOneLine) {
  stand_in("vconv_fuzz", kGood);
  expect_refused("fuzz --family vconf" + out("out"), 2, "unknown family 'vconf'");
  for (const char* time : {"0", "-1", "nan", "inf", "x"}) {
    expect_refused(std::string("fuzz --family vconv --time ") + time, 2, "give seconds from 0.001");
  }
  expect_refused("fuzz --family deq", 2, "names no fuzz target deq_fuzz");
  expect_refused("fuzz --profile a2 --family vconv --corpus /proc/nothing" + out("out"), 2,
                 "--corpus");
  expect_refused(
      "fuzz --family vconv --regressions '" + (folder_ / "none").string() + "'" + out("out"), 2,
      "is no folder");
  fs::remove(folder_ / "targets/corpus/vconv_fuzz");
  expect_refused("fuzz --family vconv", 2, "there are no seeds");
  fs::remove(folder_ / "targets/vconv_fuzz");
  expect_refused("fuzz --family vconv", 2, "there is no fuzz target");
  unsetenv("VCONFORM_FUZZ_TARGETS");
  expect_refused("fuzz", 2, "VCONFORM_FUZZ_TARGETS");
}

TEST_F(FuzzTest, ABackendThatCannotBeLoadedExitsThree) {
  stand_in("vconv_fuzz", kGood);
  expect_refused("fuzz --family vconv --backend ./none.so" + out("out"), 3, "none.so");
}

TEST_F(FuzzTest, AFamilyThatIsNotClaimedIsLeftOut) {
  for (const char* target : {"vconv_fuzz", "data_copy_fuzz"}) {
    stand_in(target, kGood);
  }
  const RunResult run = fuzz("--family vconv,data_copy --time 1 --backend eigen");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("data_copy: left out"));
  const RunResult nothing = fuzz("--family data_copy --time 1 --backend eigen");
  EXPECT_EQ(nothing.status, 2) << nothing.output;
  EXPECT_THAT(nothing.output, HasSubstr("nothing to fuzz"));
}

}  // namespace
}  // namespace vconform::suites
