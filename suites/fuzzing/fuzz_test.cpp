// The command fuzz, with shell scripts in place of the fuzz targets.
#include <chrono>
#include <csignal>
#include <cstdlib>

#include "suites/report/finding_key.h"
#include "suites/runner/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kCase =
    "vconform-case 1\n"
    "claim Vconv.MatchesOracle/f322f32_r\n"
    "seed 1\n"
    "memory UB size=196608 background=1\n"
    "place UB+0x100 f32 numbers count=64 low=100003 modulus=65519\n"
    "place UB+0x0 f32 numbers count=64 low=-32760 modulus=65521\n"
    "place UB+0x0 f32 element index=0 pattern=0x40200000\n"
    "ctrl 0x0000000000000000\n"
    "mask 0xffffffffffffffff 0xffffffffffffffff\n"
    "vconv_f322f32r dst=UB+0x100 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=8 srcRepeatStride=8\n";

// What all stand-ins begin with: where things are, as the engine's options say it.
constexpr const char* kPrelude = R"(#!/bin/sh
here=$(dirname -- "$0")
name=$(basename -- "$0")
echo "$name isolated=${VCONFORM_FUZZ_ISOLATED-0} profile=$VCONFORM_FUZZ_PROFILE $*" >>"$here/calls"
for word in "$@"; do
  case $word in
    -artifact_prefix=*) artifacts=${word#*=} ;;
    -max_total_time=*) seconds=${word#*=} ;;
    -*) ;;
    *) last=$word ;;
  esac
done
figures() {
  echo "vconform_fuzz: inputs=$1 compared=$2 elements=$3 median_repeat=${4-3} findings=0" >&2
}
engine() {
  echo "#2	INITED cov: 100 ft: 200 corp: 1/1b exec/s: 0 rss: 30Mb" >&2
  echo "#64	NEW    cov: 123 ft: 245 corp: 5/9b lim: 256 exec/s: 0 rss: 30Mb L: 4/4 MS: 1" >&2
}
find_case() {
  [ -e "$VCONFORM_FUZZ_FINDINGS/$1.case" ] && return
  cp "$here/wrong.case" "$VCONFORM_FUZZ_FINDINGS/$1.part"
  mv "$VCONFORM_FUZZ_FINDINGS/$1.part" "$VCONFORM_FUZZ_FINDINGS/$1.case"
}
)";

constexpr const char* kGood =
    "engine; figures 1000 990 50000; sleep \"$seconds\"; "
    "figures 2000 1980 100000\n";
const std::string kKey = finding_key("MISMATCH", "round.nearest-ties-to-even", "vconv_f322f32r");

class FuzzTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    fs::create_directories(folder_ / "targets/corpus");
    write("targets/wrong.case", kCase);
    setenv("VCONFORM_FUZZ_TARGETS", (folder_ / "targets").c_str(), 1);
  }
  void TearDown() override {
    unsetenv("VCONFORM_FUZZ_TARGETS");
    CliTest::TearDown();
  }

  void stand_in(const std::string& target, const std::string& what) const {
    const fs::path script = folder_ / "targets" / target;
    write("targets/" + target, kPrelude + what);
    fs::permissions(script, fs::perms::owner_all);
    fs::create_directories(folder_ / "targets/corpus" / target);
    std::ofstream(folder_ / "targets/targets.txt", std::ios::app)
        << target << '\t' << script.string() << '\t'
        << (folder_ / "targets/corpus" / target).string() << '\t' << script.string()
        << ".dict\t256\n";
  }

  // Of one family, with one process.
  RunResult fuzz(const std::string& options) const {
    return run_command("fuzz --jobs 1 --profile a2 " + options + out("out"));
  }
  RunResult fuzz_vconv(const std::string& options) const {
    return fuzz("--family vconv " + options);
  }

  std::string calls() const { return contents(folder_ / "targets/calls"); }
  std::size_t call_count(const std::string& part) const {
    std::istringstream lines(calls());
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
      count += line.find(part) == std::string::npos ? 0 : 1;
    }
    return count;
  }
  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  }
};

