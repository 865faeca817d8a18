// Closed or full standard streams, and the limits of a shell.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "suites/attacks/surroundings.h"

namespace vconform::suites::attacks {
namespace {

class Streams : public Surrounded {};

TEST_F(Streams, AFullDiskBehindStdout) {
  for (const std::string_view words : {kCertify, kSweep, kProbe}) {
    Command run = command(words);
    run.prepare = [] { redirect(1, "/dev/full"); };
    expect_code(run, {4}, "vconform: ");
    fs::remove_all(out());
  }
}

TEST_F(Streams, AFullDiskBehindStdoutOfADeviatingRun) {
  Command run = command(kCertify, "execute:spoil");
  run.prepare = [] { redirect(1, "/dev/full"); };
  expect_code(run, {1, 4}, "vconform: ");
}

TEST_F(Streams, AFullDiskBehindStderr) {
  Command run = command(kCertify);
  run.prepare = [] { redirect(2, "/dev/full"); };
  expect_code(run, {0}, hostile_conforms_on(1));
}

TEST_F(Streams, ClosedOnesAreNotTakenByFiles) {
  for (const int closed : {0, 1, 2}) {
    Command run = command(kCertify);
    run.prepare = [closed] { close(closed); };
    expect_code(run, closed == 1 ? std::set<int>{4} : std::set<int>{0});
    const std::string certificate = text_of(out() / "certificate.json");
    EXPECT_EQ(certificate.find("hostile conforms"), std::string::npos) << "printed into its file";
    fs::remove_all(out());
  }
}

TEST_F(Streams, AllClosed) {
  for (const std::string_view words : {kCertify, kSweep, kProbe}) {
    Command run = command(words);
    run.prepare = [] {
      for (int descriptor = 0; descriptor < 3; ++descriptor) {
        close(descriptor);
      }
    };
    const Ended done = attacks::run(run);
    EXPECT_EQ(done.code, 4) << words;
    EXPECT_FALSE(done.hung);
    EXPECT_TRUE(done.left_behind.empty());
    fs::remove_all(out());
  }
}

TEST_F(Streams, AReaderThatWentAway) {
  for (const std::string_view words : {kCertify, kSweep, kProbe}) {
    Command run = command(words);
    run.prepare = [] {
      int ends[2];
      or_end(pipe(ends) == 0 && dup2(ends[1], 1) == 1);
      close(ends[0]);
    };
    const Ended done = attacks::run(run);
    EXPECT_TRUE(done.code == 4 || done.code == 128 + SIGPIPE) << words << ": " << done.code;
    EXPECT_TRUE(done.left_behind.empty());
    fs::remove_all(out());
  }
}

TEST_F(Streams, SignalsThatTheStarterIgnored) {
  Command run = command(kCertify);
  run.prepare = [] {
    for (const int number : {SIGCHLD, SIGPIPE, SIGALRM, SIGUSR1, SIGXFSZ, SIGXCPU, SIGSEGV}) {
      signal(number, SIG_IGN);
    }
  };
  expect_code(run, {0}, hostile_conforms_on(1));
  Command crashes = command(kCertify, "execute%50:segv");
  crashes.prepare = run.prepare;
  expect_code(crashes, {1});
}

TEST_F(Streams, SignalsThatTheStarterBlocked) {
  Command run = command(kCertify);
  run.prepare = [] {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
  };
  expect_code(run, {0}, hostile_conforms_on(1));
}

class LimitsOfAShell : public Surrounded {};

TEST_F(LimitsOfAShell, FewDescriptors) {
  // With fewer descriptors the program cannot even be loaded.
  for (const rlim_t most : {rlim_t{8}, rlim_t{12}, rlim_t{20}}) {
    Command run = command(kCertify);
    run.prepare = [most] { limit(RLIMIT_NOFILE, most); };
    expect_code(run, {0, 4});
    fs::remove_all(out());
  }
}

TEST_F(LimitsOfAShell, LittleAddressSpace) {
  for (const rlim_t megabytes : {rlim_t{20}, rlim_t{60}, rlim_t{150}}) {
    Command run = command(kCertify);
    run.prepare = [megabytes] { limit(RLIMIT_AS, megabytes << 20); };
    expect_code(run, {0, 4, 127});
    fs::remove_all(out());
  }
}

TEST_F(LimitsOfAShell, LittleTime) {
  Command run = command("certify --level standard --profile a2 --jobs 1");
  run.prepare = [] { limit(RLIMIT_CPU, 1); };
  expect_code(run, {4});
}

TEST_F(LimitsOfAShell, LittleTimeOfADeviatingRun) {
  Command run = command("certify --level standard --profile a2 --jobs 1", "execute%7:spoil");
  run.prepare = [] { limit(RLIMIT_CPU, 1); };
  expect_code(run, {4});
}

TEST_F(LimitsOfAShell, NoFurtherProcesses) {
  Command run = command(kCertify);
  fs::permissions(folder_.path(), fs::perms::all);
  run.prepare = [] {
    limit(RLIMIT_NPROC, 0);
    // The limit does not apply to root.
    or_end(setgid(65534) == 0 && setuid(65534) == 0);
  };
  expect_code(run, {4});
}

TEST_F(LimitsOfAShell, ASmallStack) {
  Command run = command(kCertify);
  run.prepare = [] { limit(RLIMIT_STACK, 256 << 10); };
  expect_code(run, {0});
}

}  // namespace
}  // namespace vconform::suites::attacks
