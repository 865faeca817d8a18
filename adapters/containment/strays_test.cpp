#include "adapters/containment/strays.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/syscall.h>

#include <chrono>

#include "adapters/containment/containment_test_support.h"
#include "adapters/containment/process_table.h"

namespace vconform::adapters {
namespace {

// A worker that leaves `depth` generations behind, each in a session of its own, and ends.
void leave_behind(int depth) {
  const pid_t worker = fork();
  if (worker == 0) {
    for (int i = 0; i < depth; ++i) {
      if (fork() == 0) {
        setsid();
        alarm(60);
        if (i + 1 == depth) {
          for (;;) {
            pause();
          }
        }
        continue;
      }
      if (i == 0) {
        _exit(0);
      }
      for (;;) {
        pause();
      }
    }
    _exit(0);
  }
  waitpid(worker, nullptr, 0);
}

bool has_descendants() {
  return !ProcessTable::now().descendants(getpid()).empty();
}

TEST(Strays, WithoutASubreaperTheyAreLost) {
  EXPECT_EQ(code_of([] {
              // Ends what the child below loses, which would hold the output of the test open.
              become_subreaper();
              const int code = code_of([] {
                prctl(PR_SET_CHILD_SUBREAPER, 0);
                leave_behind(1);
                return has_descendants() ? kRefused : kWentThrough;
              });
              end_strays({});
              return code;
            }),
            kWentThrough);
}

TEST(Strays, AllGenerationsAreEnded) {
  for (const int depth : {1, 2, 5}) {
    EXPECT_EQ(code_of([depth] {
                if (!become_subreaper().holds) {
                  return 1;
                }
                leave_behind(depth);
                if (!has_descendants()) {
                  return 2;
                }
                return end_strays({}) == 0 && !has_descendants() ? kRefused : kWentThrough;
              }),
              kRefused)
        << depth;
  }
}

TEST(Strays, WhatIsKeptAndItsChildrenLive) {
  EXPECT_EQ(code_of([] {
              become_subreaper();
              const pid_t kept = fork();
              if (kept == 0) {
                const Sleeper grandchild;
                alarm(60);
                for (;;) {
                  pause();
                }
              }
              while (ProcessTable::now().children(kept).empty()) {
                usleep(1000);
              }
              leave_behind(2);
              const std::size_t left = end_strays({kept});
              const std::size_t alive = ProcessTable::now().descendants(getpid()).size();
              end_strays({});
              return left == 0 && alive == 2 ? 0 : 1;
            }),
            0);
}

TEST(Strays, EndedChildrenThatAreKeptCanStillBeWaitedFor) {
  EXPECT_EQ(code_of([] {
              const pid_t kept = fork();
              if (kept == 0) {
                _exit(7);
              }
              usleep(20000);
              end_strays({kept});
              int status = 0;
              return waitpid(kept, &status, 0) == kept && WEXITSTATUS(status) == 7 ? 0 : 1;
            }),
            0);
}

TEST(Strays, ChildrenWithoutAnEndSignalAreReaped) {
  EXPECT_EQ(code_of([] {
              if (syscall(SYS_clone, 0, nullptr, nullptr, nullptr, nullptr) == 0) {
                alarm(60);
                for (;;) {
                  pause();
                }
              }
              return end_strays({}) == 0 && !has_descendants() ? 0 : 1;
            }),
            0);
}

// Siblings and the parent are not touched.
TEST(Strays, SiblingsAreNotStrays) {
  const Sleeper sibling;
  EXPECT_EQ(code_of([] { return static_cast<int>(end_strays({})); }), 0);
  EXPECT_EQ(kill(sibling.pid(), 0), 0);
  EXPECT_NE(process_entry(sibling.pid())->state, 'Z');
}

TEST(Strays, NothingToDoIsQuick) {
  const auto started = std::chrono::steady_clock::now();
  EXPECT_EQ(code_of([] {
              for (int i = 0; i < 1000; ++i) {
                end_strays({});
              }
              return 0;
            }),
            0);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(1));
}

}  // namespace
}  // namespace vconform::adapters
