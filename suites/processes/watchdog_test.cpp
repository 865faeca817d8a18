#include "suites/processes/watchdog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "adapters/containment/process_table.h"

namespace vconform::suites {
namespace {

pid_t started(const std::function<void()>& run) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    run();
    _exit(0);
  }
  return child;
}

pid_t sleeper() {
  return started([] {
    for (;;) {
      pause();
    }
  });
}

void end(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

bool comes_to(pid_t process, char state) {
  for (int i = 0; i < 1000; ++i) {
    if (const auto entry = adapters::process_entry(process); entry && entry->state == state) {
      return true;
    }
    usleep(1000);
  }
  return false;
}

TEST(Watchdog, LeavesARunningProcessAlone) {
  const pid_t child = sleeper();
  Watchdog watchdog(child);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(watchdog.look(), Watchdog::Sight::kRuns);
  }
  end(child);
}

TEST(Watchdog, ContinuesAtTheSecondLook) {
  const pid_t child = sleeper();
  ASSERT_TRUE(comes_to(child, 'S'));
  Watchdog watchdog(child);
  kill(child, SIGSTOP);
  ASSERT_TRUE(comes_to(child, 'T'));
  EXPECT_EQ(watchdog.look(), Watchdog::Sight::kStandsStill);
  EXPECT_TRUE(comes_to(child, 'T'));
  EXPECT_EQ(watchdog.look(), Watchdog::Sight::kStandsStill);
  EXPECT_TRUE(comes_to(child, 'S'));
  EXPECT_EQ(watchdog.look(), Watchdog::Sight::kRuns);
  end(child);
}

TEST(Watchdog, GivesUpOnOneThatStandsStillAgainAndAgain) {
  const pid_t child = sleeper();
  Watchdog watchdog(child);
  Watchdog::Sight sight = Watchdog::Sight::kRuns;
  int looks = 0;
  while (sight != Watchdog::Sight::kGivenUp && looks < 100) {
    kill(child, SIGSTOP);
    ASSERT_TRUE(comes_to(child, 'T'));
    sight = watchdog.look();
    ++looks;
  }
  EXPECT_EQ(looks, 6);
  EXPECT_THAT(watchdog.reason(), testing::HasSubstr("again and again"));
  end(child);
}

// The last of ten looks at a process that this process may trace.
Watchdog::Sight after_ten_looks(pid_t watched) {
  Watchdog watchdog(watched);
  Watchdog::Sight sight = Watchdog::Sight::kRuns;
  for (int i = 0; i < 10 && sight != Watchdog::Sight::kGivenUp; ++i) {
    sight = watchdog.look();
  }
  return sight;
}

void trace(pid_t process) {
  if (ptrace(PTRACE_ATTACH, process, nullptr, nullptr) != 0) {
    _exit(1);
  }
  for (;;) {
    pause();
  }
}

TEST(Watchdog, GivesUpOnOneThatADescendantTraces) {
  const pid_t watched = sleeper();
  const pid_t tracer = started([&] { trace(watched); });
  if (!comes_to(watched, 't')) {
    end(tracer);
    end(watched);
    GTEST_SKIP() << "tracing is refused here";
  }
  EXPECT_EQ(after_ten_looks(watched), Watchdog::Sight::kGivenUp);
  EXPECT_TRUE(comes_to(tracer, 'Z'));
  end(tracer);
  end(watched);
}

TEST(Watchdog, LeavesADebuggerFromOutsideAlone) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t watching = started([&] {
    const pid_t watched = sleeper();
    if (write(ends[1], &watched, sizeof watched) != sizeof watched || !comes_to(watched, 't')) {
      _exit(2);
    }
    const bool stands = after_ten_looks(watched) == Watchdog::Sight::kStandsStill;
    kill(watched, SIGKILL);
    _exit(stands ? 0 : 1);
  });
  pid_t watched = 0;
  ASSERT_EQ(read(ends[0], &watched, sizeof watched), static_cast<ssize_t>(sizeof watched));
  const pid_t tracer = started([&] { trace(watched); });
  int status = 0;
  waitpid(watching, &status, 0);
  end(tracer);
  close(ends[0]);
  close(ends[1]);
  if (WEXITSTATUS(status) == 2) {
    GTEST_SKIP() << "tracing is refused here";
  }
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace vconform::suites
