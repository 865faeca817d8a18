// Failing streams, folders and disks: exit code 4 and one line, the verdict printed before, and no
// result of an earlier run in place of this one's.
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr int kBroken = 4;
// Takes about a second and ends with a verdict.
const std::string kQuickCertify = "certify --level quick --profile a2 --family cast_deq";

class DiskTest : public CliTest {
 protected:
  // The exit code, standard output and standard error of a shell command; $vconform is the program.
  struct Shelled {
    int status = -1;
    std::string output;
    std::string errors;
  };
  Shelled shell(const std::string& command) const {
    setenv("vconform", VCONFORM_CLI, 1);
    setenv("folder", folder_.c_str(), 1);
    std::ofstream(folder_ / "script") << command << "\n";
    const std::string called =
        "cd '" + folder_.string() + "' && exec sh ./script >stdout 2>stderr </dev/null";
    const int status = std::system(called.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(folder_ / "stdout"),
            contents(folder_ / "stderr")};
  }
  // Without those about progress, which a slow run prints.
  static std::size_t lines_of(const std::string& text) {
    std::istringstream all(text);
    std::size_t lines = 0;
    for (std::string line; std::getline(all, line);) {
      lines += line.find(" s left") == std::string::npos ? 1 : 0;
    }
    return lines;
  }
  void expect_broken(const Shelled& run, const std::string& part) const {
    EXPECT_EQ(run.status, kBroken) << run.output << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(part));
    EXPECT_EQ(lines_of(run.errors), 1U) << run.errors;
  }
  // Starts the command in the background.
  pid_t start(const std::string& arguments) const {
    const std::string command = std::string("exec '") + VCONFORM_CLI + "' " + arguments + " >'" +
                                (folder_ / "stdout").string() + "' 2>'" +
                                (folder_ / "stderr").string() + "' </dev/null";
    const pid_t pid = fork();
    if (pid == 0) {
      execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    return pid;
  }
  template <typename Condition>
  static bool comes_true(const Condition& condition) {
    for (int i = 0; i < 20'000 && !condition(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return condition();
  }
};

TEST_F(DiskTest, StandardOutputThatCannotBeWrittenToIsAFault) {
  for (const char* command : {"list", "backends", "--help", "--version", "certify --help",
                              "explain vconv_f322f16o 0x1"}) {
    expect_broken(shell(std::string("\"$vconform\" ") + command + " >/dev/full"),
                  "standard output: No space left on device (ENOSPC)");
    expect_broken(shell(std::string("\"$vconform\" ") + command + " >&-"),
                  "standard output: Bad file descriptor (EBADF)");
  }
  expect_broken(shell("exec \"$vconform\" list 1</dev/null"), "EBADF");
}

TEST_F(DiskTest, TheResultsAreWrittenWhereTheVerdictCannotBePrinted) {
  expect_broken(shell("exec \"$vconform\" " + kQuickCertify + " --out out >/dev/full"), "ENOSPC");
  EXPECT_TRUE(fs::exists(folder_ / "out/certificate.json"));
  expect_broken(shell("exec \"$vconform\" " + kQuickCertify + " --out closed >&-"), "EBADF");
  EXPECT_TRUE(fs::exists(folder_ / "closed/certificate.json"));
}

TEST_F(DiskTest, AReaderThatGoesAwayIsSaid) {
  const Shelled run = shell("{ \"$vconform\" list; echo $? >status; } | head -c 1 >/dev/null");
  EXPECT_EQ(contents(folder_ / "status"), "4\n");
  EXPECT_THAT(run.errors, HasSubstr("standard output: Broken pipe (EPIPE)"));
}

TEST_F(DiskTest, AFileOfLimitedSizeIsSaid) {
  expect_broken(shell("ulimit -f 1; exec \"$vconform\" list >long"), "EFBIG");
}

TEST_F(DiskTest, ErrorsThatCannotBeWrittenChangeNothing) {
  EXPECT_EQ(shell("exec \"$vconform\" " + kQuickCertify + " --out out 2>/dev/full").status, 0);
  EXPECT_EQ(shell("exec \"$vconform\" " + kQuickCertify + " --out out 2>&-").status, 0);
  EXPECT_EQ(shell("exec \"$vconform\" list --family cube 2>/dev/full").status, 2);
}

// A certificate that was opened as descriptor 1 would have the verdict printed into it.
TEST_F(DiskTest, ClosedStreamsAreNotTakenByFiles) {
  const Shelled run = shell("exec \"$vconform\" " + kQuickCertify + " --out out <&- >&- 2>&-");
  EXPECT_EQ(run.status, kBroken);
  EXPECT_THAT(contents(folder_ / "out/certificate.json"), testing::StartsWith("{"));
  EXPECT_EQ(contents(folder_ / "out/.lock"), "");
}

TEST_F(DiskTest, AKilledRunLeavesNoResultOfAnEarlierOne) {
  ASSERT_EQ(run_command(kQuickCertify + out("out")).status, 0);
  const std::string before = contents(folder_ / "out/certificate.json");
  const pid_t pid = start(kQuickCertify + out("out"));
  // The certificate is moved first.
  EXPECT_TRUE(comes_true([&] { return fs::exists(folder_ / "out/previous/junit.xml"); }));
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out/certificate.json"));
  EXPECT_FALSE(fs::exists(folder_ / "out/junit.xml"));
  EXPECT_EQ(contents(folder_ / "out/previous/certificate.json"), before);
  EXPECT_EQ(run_command(kQuickCertify + out("out")).status, 0);
}

TEST_F(DiskTest, ASecondRunInTheFolderIsRefused) {
  // Long enough to hold the folder while the others wait for it.
  const pid_t pid = start("certify --level standard" + out("out"));
  EXPECT_TRUE(comes_true([&] { return fs::exists(folder_ / "out/.lock"); }));
  expect_refused(kQuickCertify + out("out"), 2, "another run is writing to");
  expect_refused("probe" + out("out"), 2, "another run is writing to");
  expect_refused("sweep --profile a2 --instruction vconv_f162s8r" + out("out"), 2,
                 "another run is writing to");
  EXPECT_EQ(waitpid(pid, nullptr, WNOHANG), 0) << "the first run ended before the others";
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
}

// A run that ends with bad input leaves earlier results in place.
TEST_F(DiskTest, BadInputMovesNothing) {
  ASSERT_EQ(run_command(kQuickCertify + out("out")).status, 0);
  const std::string before = contents(folder_ / "out/certificate.json");
  for (const char* bad : {"--family cube", "--backend ./nowhere.so", "--profile probed:nowhere",
                          "--waivers nowhere", "--baseline nowhere", "--seed x"}) {
    EXPECT_GE(run_command(std::string("certify ") + bad + out("out")).status, 2) << bad;
    EXPECT_EQ(contents(folder_ / "out/certificate.json"), before) << bad;
  }
}

// The folder goes away while the run judges: as on a full disk, nothing can be written.
class FolderThatGoes : public DiskTest {
 protected:
  // `begun` is the file that the run writes last before it judges.
  void expect_verdict_and_fault(const std::string& command, const std::string& verdict,
                                const std::string& begun = ".lock") {
    const pid_t pid = start(command + out("out"));
    EXPECT_TRUE(comes_true([&] { return fs::exists(folder_ / "out" / begun); })) << command;
    // The run may write into the folder while it is being emptied.
    EXPECT_TRUE(comes_true([&] {
      std::error_code failed;
      fs::remove_all(folder_ / "out", failed);
      return !failed;
    })) << command;
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), kBroken) << command;
    EXPECT_THAT(contents(folder_ / "stdout"), HasSubstr(verdict)) << command;
    EXPECT_THAT(contents(folder_ / "stderr"),
                AllOf(HasSubstr("cannot write to '"), HasSubstr("ENOENT")))
        << command;
  }
};