TEST_F(FuzzTest, NothingFoundExitsZeroWithAllFigures) {
  stand_in("vconv_fuzz", kGood);
  const RunResult run = fuzz_vconv("--time 1 --seed 5");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("seed 5"));
  EXPECT_THAT(run.output,
              testing::ContainsRegex(
                  "vconv +2,000 +[0-9,]+ +99.0 % +100,000 +3 +123 +[+]23 +245 +[+]45 +0"));
  EXPECT_THAT(run.output, HasSubstr("nothing found in 1 s"));
}

TEST_F(FuzzTest, TheEngineIsToldWhatItMayDo) {
  stand_in("vconv_fuzz", kGood);
  write("targets/vconv_fuzz.dict", "\"x\"\n");
  ASSERT_EQ(fuzz_vconv("--time 1 --corpus '" + (folder_ / "corpus").string() + "'").status, 0);
  EXPECT_THAT(calls(),
              AllOf(HasSubstr("-len_control=0"), HasSubstr("-max_len=256"),
                    HasSubstr("-timeout=10"), HasSubstr("-rss_limit_mb="), HasSubstr("-dict="),
                    HasSubstr("corpus/vconv_fuzz"), HasSubstr("targets/corpus/vconv_fuzz"),
                    HasSubstr("profile=a2 "), Not(HasSubstr("-seed=0 "))));
  EXPECT_TRUE(fs::is_directory(folder_ / "corpus/vconv_fuzz"));
  fs::remove(folder_ / "targets/calls");
  ASSERT_EQ(fuzz_vconv("--time 1 --no-seeds").status, 0);
  EXPECT_THAT(calls(), Not(HasSubstr("targets/corpus")));
}

TEST_F(FuzzTest, EveryFamilyGetsItsShare) {
  for (const char* target : {"vconv_fuzz", "deq_fuzz", "programs_fuzz"}) {
    stand_in(target, kGood);
  }
  const RunResult run = fuzz("--family programs,deq,vconv --time 4");
  EXPECT_EQ(run.status, 0) << run.output;
  for (const char* target : {"vconv_fuzz", "deq_fuzz", "programs_fuzz"}) {
    EXPECT_GE(call_count(target), 1u);
    EXPECT_LE(call_count(target), 2u);
  }
  EXPECT_LE(call_count("_fuzz"), 5u);
  EXPECT_THAT(run.output, HasSubstr("  all "));
}

TEST_F(FuzzTest, AFindingIsReplayedReportedOnceAndKept) {
  stand_in("vconv_fuzz", "find_case " + kKey + "\n" + kGood);
  stand_in("deq_fuzz", "find_case " + kKey + "\n" + kGood);
  const RunResult run = fuzz("--family vconv,deq --time 3 --backend mutant:round-half-away");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_EQ(count(run.output, "rule round.nearest-ties-to-even"), 1u) << run.output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr("MISMATCH  Vconv.MatchesOracle/f322f32_r"),
                    HasSubstr("expected 0x40000000"), HasSubstr("got      0x40400000"),
                    HasSubstr("replay   ./vconform replay"), HasSubstr("1 finding in")));
  const fs::path kept = folder_ / "out/failures" / (kKey + ".case");
  EXPECT_EQ(contents(kept), kCase);
  EXPECT_EQ(run_command("replay '" + kept.string() + "' --backend golden").status, 0);
}

TEST_F(FuzzTest, WhatFailsInTheFuzzerAloneIsReportedToo) {
  stand_in("vconv_fuzz", "find_case 0123456789abcdef\n" + std::string(kGood));
  const RunResult run = fuzz_vconv("--time 1");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("0123456789abcdef.case: fails in the process of the fuzzer, "
                                    "and passes in isolation"));
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
  // Three deaths, the input of each run again, and then isolated slices.
  EXPECT_EQ(call_count("isolated=0"), 3u) << calls();
  EXPECT_EQ(call_count("/crash-"), 3u) << calls();
  EXPECT_GE(call_count("isolated=1"), 4u) << calls();
  EXPECT_THAT(run.output, Not(HasSubstr("died on")));
}

TEST_F(FuzzTest, AnInputThatShowsNothingAloneIsNotLost) {
  stand_in("vconv_fuzz",
           "if [ \"${VCONFORM_FUZZ_ISOLATED-}\" ]; then\n"
           "  [ -f \"$last\" ] || { " +
               std::string(kGood) +
               "}\n"
               "else\n"
               "  figures 10 10 100; echo x >\"${artifacts}oom-1234\"; exit 71\n"
               "fi\n");
  const RunResult run = fuzz_vconv("--time 2");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_EQ(count(run.output, "out/failures/oom-1234, which alone and isolated passes"), 1u)
      << run.output;
  EXPECT_EQ(contents(folder_ / "out/failures/oom-1234"), "x\n");
}

