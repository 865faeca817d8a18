#include "adapters/containment/system_call_filter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "adapters/containment/containment_test_support.h"

namespace vconform::adapters {
namespace {

// An attack, which returns true if it went through; none does harm.
struct Attack {
  const char* name;
  bool (*run)(pid_t victim);
};

siginfo_t queued() {
  siginfo_t info{};
  info.si_signo = SIGCONT;
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_uid = getuid();
  return info;
}

// The bytes of this process and, after a fork, of the victim.
char target = 'a';

bool through_memory(long call, pid_t victim) {
  char byte = 'b';
  const iovec here{&byte, 1};
  const iovec there{&target, 1};
  return syscall(call, victim, &here, 1L, &there, 1L, 0L) == 1;
}

bool through_owner(int command) {
  int ends[2];
  const pid_t parent = getppid();
  f_owner_ex owner{F_OWNER_PID, parent};
  return pipe(ends) == 0 && (command == F_SETOWN ? fcntl(ends[0], command, parent)
                                                 : fcntl(ends[0], command, &owner)) == 0;
}

constexpr std::array kAttacks = {
    Attack{"kill", [](pid_t victim) { return kill(victim, SIGCONT) == 0; }},
    Attack{"kill_parent", [](pid_t) { return kill(getppid(), SIGCONT) == 0; }},
    Attack{"kill_group", [](pid_t) { return kill(0, SIGCONT) == 0; }},
    Attack{"kill_group_by_number", [](pid_t) { return kill(-getpgrp(), SIGCONT) == 0; }},
    Attack{"kill_all", [](pid_t) { return kill(-1, 0) == 0; }},
    Attack{"tkill", [](pid_t victim) { return syscall(SYS_tkill, victim, SIGCONT) == 0; }},
    Attack{"tgkill", [](pid_t v) { return syscall(SYS_tgkill, v, v, SIGCONT) == 0; }},
    Attack{"sigqueue",
           [](pid_t victim) {
             siginfo_t info = queued();
             return syscall(SYS_rt_sigqueueinfo, victim, SIGCONT, &info) == 0;
           }},
    Attack{"tgsigqueue",
           [](pid_t victim) {
             siginfo_t info = queued();
             return syscall(SYS_rt_tgsigqueueinfo, victim, victim, SIGCONT, &info) == 0;
           }},
    Attack{"pidfd_send_signal",
           [](pid_t victim) {
             const long fd = syscall(SYS_pidfd_open, victim, 0);
             return fd >= 0 && syscall(SYS_pidfd_send_signal, fd, SIGCONT, nullptr, 0) == 0;
           }},
    Attack{"pidfd_getfd",
           [](pid_t victim) {
             const long fd = syscall(SYS_pidfd_open, victim, 0);
             return fd >= 0 && syscall(SYS_pidfd_getfd, fd, 2, 0) >= 0;
           }},
    Attack{"trace", [](pid_t v) { return ptrace(PTRACE_SEIZE, v, nullptr, nullptr) == 0; }},
    Attack{"be_traced", [](pid_t) { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; }},
    Attack{"read_memory", [](pid_t v) { return through_memory(SYS_process_vm_readv, v); }},
    Attack{"write_memory", [](pid_t v) { return through_memory(SYS_process_vm_writev, v); }},
    Attack{"limits",
           [](pid_t victim) {
             rlimit limit{};
             return prlimit(victim, RLIMIT_CPU, nullptr, &limit) == 0;
           }},
    Attack{"owner_of_descriptor", [](pid_t) { return through_owner(F_SETOWN); }},
    Attack{"owner_of_descriptor_ex", [](pid_t) { return through_owner(F_SETOWN_EX); }},
    Attack{"join_group",
           [](pid_t) { return setpgid(0, 0) == 0 && setpgid(0, getpgid(getppid())) == 0; }},
    Attack{"child_of_the_parent",
           [](pid_t) {
             const long child =
                 syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
             if (child == 0) {
               _exit(0);
             }
             return child > 0;
           }},
    Attack{"child_of_the_parent_by_clone3",
           [](pid_t) {
             constexpr long kClone3 = 435;
             std::array<std::uint64_t, 8> arguments{CLONE_PARENT, 0, 0, 0, 0, 0, 0, 0};
             const long child = syscall(kClone3, arguments.data(), sizeof arguments);
             if (child == 0) {
               _exit(0);
             }
             return child > 0;
           }},
    Attack{"outlive_the_parent", [](pid_t) { return prctl(PR_SET_PDEATHSIG, 0) == 0; }},
};

int try_attack(const Attack& attack, bool contained, User user) {
  // In a child of its own, so that a process which the attack leaves to its parent is not a child
  // of the test.
  return code_of([&] {
    return code_of([&] {
      if (!become(user)) {
        return 1;
      }
      const Sleeper victim;
      return code_of([&] {
        if (contained && !install_system_call_filter().holds) {
          return 2;
        }
        return attack.run(victim.pid()) ? kWentThrough : kRefused;
      });
    });
  });
}

class Attacks : public testing::TestWithParam<Attack> {};

TEST_P(Attacks, GoThroughWithoutTheFilterOnly) {
  EXPECT_EQ(try_attack(GetParam(), false, User::kCaller), kWentThrough);
  EXPECT_EQ(try_attack(GetParam(), true, User::kCaller), kRefused);
}

TEST_P(Attacks, AreRefusedToAUserWithoutPrivileges) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "the other test runs without privileges already";
  }
  EXPECT_EQ(try_attack(GetParam(), false, User::kNobody), kWentThrough);
  EXPECT_EQ(try_attack(GetParam(), true, User::kNobody), kRefused);
}