TEST_F(FolderThatGoes, IsAFaultAndThePrintedVerdictStands) {
  expect_verdict_and_fault(kQuickCertify, "conforms on 3 of 3 rows");
  expect_verdict_and_fault(kQuickCertify + " --backend mutant:cast-deq-counts-one-more",
                           "replay   ");
  expect_verdict_and_fault("probe", "to judge by this: ");
  expect_verdict_and_fault("sweep --profile a2 --instruction vconv_f322f16r --ctrl 0 --shard 1/16",
                           "no deviation on 1 of 1 sweeps", "journal");
}

TEST_F(DiskTest, AResultThatDoesNotFitIsAFaultAndTheVerdictStands) {
  ASSERT_EQ(run_command("sweep --profile a2 --instruction vconv_f162s8r" + out("one")).status, 0);
  const Shelled merged = shell("ulimit -f 1; exec \"$vconform\" merge one --out merged");
  expect_broken(merged, "merged/sweep.json': File too large (EFBIG)");
  EXPECT_THAT(merged.output, HasSubstr("conforms on"));
  EXPECT_FALSE(fs::exists(folder_ / "merged/sweep.json"));
  EXPECT_FALSE(fs::exists(folder_ / "merged/sweep.json.unfinished"));
  const Shelled bench = shell(
      "mkfifo pipe; cat pipe >printed & ulimit -f 0; "
      "\"$vconform\" bench --filter vconv_s322f32 --out figures.json >pipe 2>pipe; "
      "status=$?; wait; exit $status");
  EXPECT_EQ(bench.status, kBroken);
  EXPECT_THAT(
      contents(folder_ / "printed"),
      AllOf(HasSubstr("vconv_s322f32"), HasSubstr("figures.json': File too large (EFBIG)")));
}

