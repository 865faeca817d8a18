// Programs in several contexts at the same time.
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <set>

#include "adapters/isolation/isolated_backend.h"
#include "adapters/isolation/isolation_test_support.h"

namespace vconform::adapters {
namespace {

using spec::MemoryId, spec::OutcomeStatus;

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

// They take microseconds, and a processor runs each for milliseconds before the next.
TEST(AtOnce, WhatContextsShareIsSeenOnOneProcessorToo) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  int first = 0;
  while (!CPU_ISSET(first, &all)) {
    ++first;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
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
  ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}

}  // namespace
}  // namespace vconform::adapters
