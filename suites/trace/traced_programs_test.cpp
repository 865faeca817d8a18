// Traces of the built program: a right kernel, and one with each fault; recordings, replayed.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"
#include "suites/files/json.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kSource =
    VCONFORM_SOURCE_DIR "/adapters/intrinsics/testing/traced_kernel.cpp";

// "traced_kernel.cpp:17" of the line that ends with the comment.
std::string line_of(const std::string& comment) {
  std::ifstream source(kSource);
  std::string line;
  for (int number = 1; std::getline(source, line); ++number) {
    if (line.ends_with("  // " + comment)) {
      return "traced_kernel.cpp:" + std::to_string(number);
    }
  }
  return "no line is marked " + comment;
}

class Trace : public CliTest {
 protected:
  RunResult traced(const std::string& fault, const std::string& options = "") {
    return run_command("trace " + options + " '" VCONFORM_TRACED_KERNEL "' " + fault);
  }
  // Expects one finding, of that kind, at that line.
  void expect_found(const std::string& fault, const std::string& kind, const std::string& comment,
                    const std::string& part, const std::string& options = "") {
    const RunResult run = traced(fault, options);
    EXPECT_EQ(run.status, 1) << run.output;
    EXPECT_THAT(run.output, ContainsRegex("  " + kind + " +[^\n]*" + line_of(comment) + ": "));
    EXPECT_THAT(run.output, HasSubstr(part));
    EXPECT_THAT(run.output, HasSubstr("\n1 finding\n"));
  }
};

TEST_F(Trace, ARightKernelHasNoFindings) {
  const RunResult run = traced("right");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("the program's own line: 2.5\n"),
                                HasSubstr("\nnothing found\n"), HasSubstr("with exit code 0")));
  EXPECT_THAT(run.output,
              AllOf(ContainsRegex("vconv_f322f16r +1\n +promises f32 -> f16, rounding rint; "
                                  "documented: vconv"),
                    HasSubstr("round.nearest-ties-to-even"), HasSubstr("mask.counter-mode")));
}

TEST_F(Trace, EachFaultIsFoundWithItsLine) {
  expect_found("missing", "order", "convert", "copy_gm_to_ubuf (PIPE_MTE2) at");
  expect_found("barrier", "order", "store",
               "(PIPE_MTE3) reads UB+0x0..+0xe0, which vconv_f322f16r");
  expect_found("argument", "argument", "argument", "repeat is 256, outside 0..255; not executed");
  expect_found("idle", "argument", "idle", "dstRepeatStride is 70000, outside 0..65535, without");
  expect_found("misaligned", "argument", "misaligned", "outside the documented range");
  expect_found("overlap", "overlap", "overlap", "dst UB+0x20, src UB+0x0");
  expect_found("stale", "register", "stale", "vconv_deq reads DEQSCALE, which this kernel has not");
  expect_found("mask", "register", "mask", "reads MASK as a mask, and it still holds the count");
  expect_found("set", "register", "ctrl left set", "CTRL[59] left set by this kernel");
  expect_found("declared", "refused", "declared", "not modelled: vadd");
}

// The instruction touches the same bytes as under a stride in its range.
TEST_F(Trace, AStrideWithoutEffectHidesNoAccess) {
  const RunResult run = traced("nd");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(ContainsRegex("  argument +[^\n]*" + line_of("nd") + ": "),
                                HasSubstr("src_nd_stride is 0, outside 1..512"),
                                ContainsRegex("  order +[^\n]*" + line_of("read too early") + ": "),
                                HasSubstr("\n2 findings\n")));
}

TEST_F(Trace, AWrongEventIsFoundAtBothLines) {
  const RunResult run = traced("event");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr(line_of("wait") + ": wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID1) has no "
                                                "set_flag before it; set and not waited for: "
                                                "(PIPE_MTE2, PIPE_V, EVENT_ID0) at "),
                    HasSubstr(line_of("set") + ": set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0) has no")));
  EXPECT_THAT(run.output, HasSubstr(line_of("convert") + ": vconv_f322f16r (PIPE_V) reads"));
}

// CTRL is 0 at the entry of a kernel unless it is said otherwise.
TEST_F(Trace, ABitOfCtrlThatIsClearedShowsOnlyIfItWasSet) {
  EXPECT_EQ(traced("ctrl").status, 0);
  expect_found("ctrl", "register", "ctrl", "CTRL[59] left cleared by this kernel",
               "--ctrl 0x800000000000000");
}

TEST_F(Trace, StrictRejectsWhatHasNoEffect) {
  expect_found("idle", "argument", "idle", "outside 0..65535; not executed", "--strict");
}