TEST_F(FuzzTest, ADeathWithoutAnInputIsSaidAndIsolates) {
  stand_in("vconv_fuzz",
           "[ \"${VCONFORM_FUZZ_ISOLATED-}\" ] || { figures 10 10 100; "
           "echo 'so long' >&2; kill -9 $$; }\n" +
               std::string(kGood));
  const RunResult run = fuzz_vconv("--time 2");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("vconv: its target was ended by signal 9 (Killed) and left no "
                                    "input; its last words: so long"));
  EXPECT_EQ(call_count("isolated=0"), 1u);
}

TEST_F(FuzzTest, ATargetThatEndsAtOnceIsNotStartedForever) {
  for (const char* ending : {"exit 0\n", "exit 1\n"}) {
    fs::remove(folder_ / "targets/calls");
    stand_in("vconv_fuzz", ending);
    const RunResult run = fuzz_vconv("--time 20");
    EXPECT_EQ(run.status, 1) << run.output;
    EXPECT_THAT(run.output, AllOf(HasSubstr("vconv: its target dies again and again"),
                                  HasSubstr("vconv: no input was run")));
    EXPECT_LE(call_count("vconv_fuzz"), 6u);
  }
}

TEST_F(FuzzTest, WhatReachesNoComparisonHasShownNothing) {
  stand_in("vconv_fuzz", kGood);
  stand_in("deq_fuzz", "engine; figures 1000 0 0; sleep 1\n");
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
           "printf 'vconform_fuzz: ' >&2; echo >&2\n" +
               std::string(kGood));
  const RunResult run = fuzz_vconv("--time 1");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, testing::ContainsRegex("vconv +2,000 .* 123 "));
}

TEST_F(FuzzTest, ATargetThatIgnoresItsTimeIsEnded) {
  stand_in("vconv_fuzz", "trap '' TERM; engine; figures 10 10 10; while :; do sleep 0.2; done\n");
  const auto start = std::chrono::steady_clock::now();
  const RunResult run = fuzz_vconv("--time 1 --time-limit 0.01");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("did not end in time"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_F(FuzzTest, ATargetThatIsBusyWithItsCorpusIsEndedAndHasNotDied) {
  stand_in("vconv_fuzz",
           "engine; for i in 1 2 3 4 5 6 7 8 9; do figures ${i}00 ${i}00 ${i}000; sleep 1; done\n");
  const auto start = std::chrono::steady_clock::now();
  const RunResult run = fuzz_vconv("--time 1");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8));
}

TEST_F(FuzzTest, ASignalEndsTheRunWithItsSummary) {
  stand_in("vconv_fuzz", "find_case " + kKey +
                             "\nengine; figures 1000 990 5000; "
                             "echo $$ >\"$here/pid\"; sleep 60\n");
  const std::string command =
      "fuzz --jobs 1 --profile a2 --family vconv --time 60 --backend "
      "mutant:round-half-away" +
      out("out");
  const auto start = std::chrono::steady_clock::now();
  const RunResult run =
      run_command(command + " & pid=$!; (sleep 2; kill -TERM $pid) & wait $pid; exit $?; true");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("1 finding in"), HasSubstr("stopped by a signal"),
                                testing::ContainsRegex("vconv +1,000 ")));
  const int target = std::stoi(contents(folder_ / "targets/pid"));
  EXPECT_NE(kill(target, 0), 0) << "the target still runs";
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
              AllOf(HasSubstr("known: 1 of 1 still fail"), HasSubstr("nothing new found")));
  EXPECT_TRUE(fs::exists(folder_ / "targets/known")) << "the target does not know it";
  run = fuzz_vconv(with_kept + "golden");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("known: 0 of 1 still fail"));
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
  // Its name does not say what it is, running it does.
  stand_in("vconv_fuzz", "find_case " + kKey + "\n" + kGood);
  const RunResult again =
      fuzz_vconv("--time 1 --backend mutant:round-half-away --regressions '" + kept + "'");
  EXPECT_THAT(again.output, AllOf(HasSubstr("known: 2 of 2"), HasSubstr("nothing new found")));
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
