#include "suites/processes/process_pool.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>
#include <set>
#include <vector>

#include "adapters/containment/memory_watch.h"
#include "adapters/load_error.h"
#include "adapters/region/processors.h"
#include "spec/text/error.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

// Runs `tasks` tasks in two processes. Returns the message of the exception; "" if all have
// finished.
std::string problem(const std::function<void(std::size_t)>& task, std::size_t tasks = 8) {
  std::multiset<std::size_t> finished;
  const TaskListener listener = {[&](std::size_t number, const std::string& message) {
    EXPECT_EQ(message, std::to_string(number * 3));
    finished.insert(number);
  }};
  try {
    run_tasks(
        tasks, 2,
        [&]() -> TaskRunner {
          return [&](std::size_t number) {
            task(number);
            return std::to_string(number * 3);
          };
        },
        listener);
  } catch (const BrokenRun& error) {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a process is left";
    return error.what();
  }
  EXPECT_EQ(finished.size(), tasks);
  return "";
}

// Runs the deed in the fourth task only.
std::string problem_of(const std::function<void()>& deed) {
  return problem([&](std::size_t number) {
    if (number == 3) {
      deed();
    }
  });
}

// How many of 50 tasks are done by a deadline; the first so many, each once.
std::size_t done_by(std::chrono::milliseconds from_now) {
  std::multiset<std::size_t> finished;
  const std::size_t taken = run_tasks(
      50, 2, [] { return [](std::size_t) { return std::string(); }; },
      {[&](std::size_t task, const std::string&) { finished.insert(task); }},
      std::chrono::steady_clock::now() + from_now);
  EXPECT_EQ(finished.size(), taken);
  EXPECT_EQ(*finished.rbegin() + 1, taken);
  return taken;
}

TEST(ProcessPool, NoTaskIsTakenAfterADeadlineExceptTheFirst) {
  EXPECT_EQ(done_by(std::chrono::hours(1)), 50u);
  const std::size_t late = done_by(std::chrono::milliseconds(-1));
  EXPECT_GE(late, 1u);
  EXPECT_LE(late, 2u);
}

TEST(ProcessPool, EveryTaskFinishesOnce) {
  EXPECT_EQ(problem([](std::size_t) {}, 100), "");
  EXPECT_EQ(problem([](std::size_t) {}, 1), "");
  EXPECT_EQ(problem([](std::size_t) {}, 0), "");
}

TEST(ProcessPool, ASignalThatEndsAProcessEndsTheRun) {
  EXPECT_THAT(problem_of([] { std::raise(SIGKILL); }),
              AllOf(HasSubstr("was ended by signal 9 (Killed)"), HasSubstr("memory ran out")));
  EXPECT_THAT(problem_of([] { std::raise(SIGXCPU); }),
              AllOf(HasSubstr("was ended by signal 24"), HasSubstr("ulimit -t")));
  EXPECT_THAT(problem_of([] { std::raise(SIGABRT); }), HasSubstr("was ended by signal 6"));
}

TEST(ProcessPool, AnEndWithoutTheLastResultEndsTheRun) {
  EXPECT_THAT(problem_of([] { _exit(0); }), HasSubstr("without having sent its last result"));
  EXPECT_THAT(problem_of([] { std::exit(0); }), HasSubstr("without having sent its last result"));
  EXPECT_THAT(problem_of([] { _exit(3); }), HasSubstr("ended itself with status 3"));
}

TEST(ProcessPool, AProcessThatEndsWhenItStartsEndsTheRun) {
  const auto start = []() -> TaskRunner { _exit(0); };
  EXPECT_THROW(run_tasks(3, 1, start, {[](std::size_t, const std::string&) {}}), BrokenRun);
}

TEST(ProcessPool, ForgedMessagesEndTheRun) {
  const auto forge = [] {
    const std::string forged(64, '\1');
    for (int fd = 3; fd < 64; ++fd) {
      if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY && isatty(fd) == 0) {
        if (write(fd, forged.data(), forged.size()) < 0) {
          _exit(9);
        }
      }
    }
  };
  EXPECT_THAT(problem_of(forge), HasSubstr("damaged"));
}

TEST(ProcessPool, ALimitOfFileSizeIsAnErrorOfTheWrite) {
  const auto write_too_much = [] {
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 4096;
    setrlimit(RLIMIT_FSIZE, &limit);
    std::FILE* file = std::tmpfile();
    const std::string text(8192, 'x');
    const ssize_t first = write(fileno(file), text.data(), text.size());
    const ssize_t second = write(fileno(file), text.data(), text.size());
    if (first != 4096 || second != -1 || errno != EFBIG) {
      _exit(9);
    }
  };
  EXPECT_EQ(problem_of(write_too_much), "");
}

TEST(ProcessPool, AProcessThatIsStoppedIsContinued) {
  EXPECT_EQ(problem_of([] { std::raise(SIGSTOP); }), "");
}