TEST_F(Trace, AnotherBackendExecutes) {
  const RunResult run = traced("right", "--on golden:walk.stride-width=16");
  EXPECT_EQ(run.status, 0) << run.output;
  const RunResult eigen = traced("stale", "--on eigen");
  EXPECT_THAT(eigen.output, HasSubstr(line_of("stale") + ": vconv_deq: eigen has no vconv_deq"));
  EXPECT_EQ(traced("right", "--on goldn").status, 2);
}

// VCONFORM_ON of a process's own comes before that of trace.
TEST_F(Trace, ARefusedProcessIsNeverNothingFound) {
  const std::string kernel = "'" VCONFORM_TRACED_KERNEL "' right";
  const std::string refused = "VCONFORM_ON=goldn " + kernel;
  const RunResult only = run_command("trace -- sh -c \"" + refused + " || true\"");
  EXPECT_EQ(only.status, 3) << only.output;
  const RunResult second =
      run_command("trace -- sh -c \"" + kernel + "; " + refused + " || true\"");
  EXPECT_EQ(second.status, 1) << second.output;
  EXPECT_THAT(second.output, HasSubstr("a process was refused its backend"));
}

TEST_F(Trace, TheEndOfTheProgramIsAFinding) {
  const RunResult crash = traced("crash");
  EXPECT_EQ(crash.status, 1);
  EXPECT_THAT(crash.output, HasSubstr("program    the program was ended by signal 6 (Aborted)"));
  EXPECT_THAT(traced("exit").output, HasSubstr("program    the program ended with exit code 3"));
  EXPECT_THAT(traced("trap").output,
              HasSubstr(line_of("trap") + ": trap: the program ends itself"));
  EXPECT_EQ(traced("quick-exit").status, 0);
  // The shell ends before the program in its background does.
  const std::string printed = (folder_ / "printed").string();
  const RunResult behind =
      run_command("trace sh -c \"'" VCONFORM_TRACED_KERNEL "' stays > '" + printed +
                  "' & until grep -qs line '" + printed + "'; do sleep 0.1; done\"");
  EXPECT_EQ(behind.status, 1) << behind.output;
  EXPECT_THAT(behind.output, ContainsRegex("program +process [0-9]+ still runs"));
  const RunResult forked = traced("fork");
  EXPECT_EQ(forked.status, 0) << forked.output;
  EXPECT_THAT(forked.output, HasSubstr("note: 1 child process of the program not traced"));
}

TEST_F(Trace, EachCallIsALineWithV) {
  EXPECT_THAT(
      traced("right", "-v").output,
      AllOf(ContainsRegex("call [^\n]*" + line_of("convert") +
                          ": vconv_f322f16r\\(dst=0x0, src=0x1000, repeat=1, "),
            ContainsRegex("call [^\n]*: get_ctrl\\(\\)|call [^\n]*: set_mask_count\\(\\)")));
}

TEST_F(Trace, JsonIsAloneOnStandardOutput) {
  const std::string command = std::string("'" VCONFORM_CLI "' trace --format json '") +
                              VCONFORM_TRACED_KERNEL "' missing 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  std::string text(1 << 16, '\0');
  text.resize(fread(text.data(), 1, text.size(), pipe));
  EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 1);
  const json document = json::parse(text);
  EXPECT_EQ(document["format"], "vconform-trace");
  EXPECT_EQ(document["findings"].size(), 1u);
  EXPECT_EQ(document["findings"][0]["kind"], "order");
  EXPECT_THAT(document["findings"][0]["file"], testing::EndsWith("traced_kernel.cpp"));
  EXPECT_GT(document["findings"][0]["other_line"], 0);
  EXPECT_EQ(document["issued"][0]["name"], "copy_gm_to_ubuf");
}

TEST_F(Trace, AProgramThatNeverCallsIsRefused) {
  const RunResult run = run_command("trace true");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.output, HasSubstr("'true' ended with exit code 0 and never called "
                                    "libvconform_intrinsics"));
  expect_refused("trace", 2, "trace needs a program");
  expect_refused("trace --onn x", 2, "trace has no option '--onn'");
  expect_refused("trace /no/such/program", 2, "'/no/such/program' cannot be started: No such file");
  expect_refused("trace -v --format json true", 2, "leave out --format json");
  expect_refused("trace --ctrl x true", 2, "--ctrl");
}

TEST_F(Trace, ArgumentsOfTheProgramAreItsOwn) {
  const RunResult run = run_command("trace -- sh -c 'echo \"$0 $1\"; exit 7' --format --on");
  EXPECT_THAT(run.output, AllOf(HasSubstr("--format --on\n"), HasSubstr("ended with exit code 7")));
}

