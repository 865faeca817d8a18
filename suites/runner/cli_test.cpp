// The commands as people and scripts call them: output, exit codes, one line for bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace vconform::suites {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct RunResult {
  int status = -1;
  std::string output;  // standard output and error
};

RunResult run_command(const std::string& arguments) {
  const std::string command =
      std::string("'") + VCONFORM_CLI + "' " + arguments + " 2>&1 </dev/null";
  RunResult result;
  FILE* pipe = popen(command.c_str(), "r");
  char buffer[4096];
  while (std::size_t size = fread(buffer, 1, sizeof buffer, pipe)) {
    result.output.append(buffer, size);
  }
  const int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Cli : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("vconform-cli-" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string out(const std::string& name) const {
    return " --out '" + (folder_ / name).string() + "'";
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return "'" + (folder_ / name).string() + "'";
  }

  // One clear line, that exit code, and nothing left behind in `out`.
  void expect_refused(const std::string& arguments, int status, const std::string& part) {
    const RunResult refused = run_command(arguments);
    EXPECT_EQ(refused.status, status) << arguments << "\n" << refused.output;
    EXPECT_THAT(refused.output, HasSubstr(part)) << arguments;
    EXPECT_EQ(std::count(refused.output.begin(), refused.output.end(), '\n'), 1)
        << arguments << "\n"
        << refused.output;
  }

  fs::path folder_;
};

constexpr const char* kGoodCase =
    "vconform-case 1\nseed 1\nmemory UB size=1024 background=1\n"
    "place UB+0x200 f32 element index=0 pattern=0x40200000\n"
    "ctrl 0x0\nmask 0x0 0x1\n"
    "vconv_f322s32r dst=UB+0x0 src=UB+0x200 repeat=1 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=8 srcRepeatStride=8\n";

TEST_F(Cli, GoldenConformsAtQuickAndSaysSo) {
  const RunResult certified = run_command("certify --level quick" + out("golden"));
  EXPECT_EQ(certified.status, 0) << certified.output;
  EXPECT_THAT(certified.output, HasSubstr("golden conforms on 94 of 94 rows"));
  EXPECT_THAT(certified.output, HasSubstr("try: ./vconform certify --backend mutant:"));
  EXPECT_THAT(contents(folder_ / "golden" / "certificate.json"), HasSubstr("\"conforms\""));
}

TEST_F(Cli, TheSameSeedGivesTheSameCertificateWithAnyJobs) {
  const std::string options = "certify --backend mutant:round-half-away --level quick --seed 3";
  EXPECT_EQ(run_command(options + " --jobs 1" + out("one")).status, 1);
  EXPECT_EQ(run_command(options + " --jobs 3" + out("three")).status, 1);
  const std::regex seconds("\"seconds\": [0-9.e+-]*");
  const std::string one =
      std::regex_replace(contents(folder_ / "one" / "certificate.json"), seconds, "");
  const std::string three =
      std::regex_replace(contents(folder_ / "three" / "certificate.json"), seconds, "");
  EXPECT_GT(one.size(), 1000u);
  EXPECT_EQ(one, three);
}

TEST_F(Cli, EveryFailureOfAMutantReplaysAsReported) {
  const RunResult certified =
      run_command("certify --backend mutant:keeps-minus-zero --level quick" + out("mutant"));
  EXPECT_EQ(certified.status, 1);
  std::size_t cases = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "mutant" / "failures")) {
    const std::string file = "'" + entry.path().string() + "'";
    const RunResult replayed = run_command("replay --backend mutant:keeps-minus-zero " + file);
    EXPECT_EQ(replayed.status, 1) << replayed.output;
    EXPECT_THAT(replayed.output, HasSubstr("rule f32f32.minus-zero"));
    EXPECT_EQ(run_command("replay " + file).status, 0);
    ++cases;
  }
  // f322f32 in its five modes at least: every listed value is tried.
  EXPECT_GE(cases, 5u);
}