INSTANTIATE_TEST_SUITE_P(SystemCallFilter, Attacks, testing::ValuesIn(kAttacks),
                         [](const auto& row) { return row.param.name; });

int with_filter(const std::function<int()>& run) {
  return status_of([&] { return install_system_call_filter().holds ? run() : 2; });
}

volatile std::sig_atomic_t handled = 0;

TEST(SystemCallFilter, AProcessMaySignalItself) {
  const int status = with_filter([] {
    std::signal(SIGUSR1, [](int) { handled = handled + 1; });
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    std::atomic<bool> go_on{true};
    std::thread thread([&] {
      while (go_on) {
        usleep(100);
      }
    });
    const int told = pthread_kill(thread.native_handle(), SIGUSR1);
    while (told == 0 && handled < 3) {
      usleep(100);
    }
    go_on = false;
    thread.join();
    rlimit limit{};
    return handled == 3 && getrlimit(RLIMIT_CPU, &limit) == 0 &&
                   prlimit(getpid(), RLIMIT_CPU, nullptr, &limit) == 0 && setpgid(0, 0) == 0
               ? 0
               : 1;
  });
  EXPECT_EQ(status, 0);
}

TEST(SystemCallFilter, AbortEndsTheProcessByItsSignal) {
  const int status = with_filter([]() -> int { std::abort(); });
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) << status;
}

// abort() falls back to a fault if its signal is refused; a sanitizer turns that into an exit code.
TEST(SystemCallFilter, AbortEndsAForkedChild) {
  const int status = with_filter([] {
    const int of_child = status_of([]() -> int { std::abort(); });
    return of_child != 0 ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

TEST(SystemCallFilter, ThreadsThatComeLaterHaveIt) {
  const Sleeper victim;
  const int status = with_filter([&] {
    bool refused = false;
    std::thread([&] { refused = kill(victim.pid(), SIGCONT) != 0 && errno == EPERM; }).join();
    return refused ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

TEST(SystemCallFilter, ThreadsThatAreThereAlreadyGetIt) {
  const Sleeper victim;
  const int status = status_of([&] {
    std::atomic<int> stage{0};
    bool refused = false;
    std::thread thread([&] {
      while (stage == 0) {
        usleep(100);
      }
      refused = kill(victim.pid(), SIGCONT) != 0;
    });
    const bool holds = install_system_call_filter().holds;
    stage = 1;
    thread.join();
    return holds && refused ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

TEST(SystemCallFilter, ProgramsThatItExecutesHaveIt) {
  const Sleeper victim;
  const std::string command = "kill -CONT " + std::to_string(victim.pid()) + " 2>/dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(with_filter([&] { return std::system("true") == 0 ? 0 : 1; }), 0);
  EXPECT_EQ(with_filter([&] { return std::system(command.c_str()) != 0 ? 0 : 1; }), 0);
}

#if defined(__x86_64__)
long by_interrupt(int call) {
  long result = call;
  asm volatile("int $0x80" : "+a"(result) : : "memory");
  return result;
}

TEST(SystemCallFilter, OtherAbisAreRefused) {
  constexpr int kGetPidOf32Bit = 20;
  constexpr long kX32 = 0x40000000;
  EXPECT_EQ(with_filter([] { return syscall(kX32 + SYS_getpid) == -1 && errno == EPERM ? 0 : 1; }),
            0);
  if (code_of([] { return by_interrupt(kGetPidOf32Bit) == getpid() ? 0 : 1; }) != 0) {
    GTEST_SKIP() << "this kernel has no 32-bit calls";
  }
  EXPECT_EQ(with_filter([] { return by_interrupt(kGetPidOf32Bit) == -EPERM ? 0 : 1; }), 0);
}
#endif

}  // namespace
}  // namespace vconform::adapters