// To be called in a judge: does what one of its workers may do.
void attack_from_a_child(const std::function<void(pid_t)>& attack) {
  const pid_t judge = getpid();
  if (fork() == 0) {
    alarm(30);
    attack(judge);
    for (;;) {
      pause();
    }
  }
  for (;;) {
    usleep(10'000);
  }
}

TEST(ProcessPool, AProcessThatIsStoppedForEverEndsTheRun) {
  const std::string said = problem_of([] {
    attack_from_a_child([](pid_t judge) {
      for (;;) {
        kill(judge, SIGSTOP);
        usleep(1000);
      }
    });
  });
  EXPECT_THAT(said, HasSubstr("stood still again and again: somebody stops it"));
}

TEST(ProcessPool, AProcessThatItsWorkerTracesEndsTheRun) {
  const std::string said = problem_of([] {
    attack_from_a_child([](pid_t judge) {
      if (ptrace(PTRACE_ATTACH, judge, nullptr, nullptr) != 0) {
        kill(judge, SIGKILL);
      }
    });
  });
  if (said.find("signal 9") != std::string::npos) {
    GTEST_SKIP() << "tracing is refused here";
  }
  EXPECT_THAT(said, HasSubstr("stood still, traced by process"));
}

// The number of processors that each of so many jobs has.
std::set<int> processors_of_each(std::size_t jobs) {
  std::set<int> counts;
  const auto start = []() -> TaskRunner {
    return [](std::size_t) {
      const cpu_set_t own = adapters::own_processors();
      return std::to_string(CPU_COUNT(&own));
    };
  };
  run_tasks(4 * jobs, jobs, start,
            {[&](std::size_t, const std::string& count) { counts.insert(std::stoi(count)); }});
  return counts;
}

TEST(ProcessPool, AsManyJobsAsProcessorsKeepToOneEach) {
  const cpu_set_t own = adapters::own_processors();
  const int count = CPU_COUNT(&own);
  ASSERT_GT(count, 0);
  const auto jobs = static_cast<std::size_t>(count);
  EXPECT_EQ(processors_of_each(jobs), std::set{1});
  EXPECT_EQ(processors_of_each(jobs + 1), std::set{1});
  if (count > 1) {
    EXPECT_EQ(processors_of_each(jobs - 1), std::set{count});
  }
}

// Predictions keep freed memory for the next ones; without that, glibc would give it back here too.
constexpr std::uint64_t kManyBytes = std::uint64_t{128} << 20;

// In small blocks, which this process keeps for later: what is resident then.
std::uint64_t resident_after_freeing_many_bytes() {
  mallopt(M_TRIM_THRESHOLD, 2 * kManyBytes);
  {
    constexpr std::size_t kBlock = 1024;
    std::vector<std::unique_ptr<char[]>> blocks;
    while (blocks.size() * kBlock < kManyBytes) {
      blocks.push_back(std::make_unique<char[]>(kBlock));
    }
  }
  return *adapters::resident_bytes(getpid());
}

class MemoryOfJobs : public testing::Test {
 protected:
  void SetUp() override {
    if (mallinfo2().uordblks == 0) {
      GTEST_SKIP() << "memory is not allocated by glibc";
    }
  }
};

TEST_F(MemoryOfJobs, IsNotWhatTheirParentHasFreed) {
  const std::uint64_t before = *adapters::resident_bytes(getpid());
  ASSERT_GT(resident_after_freeing_many_bytes(), before + kManyBytes / 2);
  const auto start = []() -> TaskRunner {
    return [](std::size_t) { return std::to_string(*adapters::resident_bytes(getpid())); };
  };
  const TaskListener listener = {[&](std::size_t, const std::string& resident) {
    EXPECT_LT(std::stoull(resident), before + kManyBytes / 4);
  }};
  run_tasks(2, 2, start, listener);
}

TEST_F(MemoryOfJobs, IsNotWhatAnEarlierTaskHasFreed) {
  const auto start = []() -> TaskRunner {
    return [](std::size_t task) {
      const std::uint64_t resident = *adapters::resident_bytes(getpid());
      return std::to_string(task == 0 ? resident_after_freeing_many_bytes() : resident);
    };
  };
  std::vector<std::uint64_t> resident;
  const TaskListener listener = {
      [&](std::size_t, const std::string& result) { resident.push_back(std::stoull(result)); }};
  run_tasks(2, 1, start, listener);
  ASSERT_EQ(resident.size(), 2u);
  EXPECT_LT(resident[1] + kManyBytes / 2, resident[0]);
}

TEST(ProcessPool, WhatIsThrownKeepsItsKind) {
  EXPECT_THROW(problem_of([] { throw spec::InputError("bad"); }), spec::InputError);
  EXPECT_THROW(problem_of([] { throw adapters::LoadError("gone"); }), adapters::LoadError);
  EXPECT_THROW(problem_of([] { throw std::runtime_error("bad luck"); }), std::runtime_error);
}

TEST(ProcessPool, AListenerThatThrowsEndsAllProcesses) {
  const auto start = []() -> TaskRunner { return [](std::size_t) { return std::string(); }; };
  const TaskListener listener = {
      [](std::size_t, const std::string&) { throw std::runtime_error("the disk is full"); }};
  EXPECT_THROW(run_tasks(1000, 2, start, listener), std::runtime_error);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

}  // namespace
}  // namespace vconform::suites