TEST_F(Cli, EigenRunsToTheEndAndItsDeviationsReplay) {
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

TEST_F(Cli, ExplainDerivesAConversion) {
  const RunResult explained = run_command("explain vconv_f322f16o 0x3f801000");
  EXPECT_EQ(explained.status, 0);
  EXPECT_THAT(explained.output, HasSubstr("exact 2049/2048"));
  EXPECT_THAT(explained.output, HasSubstr("round.odd-is-von-neumann"));
  EXPECT_THAT(run_command("explain " + write("good.case", kGoodCase)).output,
              HasSubstr("tie between 2 and 3"));
}

TEST_F(Cli, ExplainShowsEveryReadingOfAnOpenRule) {
  const RunResult explained =
      run_command("explain vconv_f322f16z 0x47800000 --ctrl 0x1000000000000");
  EXPECT_THAT(explained.output, HasSubstr("under overflow.directed=ieee"));
  EXPECT_THAT(explained.output, HasSubstr("under overflow.directed=inf-beyond-max"));
}

TEST_F(Cli, ListAndBackendsNameWhatThereIs) {
  const RunResult listed = run_command("list");
  EXPECT_EQ(listed.status, 0);
  EXPECT_THAT(listed.output, HasSubstr("f322bf16"));
  EXPECT_THAT(listed.output, HasSubstr("mask.inactive-lanes"));
  const RunResult backends = run_command("backends");
  EXPECT_EQ(backends.status, 0);
  EXPECT_THAT(backends.output, HasSubstr("eigen"));
  EXPECT_THAT(backends.output, HasSubstr("mutant:ctrl48-ignored"));
}

TEST_F(Cli, UnknownNamesAreRefused) {
  expect_refused("", 2, "subcommand");
  expect_refused("certfy", 2, "certfy");
  expect_refused("certify --backend goldn" + out("x"), 2, "golden");
  expect_refused("certify --backend mutant:none" + out("x"), 2, "mutant:");
  expect_refused("certify --level fast" + out("x"), 2, "quick, standard, exhaustive");
  expect_refused("certify --family vconv,cube" + out("x"), 2, "unknown family 'cube'");
  expect_refused("certify --profile a9" + out("x"), 2, "a2, pages");
  expect_refused("certify --choice overflow.odd=min" + out("x"), 2, "inf-after-rounding");
  expect_refused(
      "certify --choice overflow.odd=max --choice overflow.odd=inf-beyond-max" + out("x"), 2,
      "overflow.odd");
  expect_refused("certify --jobs 0" + out("x"), 2, "jobs");
  expect_refused("certify --seed x" + out("x"), 2, "seed");
  expect_refused("list --family cube", 2, "cube");
  EXPECT_FALSE(fs::exists(folder_ / "x"));
}

TEST_F(Cli, BadLibrariesAreRefusedWithExitCode3) {
  expect_refused("certify --backend /nowhere/lib.so" + out("x"), 3, "/nowhere/lib.so");
  expect_refused("certify --backend " + write("text.so", "not a library") + out("x"), 3, "text.so");
  EXPECT_FALSE(fs::exists(folder_ / "x"));
}

TEST_F(Cli, BadCaseFilesAreRefused) {
  expect_refused("replay /nowhere.case", 2, "/nowhere.case");
  expect_refused("replay " + write("empty.case", ""), 2, "empty");
  expect_refused("replay " + write("random.case", std::string("\x01\xff\x00\x1b[2J\n\n", 9)), 2,
                 "no case file");
  expect_refused("replay " + write("huge.case", std::string(5 << 20, 'x')), 2, "at most");
  expect_refused("replay " + write("cut.case", std::string(kGoodCase).substr(0, 200)), 2, "line 7");
  expect_refused("replay '" + folder_.string() + "'", 2, "folder");
  std::string beyond = kGoodCase;
  beyond.replace(beyond.find("repeat=1"), 8, "repeat=9");
  expect_refused("replay " + write("beyond.case", beyond), 2, "UB ends at 0x400");
  expect_refused("explain " + write("beyond.case", beyond), 2, "UB ends at 0x400");
}

TEST_F(Cli, ContradictoryExplanationsAreRefused) {
  expect_refused("explain vconv_f322s32r", 2, "bit pattern");
  expect_refused("explain vconv_f322s32q 0x1", 2, "vconv_f322s32q");
  expect_refused("explain vconv_f162s8r 0x12345", 2, "0x12345");
  expect_refused("explain " + write("good.case", kGoodCase) + " 0x1", 2, "good.case");
}

TEST_F(Cli, AnUnwritableFolderIsRefusedBeforeTheRun) {
  write("taken", "a file");
  expect_refused("certify --level quick" + out("taken"), 2, "--out");
  expect_refused("certify --level quick --out /proc/vconform", 2, "/proc/vconform");
  EXPECT_EQ(contents(folder_ / "taken"), "a file");
}

}  // namespace
}  // namespace vconform::suites