// ---- VCONFORM_RECORD ----

class Record : public Trace {
 protected:
  std::string recording() const { return (folder_ / "recorded").string(); }
  int run_recorded(const std::string& command) const {
    const std::string whole = "VCONFORM_RECORD='" + recording() + "' " + command + " >'" +
                              (folder_ / "output").string() + "' 2>&1";
    return WEXITSTATUS(std::system(whole.c_str()));
  }
  std::string output() const { return contents(folder_ / "output"); }
  std::string case_files() const { return " '" + recording() + "'/*.case"; }
};

TEST_F(Record, RecordedCasesReplay) {
  EXPECT_EQ(run_recorded("'" VCONFORM_TRACED_KERNEL "' overlap"), 0) << output();
  const RunResult golden = run_command("replay" + case_files());
  EXPECT_EQ(golden.status, 0) << golden.output;
  EXPECT_THAT(golden.output, AllOf(HasSubstr("000001-vconv_f322f16r.case: passes (100 elements"),
                                   HasSubstr("000002-vconv_f322f32r.case: passes")));
  EXPECT_THAT(contents(fs::path(recording()) / "recorded.txt"),
              ContainsRegex("^ +1 000001-vconv_f322f16r.case vconv_f322f16r .*" +
                            line_of("convert") + "\n"));
  const std::string text = contents(fs::path(recording()) / "000001-vconv_f322f16r.case");
  EXPECT_THAT(text, AllOf(HasSubstr("memory UB size=4608 "), HasSubstr("ctrl 0x0100000000000000\n"),
                          HasSubstr("place UB+0x1000 f32 patterns count=100 first=0x40200000")));
}

TEST_F(Record, EveryInstructionIsRecordedAndReplays) {
  ASSERT_EQ(run_recorded("'" VCONFORM_EVERY_CALL "'"), 0) << output();
  const std::string list = contents(fs::path(recording()) / "recorded.txt");
  EXPECT_GT(std::count(list.begin(), list.end(), '\n'), 250);
  EXPECT_THAT(output(), Not(HasSubstr("not recorded")));
  const RunResult golden = run_command("replay" + case_files());
  EXPECT_EQ(golden.status, 0) << golden.output;
  EXPECT_THAT(golden.output, Not(HasSubstr("FAILS")));
}

TEST_F(Record, EqualCallsAreOneCaseAndCounted) {
  EXPECT_EQ(run_recorded("'" VCONFORM_MANY_CALLS "' 1234 7"), 0) << output();
  const std::string list = contents(fs::path(recording()) / "recorded.txt");
  EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), 7);
  EXPECT_THAT(list, AllOf(testing::StartsWith("       177 000001-vconv_f322f16r.case "),
                          HasSubstr("\n       176 000007-vconv_f322f16r.case ")));
  EXPECT_EQ(run_command("replay" + case_files()).status, 0);
}

TEST_F(Record, ATraceRecordsToo) {
  EXPECT_EQ(run_recorded("'" VCONFORM_CLI "' trace '" VCONFORM_TRACED_KERNEL "' right"), 0);
  EXPECT_TRUE(fs::exists(fs::path(recording()) / "000001-vconv_f322f16r.case"));
}

TEST_F(Record, ABadFolderEndsTheProgramBeforeMain) {
  for (const std::string bad : {"", "/proc/recorded", "/no/such/place", "/dev/null"}) {
    const std::string command = "VCONFORM_RECORD='" + bad + "' '" VCONFORM_TRACED_KERNEL "' 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    std::string text(4096, '\0');
    text.resize(fread(text.data(), 1, text.size(), pipe));
    EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 2) << bad;
    EXPECT_THAT(text, AllOf(testing::StartsWith("vconform: VCONFORM_RECORD: "),
                            Not(HasSubstr("the program's own"))));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  }
  EXPECT_EQ(run_recorded("'" VCONFORM_TRACED_KERNEL "'"), 0);
  EXPECT_EQ(run_recorded("'" VCONFORM_TRACED_KERNEL "'"), 2);
  EXPECT_THAT(output(), HasSubstr("recorded.txt exists: remove that recording, or name another"));
}

TEST_F(Record, RecordedCasesFailOnAWrongBackend) {
  EXPECT_EQ(run_recorded("'" VCONFORM_MANY_CALLS "' 3 3"), 0);
  EXPECT_EQ(run_command("replay --backend mutant:round-half-away" + case_files()).status, 1);
}

}  // namespace
}  // namespace vconform::suites
