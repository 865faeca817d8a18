#include "suites/processes/supervisor.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "adapters/containment/process_table.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

// A program that is nothing but a supervised run, in its own process group as a shell would start
// it.
class Program {
 public:
  explicit Program(const std::function<int()>& run) : errors_(std::tmpfile()) {
    pid_ = fork();
    if (pid_ == 0) {
      setpgid(0, 0);
      dup2(fileno(errors_), STDERR_FILENO);
      alarm(30);
      try {
        _exit(supervised([&] {
          alarm(30);
          return run();
        }));
      } catch (const std::exception&) {
        _exit(2);
      }
    }
    setpgid(pid_, pid_);
  }
  ~Program() {
    kill(-pid_, SIGKILL);
    std::fclose(errors_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t pid() const { return pid_; }

  // The status of the supervisor, as from waitpid.
  int wait(int options = 0) const {
    int status = -1;
    while (waitpid(pid_, &status, options) < 0 && errno == EINTR) {
    }
    return status;
  }

  std::string errors() const {
    std::ostringstream text;
    text << std::ifstream("/proc/self/fd/" + std::to_string(fileno(errors_))).rdbuf();
    return text.str();
  }

  // The process of the run, once it exists.
  pid_t child() const {
    for (;;) {
      const auto children = adapters::ProcessTable::now().children(pid_);
      if (!children.empty()) {
        return children.front();
      }
      usleep(1000);
    }
  }

 private:
  std::FILE* errors_;
  pid_t pid_;
};

int sleep_for_ever() {
  // The program must not outlive a failing test.
  alarm(30);
  for (;;) {
    pause();
  }
}

int code_of(const std::function<int()>& run) {
  const Program program(run);
  const int status = program.wait();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

bool is_gone(pid_t process) {
  for (int i = 0; i < 2000; ++i) {
    const auto entry = adapters::process_entry(process);
    if (!entry || entry->state == 'Z') {
      return true;
    }
    usleep(1000);
  }
  return false;
}

TEST(Supervisor, ExitCodesArePassedOn) {
  for (const int code : {0, 1, 2, 3, 4, 77}) {
    EXPECT_EQ(code_of([code] { return code; }), code);
  }
}

TEST(Supervisor, AnExceptionReachesTheCaller) {
  EXPECT_EQ(code_of([]() -> int { throw std::runtime_error("no"); }), 2);
}

TEST(Supervisor, AVerdictThatWasNotReturnedIsNone) {
  for (const int code : {0, 1}) {
    const Program program([code]() -> int { _exit(code); });
    EXPECT_EQ(WEXITSTATUS(program.wait()), 4);
    EXPECT_THAT(program.errors(), HasSubstr("no verdict"));
  }
}

TEST(Supervisor, ASignalIsSaidInOneLine) {
  const Program program(sleep_for_ever);
  kill(program.child(), SIGKILL);
  const int status = program.wait();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 4) << status;
  EXPECT_EQ(program.errors(),
            "vconform: ended by signal 9 (Killed): somebody ended it, or memory ran out; no "
            "verdict\n");
}

TEST(Supervisor, SignalsThatAskToEndArePassedOn) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    const Program program(sleep_for_ever);
    const pid_t child = program.child();
    kill(program.pid(), signal);
    const int status = program.wait();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_EQ(program.errors(), "");
    EXPECT_TRUE(is_gone(child));
  }
}

volatile std::sig_atomic_t asked = 0;

TEST(Supervisor, ARunThatEndsInItsOwnTimeKeepsItsCode) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const Program program([&] {
    std::signal(SIGTERM, [](int) { asked = 1; });
    if (write(ends[1], "x", 1) != 1) {
      return 9;
    }
    while (asked == 0) {
      usleep(1000);
    }
    return 7;
  });
  char ready = 0;
  ASSERT_EQ(read(ends[0], &ready, 1), 1);
  kill(program.pid(), SIGTERM);
  EXPECT_EQ(WEXITSTATUS(program.wait()), 7);
  close(ends[0]);
  close(ends[1]);
}

TEST(Supervisor, AStoppedRunIsContinued) {
  EXPECT_EQ(code_of([] {
              std::raise(SIGSTOP);
              return 0;
            }),
            0);
}

