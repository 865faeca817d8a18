// Programs in several contexts at the same time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <vector>

#include "adapters/isolation/isolated_backend.h"
#include "adapters/isolation/isolation_test_support.h"

namespace vconform::adapters {
namespace {

using spec::MemoryId, spec::OutcomeStatus;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// Contexts are numbers, from 1 on in each worker.
void* numbered_context() {
  static std::uint8_t contexts = 0;
  return new std::uint8_t(++contexts);
}

// Each program represents a context that, after it ran alone, waits until all others have begun.
TEST(AtOnce, ProgramsRunAtOnceInContextsOfTheirOwn) {
  vconform_adapter table = table_with(
      [](void* context, const vconform_step*, std::uint64_t, vconform_memories* memories) {
        static std::atomic<int> runs{0};
        if (++runs > 3) {
          while (runs < 6) {
          }
        }
        memories->memory[VCONFORM_UB].data[0] = *static_cast<std::uint8_t*>(context);
        return static_cast<std::uint32_t>(VCONFORM_OK);
      });
  table.create = numbered_context;
  IsolatedBackend backend(backend_of(table));
  spec::Case program;
  program.memories = {{MemoryId::kUb, 64}};
  const std::vector<spec::Outcome> outcomes =
      backend.execute_at_once(std::vector<spec::Case>(3, program));
  std::set<int> contexts;
  for (const spec::Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.status, OutcomeStatus::kCompleted);
    contexts.insert(outcome.after.of(MemoryId::kUb)[0]);
  }
  EXPECT_EQ(contexts, (std::set<int>{1, 2, 3}));
}

// Only one processor, for this process and the workers that it starts.
class OneProcessor {
 public:
  OneProcessor() {
    EXPECT_EQ(sched_getaffinity(0, sizeof all_, &all_), 0);
    int first = 0;
    while (!CPU_ISSET(first, &all_)) {
      ++first;
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof all_, &all_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t all_{};
};

// They take microseconds, and a processor runs each for milliseconds before the next.
TEST(AtOnce, WhatContextsShareIsSeenOnOneProcessorToo) {
  const OneProcessor one;
  vconform_adapter table = table_with(
      [](void* context, const vconform_step*, std::uint64_t, vconform_memories* memories) {
        static std::atomic<std::uint8_t> shared;
        static std::atomic<int> work;
        shared = *static_cast<std::uint8_t*>(context);
        for (int i = 0; i < 300; ++i) {
          ++work;
        }
        memories->memory[VCONFORM_UB].data[0] = shared;
        return static_cast<std::uint32_t>(VCONFORM_OK);
      });
  table.create = numbered_context;
  IsolatedBackend backend(backend_of(table));
  spec::Case program;
  program.memories = {{MemoryId::kUb, 64}};
  bool is_seen = false;
  for (int time = 0; time < 20 && !is_seen; ++time) {
    const std::vector<spec::Outcome> outcomes =
        backend.execute_at_once(std::vector<spec::Case>(4, program));
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      ASSERT_EQ(outcomes[i].status, OutcomeStatus::kCompleted);
      is_seen |= outcomes[i].after.of(MemoryId::kUb)[0] != i + 1;
    }
  }
  EXPECT_TRUE(is_seen);
}

// On one processor a thread of this policy runs until it ends.
bool run_without_turns() {
  const sched_param lowest{.sched_priority = sched_get_priority_min(SCHED_FIFO)};
  return sched_setscheduler(0, SCHED_FIFO, &lowest) == 0;
}

TEST(AtOnce, ThatProgramsNeverMetIsAnErrorAndNoPass) {
  if (!run_without_turns()) {
    GTEST_SKIP() << "this process may not have a real-time policy";
  }
  const sched_param none{};
  ASSERT_EQ(sched_setscheduler(0, SCHED_OTHER, &none), 0);
  const OneProcessor one;
  vconform_adapter table =
      table_with([](void*, const vconform_step*, std::uint64_t, vconform_memories*) {
        return static_cast<std::uint32_t>(run_without_turns() ? VCONFORM_OK : VCONFORM_REJECTED);
      });
  IsolatedBackend backend(backend_of(table));
  EXPECT_THAT([&] { backend.execute_at_once(std::vector<spec::Case>(2)); },
              ThrowsMessage<std::runtime_error>(
                  HasSubstr("2 programs in threads of their own never ran at the same time")));
}

}  // namespace
}  // namespace vconform::adapters
