// Programs that a backend is told of in advance: IsolatedBackend::execute_ahead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "adapters/isolation/isolation_test_support.h"

namespace vconform::adapters {
namespace {

using spec::MemoryId;
using spec::OutcomeStatus;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// How a program was executed, in the first byte of UB.
constexpr std::uint8_t kAlone = 1;
constexpr std::uint8_t kTogether = 2;

std::uint32_t execute_alone(void*, const vconform_step*, std::uint64_t,
                            vconform_memories* memories) {
  memories->memory[VCONFORM_UB].data[0] = kAlone;
  return VCONFORM_OK;
}

std::uint32_t execute_together(void*, vconform_program* programs, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    programs[i].memories->memory[VCONFORM_UB].data[0] = kTogether;
    programs[i].status = VCONFORM_OK;
  }
  return VCONFORM_OK;
}

IsolatedBackend backend_with(decltype(vconform_adapter::execute_batch) batch,
                             decltype(vconform_adapter::execute) execute = execute_alone,
                             const Limits& limits = kShort) {
  vconform_adapter table = table_with(execute);
  table.execute_batch = batch;
  return IsolatedBackend(backend_of(table), limits);
}

// Programs that differ in a register write.
std::vector<spec::Case> programs(std::size_t count) {
  std::vector<spec::Case> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    all[i].memories = {{MemoryId::kUb, 32}};
    all[i].steps = {spec::SetCtrl{i}};
  }
  return all;
}

spec::Outcome run(IsolatedBackend& backend, const spec::Case& program) {
  return backend.execute(program, spec::initial_image(program));
}

std::optional<std::size_t> run_ahead(IsolatedBackend& backend, const std::vector<spec::Case>& all) {
  return backend.execute_ahead(all.size(), [&](std::size_t index) { return all[index]; });
}

std::vector<int> ways(IsolatedBackend& backend, const std::vector<spec::Case>& all) {
  std::vector<int> found;
  for (const spec::Case& program : all) {
    const spec::Outcome outcome = run(backend, program);
    found.push_back(outcome.status == OutcomeStatus::kCompleted ? outcome.after.of(MemoryId::kUb)[0]
                                                                : -1);
  }
  return found;
}

TEST(Ahead, ProgramsThatAreKnownRunTogether) {
  IsolatedBackend backend = backend_with(execute_together);
  EXPECT_TRUE(backend.description().takes_batches);
  const std::vector<spec::Case> all = programs(3);
  EXPECT_THAT(ways(backend, all), ElementsAre(kAlone, kAlone, kAlone));
  run_ahead(backend, all);
  EXPECT_THAT(ways(backend, all), ElementsAre(kTogether, kTogether, kTogether));
  run_ahead(backend, all);
  EXPECT_THAT(ways(backend, {all[0], all[2], all[1]}), ElementsAre(kTogether, kAlone, kAlone));
  run_ahead(backend, all);
  backend.renew();
  EXPECT_THAT(ways(backend, {all[0]}), ElementsAre(kAlone));
  EXPECT_EQ(backend.incidents(), Incidents());
}

TEST(Ahead, OneWithoutBatchesOrWithLargeMemoriesRunsThemAlone) {
  IsolatedBackend none = backend_with(nullptr);
  EXPECT_FALSE(none.description().takes_batches);
  std::vector<spec::Case> all = programs(4);
  run_ahead(none, all);
  EXPECT_THAT(ways(none, {all[0]}), ElementsAre(kAlone));
  IsolatedBackend backend = backend_with(execute_together);
  all[2].memories[0].size = spec::kMaxMemoryBytes;
  run_ahead(backend, all);
  EXPECT_THAT(ways(backend, all), ElementsAre(kTogether, kTogether, kAlone, kAlone));
}

// A failure that only a batch shows counts, and no batch is tried again.
TEST(Ahead, AFailureOfTheBatchIsOneOfItsFirstProgram) {
  const std::vector<spec::Case> all = programs(3);
  struct Failure {
    decltype(vconform_adapter::execute_batch) batch;
    OutcomeStatus status;
    const char* message;
  };
  const Failure failures[] = {
      {[](void*, vconform_program*, std::uint64_t) -> std::uint32_t { std::abort(); },
       OutcomeStatus::kCrashed,
       "signal 6 (Aborted); in a batch of 3 programs, and not when they ran one by one"},
      {[](void*, vconform_program*, std::uint64_t) -> std::uint32_t { return VCONFORM_ERROR; },
       OutcomeStatus::kError, "; in a batch of 3 programs"},
      {[](void*, vconform_program*, std::uint64_t) -> std::uint32_t { return VCONFORM_OK; },
       OutcomeStatus::kError, "a program of a batch has no status; in a batch of 3 programs"},
      {[](void* context, vconform_program* given, std::uint64_t count) {
         given[1].memories->memory[VCONFORM_UB].data[32] = 1;
         return execute_together(context, given, count);
       },
       OutcomeStatus::kCrashed, "behind UB; in a batch of 3 programs"}};
  for (const Failure& failure : failures) {
    IsolatedBackend backend = backend_with(failure.batch);
    run_ahead(backend, all);
    const spec::Outcome first = run(backend, all[0]);
    EXPECT_EQ(first.status, failure.status) << failure.message;
    EXPECT_THAT(first.message, HasSubstr(failure.message));
    EXPECT_THAT(ways(backend, {all[1], all[2]}), ElementsAre(kAlone, kAlone));
    run_ahead(backend, all);
    EXPECT_THAT(ways(backend, all), ElementsAre(kAlone, kAlone, kAlone));
  }
}