// The file system has 16 KiB, the certificate 31. Needs root or user namespaces.
TEST_F(DiskTest, AFullDiskIsAFaultAndTheVerdictStands) {
  if (shell("exec unshare -rm true").status != 0) {
    GTEST_SKIP() << "neither root nor user namespaces: no file system can be mounted";
  }
  ASSERT_EQ(
      run_command(kQuickCertify + " --backend mutant:cast-deq-counts-one-more" + out("waived") +
                  " --update-waivers --waivers '" + (folder_ / "new.json").string() + "'")
          .status,
      1);
  EXPECT_TRUE(fs::exists(folder_ / "new.json"));
  const Shelled full = shell(
      "mkdir out; exec unshare -rm sh -c 'mount -t tmpfs -o size=16k none out && exec "
      "\"$vconform\" " +
      kQuickCertify + " --out out --update-waivers --waivers waivers.json'");
  EXPECT_EQ(full.status, kBroken) << full.errors;
  EXPECT_THAT(full.errors, HasSubstr("': No space left on device (ENOSPC); make room"));
  EXPECT_THAT(full.output, HasSubstr("conforms on 3 of 3 rows"));
}

TEST_F(DiskTest, AWrongPlaceIsKnownBeforeTheRun) {
  write("taken", "a file");
  fs::create_symlink(folder_ / "taken", folder_ / "link");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const auto at = [&](const std::string& name) { return "'" + (folder_ / name).string() + "'"; };
  expect_refused("bench --filter vconv_s322f32 --out " + at("nowhere/x.json"), 2, "ENOENT");
  expect_refused("bench --filter vconv_s322f32 --out " + at("link"), 2, "not a plain file");
  expect_refused("bench --filter vconv_s322f32 --out " + at("pipe"), 2, "not a plain file");
  for (const char* waivers : {"nowhere/x.json", "link", "pipe", "out/certificate.json"}) {
    fs::create_directories(folder_ / "out");
    expect_refused(kQuickCertify + out("out") + " --update-waivers --waivers " + at(waivers), 2,
                   waivers);
  }
  expect_refused("verify-certificate " + at("pipe"), 2, "pipe");
  expect_refused(kQuickCertify + out("x") + " --waivers " + at("pipe"), 2, "pipe");
  expect_refused("replay " + at("pipe"), 2, "pipe");
  expect_refused(kQuickCertify + out("x") + " --profile probed:" + at("pipe"), 2, "pipe");
  fs::create_symlink(folder_ / "taken", folder_ / "out/certificate.json");
  expect_refused(kQuickCertify + out("out"), 2, "certificate.json' is not a plain file");
  EXPECT_EQ(contents(folder_ / "taken"), "a file");
}

}  // namespace
}  // namespace vconform::suites