TEST(Supervisor, ARunThatItsWorkerTracesEnds) {
  const Program program([] {
    const pid_t run = getpid();
    if (fork() == 0) {
      if (ptrace(PTRACE_ATTACH, run, nullptr, nullptr) != 0) {
        kill(run, SIGKILL);
      }
      sleep_for_ever();
    }
    return sleep_for_ever();
  });
  EXPECT_EQ(WEXITSTATUS(program.wait()), 4);
  if (program.errors().find("signal 9") != std::string::npos) {
    GTEST_SKIP() << "tracing is refused here";
  }
  EXPECT_THAT(program.errors(), HasSubstr("stood still, traced by process"));
}

TEST(Supervisor, CtrlZHoldsAndForegroundContinues) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const Program program([&] {
    char go_on = 0;
    return read(ends[0], &go_on, 1) == 1 ? 0 : 9;
  });
  const pid_t child = program.child();
  kill(-program.pid(), SIGTSTP);
  int status = program.wait(WUNTRACED);
  EXPECT_TRUE(WIFSTOPPED(status) && WSTOPSIG(status) == SIGTSTP) << status;
  usleep(1'200'000);
  EXPECT_EQ(adapters::process_entry(child)->state, 'T') << "nobody has said that it may go on";
  kill(-program.pid(), SIGCONT);
  ASSERT_EQ(write(ends[1], "x", 1), 1);
  status = program.wait(WUNTRACED);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  close(ends[0]);
  close(ends[1]);
}

TEST(Supervisor, ATerminalStopOfTheRunAloneStopsBoth) {
  const Program program([] {
    std::raise(SIGTSTP);
    return 0;
  });
  int status = program.wait(WUNTRACED);
  EXPECT_TRUE(WIFSTOPPED(status)) << status;
  kill(-program.pid(), SIGCONT);
  status = program.wait();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(Supervisor, WithoutAShellATerminalStopDoesNotHang) {
  EXPECT_EQ(code_of([] {
              const pid_t alone = fork();
              if (alone == 0) {
                setsid();
                _exit(supervised([] {
                  std::raise(SIGTSTP);
                  return 6;
                }));
              }
              int status = 0;
              waitpid(alone, &status, 0);
              return WEXITSTATUS(status);
            }),
            6);
}

// Starts an orphan in a session of its own. Returns its process number.
pid_t leave_a_stray() {
  int ends[2];
  if (pipe(ends) != 0) {
    return -1;
  }
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      const pid_t self = getpid();
      if (write(ends[1], &self, sizeof self) != sizeof self) {
        _exit(1);
      }
      sleep_for_ever();
    }
    _exit(0);
  }
  wait(nullptr);
  pid_t stray = -1;
  return read(ends[0], &stray, sizeof stray) == sizeof stray ? stray : -1;
}

TEST(Supervisor, NothingOutlivesTheRun) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int code = code_of([&] {
    const pid_t stray = leave_a_stray();
    return kill(stray, 0) == 0 && write(ends[1], &stray, sizeof stray) == sizeof stray ? 5 : 9;
  });
  close(ends[1]);
  EXPECT_EQ(code, 5);
  pid_t stray = 0;
  ASSERT_EQ(read(ends[0], &stray, sizeof stray), static_cast<ssize_t>(sizeof stray));
  EXPECT_EQ(kill(stray, 0), -1);
  close(ends[0]);
}

TEST(Supervisor, TheRunEndsWithItsSupervisor) {
  const Program program(sleep_for_ever);
  const pid_t child = program.child();
  usleep(20'000);
  kill(program.pid(), SIGKILL);
  program.wait();
  EXPECT_TRUE(is_gone(child));
}

TEST(Supervisor, ALimitOfFileSizeIsAnErrorOfTheWrite) {
  EXPECT_EQ(code_of([] {
              rlimit limit{4096, RLIM_INFINITY};
              setrlimit(RLIMIT_FSIZE, &limit);
              std::FILE* file = std::tmpfile();
              const std::string text(8192, 'x');
              const ssize_t first = write(fileno(file), text.data(), text.size());
              const ssize_t second = write(fileno(file), text.data(), text.size());
              return first == 4096 && second == -1 && errno == EFBIG ? 0 : 9;
            }),
            0);
}

TEST(Supervisor, AClosedPipeEndsItInSilence) {
  const Program program([] {
    std::raise(SIGPIPE);
    return 0;
  });
  const int status = program.wait();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) << status;
  EXPECT_EQ(program.errors(), "");
}

}  // namespace
}  // namespace vconform::suites