// The program that fails alone is the one to blame.
TEST(Ahead, ACrashIsThatOfTheProgramThatCrashesAlone) {
  IsolatedBackend backend =
      backend_with([](void*, vconform_program*, std::uint64_t) -> std::uint32_t { std::abort(); },
                   [](void* context, const vconform_step* steps, std::uint64_t count,
                      vconform_memories* memories) {
                     if (steps[0].as.set_register.value[0] == 1) {
                       std::abort();
                     }
                     return execute_alone(context, steps, count, memories);
                   });
  const std::vector<spec::Case> all = programs(3);
  run_ahead(backend, all);
  EXPECT_THAT(ways(backend, {all[0]}), ElementsAre(kAlone));
  const spec::Outcome crash = run(backend, all[1]);
  EXPECT_EQ(crash.status, OutcomeStatus::kCrashed);
  EXPECT_THAT(crash.message, ::testing::Not(HasSubstr("batch")));
  EXPECT_THAT(ways(backend, {all[2]}), ElementsAre(kAlone));
}

// Executed by itself it fails once, when it is run ahead, and what was run ahead is forgotten.
TEST(Ahead, AFailureIsNotForgotten) {
  const std::string flag = ::testing::TempDir() + "failed-ahead";
  std::remove(flag.c_str());
  const Variable file(kFileVariable, flag);
  IsolatedBackend backend =
      backend_with([](void*, vconform_program*, std::uint64_t) -> std::uint32_t { std::abort(); },
                   [](void* context, const vconform_step* steps, std::uint64_t count,
                      vconform_memories* memories) {
                     const char* failed = std::getenv(kFileVariable);
                     if (steps[0].as.set_register.value[0] == 1 && access(failed, F_OK) != 0) {
                       std::fclose(std::fopen(failed, "w"));
                       std::abort();
                     }
                     return execute_alone(context, steps, count, memories);
                   });
  const std::vector<spec::Case> all = programs(3);
  run_ahead(backend, all);
  EXPECT_THAT(ways(backend, {all[0], all[2]}), ElementsAre(kAlone, kAlone));
  backend.renew();
  const spec::Outcome crash = run(backend, all[1]);
  EXPECT_EQ(crash.status, OutcomeStatus::kCrashed);
  EXPECT_THAT(crash.message, HasSubstr("not when run again alone"));
  EXPECT_EQ(run(backend, all[1]).status, OutcomeStatus::kCompleted);
}

// All of a batch have the time of one program: many slow ones say nothing.
TEST(Ahead, ProgramsThatAreSlowAloneTooAreNoIncident) {
  static constexpr auto kTime = std::chrono::milliseconds(50);
  IsolatedBackend backend = backend_with(
      [](void* context, vconform_program* given, std::uint64_t count) {
        std::this_thread::sleep_for(kTime * count);
        return execute_together(context, given, count);
      },
      [](void* context, const vconform_step* steps, std::uint64_t count,
         vconform_memories* memories) {
        std::this_thread::sleep_for(kTime);
        return execute_alone(context, steps, count, memories);
      },
      {.cpu = kTime, .wall = 10 * kTime});
  const std::vector<spec::Case> all = programs(12);
  EXPECT_EQ(run_ahead(backend, all), all.size());
  EXPECT_EQ(ways(backend, all), std::vector<int>(all.size(), kAlone));
  EXPECT_EQ(backend.incidents().unconfirmed_timeouts, 0U);
  // Half as many go on.
  EXPECT_EQ(run_ahead(backend, all), all.size() / 2);
  EXPECT_EQ(ways(backend, {all[0]}), std::vector<int>(1, kTogether));
}

constexpr Limits kASecond{.cpu = std::chrono::seconds(4), .wall = std::chrono::seconds(1)};

TEST(Ahead, ABatchThatHangsAgainIsAFailure) {
  IsolatedBackend backend = backend_with(
      [](void*, vconform_program*, std::uint64_t) -> std::uint32_t {
        pause();
        return VCONFORM_OK;
      },
      execute_alone, kASecond);
  const std::vector<spec::Case> all = programs(3);
  run_ahead(backend, all);
  const spec::Outcome hung = run(backend, all[0]);
  EXPECT_EQ(hung.status, OutcomeStatus::kTimedOut);
  EXPECT_THAT(hung.message,
              HasSubstr("in a batch of 3 programs, and not when they ran one by one"));
  EXPECT_EQ(backend.incidents().unconfirmed_timeouts, 0U);
  EXPECT_EQ(run_ahead(backend, all), std::nullopt);
}

TEST(Ahead, ABatchThatHangsOnceIsAnIncidentAndBatchesGoOn) {
  const std::string flag = ::testing::TempDir() + "hung-ahead";
  std::remove(flag.c_str());
  const Variable file(kFileVariable, flag);
  IsolatedBackend backend = backend_with(
      [](void* context, vconform_program* given, std::uint64_t count) {
        const char* hung = std::getenv(kFileVariable);
        if (access(hung, F_OK) != 0) {
          std::fclose(std::fopen(hung, "w"));
          pause();
        }
        return execute_together(context, given, count);
      },
      execute_alone, kASecond);
  const std::vector<spec::Case> all = programs(3);
  run_ahead(backend, all);
  EXPECT_THAT(ways(backend, all), ElementsAre(kTogether, kTogether, kTogether));
  EXPECT_EQ(backend.incidents().unconfirmed_timeouts, 1U);
  EXPECT_EQ(run_ahead(backend, all), all.size());
}

}  // namespace
}  // namespace vconform::adapters
