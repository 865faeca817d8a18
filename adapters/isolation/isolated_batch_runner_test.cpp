// Tests with batches of programs that misbehave.
#include "adapters/isolation/isolated_batch_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "adapters/isolation/isolation_test_support.h"
#include "adapters/load_error.h"

namespace vconform::adapters {
namespace {

using spec::OutcomeStatus;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The action of a program of the backend below, the value of its only register write. All that
// return set the first byte of UB.
enum Deed : std::uint64_t {
  kNothingElse,
  kReject,
  kReturnJunk,
  kAbort,
  kExit,
  kLoop,
  kSleep,
  kWriteBehind,
  kWriteBefore,
  kWriteToOtherSlot,
  kFillSharedPages,
  kTakeAWhile,
};

constexpr std::uint8_t kMark = 0x5a;
constexpr std::size_t kSlots = 8;
// Neither whole pages nor a multiple of 64: there are margins on both sides.
constexpr MemorySizes kOdd = {8192 + 32, 0, 0, 0, 0};
constexpr MemorySizes kWhole = {8192, 0, 0, 0, 0};

// volatile: a compiler may assume that a loop without side effects ends.
volatile bool forever = true;

void wait_forever(bool busy) {
  while (forever) {
    if (!busy) {
      pause();
    }
  }
}

std::uint32_t do_deed(void*, const vconform_step* steps, std::uint64_t, vconform_memories* all) {
  vconform_memory& ub = all->memory[VCONFORM_UB];
  ub.data[0] = kMark;
  // Works on a copy and spoils the table's: the runner must not rely on it.
  const vconform_memory own = ub;
  ub = {};
  switch (steps[0].as.set_register.value[0]) {
    case kReject:
      return VCONFORM_REJECTED;
    case kReturnJunk:
      return 77;
    case kAbort:
      std::abort();
    case kExit:
      _exit(0);
    case kLoop:
      wait_forever(true);
      return VCONFORM_ERROR;
    case kSleep:
      wait_forever(false);
      return VCONFORM_ERROR;
    case kWriteBehind:
      own.data[own.size] = 1;
      return VCONFORM_OK;
    case kWriteBefore:
      own.data[-1] = 1;
      return VCONFORM_OK;
    case kWriteToOtherSlot:
      own.data[steps[0].as.set_register.value[1]] = 1;
      return VCONFORM_OK;
    case kFillSharedPages:
      fill_shared_pages(0xff);
      return VCONFORM_OK;
    case kTakeAWhile:
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
      return VCONFORM_OK;
    default:
      return VCONFORM_OK;
  }
}

class Batches {
 public:
  explicit Batches(const MemorySizes& sizes = kWhole, const Limits& limits = kShort)
      : runner_(backend_of(table_with(do_deed)), sizes, kSlots, limits) {}

  IsolatedBatchRunner& runner() { return runner_; }

  void start(std::size_t first, const std::vector<Deed>& deeds) {
    for (std::size_t i = 0; i < deeds.size(); ++i) {
      vconform_step step{};
      step.struct_size = sizeof step;
      step.as.set_register.value[0] = deeds[i];
      step.as.set_register.value[1] = distance_;
      runner_.set_program(first + i, std::span(&step, 1));
      *byte(first + i) = 0;
    }
    runner_.start(first, deeds.size());
  }

  // The distance from the memory of the program to the byte that kWriteToOtherSlot writes, which is
  // the same in every process.
  void set_distance(std::uint64_t distance) { distance_ = distance; }

  BatchEnding run(const std::vector<Deed>& deeds) {
    start(0, deeds);
    return runner_.finish();
  }

  std::uint8_t* byte(std::size_t slot, std::size_t at = 0) {
    return runner_.memories(slot).memory[VCONFORM_UB].data + at;
  }

 private:
  IsolatedBatchRunner runner_;
  std::uint64_t distance_ = 0;
};

// Each deed that ends a program early, and how the batch says so.
struct Breakdown {
  Deed deed;
  const MemorySizes& sizes;
  OutcomeStatus status;
  std::string_view how;
};

const std::vector<Breakdown> kBreakdowns = {
    {kAbort, kWhole, OutcomeStatus::kCrashed, "signal 6 (Aborted)"},
    {kExit, kWhole, OutcomeStatus::kCrashed, "it ended its process with status 0"},
    {kLoop, kWhole, OutcomeStatus::kTimedOut, "0.100 s of processor time"},
    {kSleep, kWhole, OutcomeStatus::kTimedOut, "0.400 s"},
    {kWriteBehind, kWhole, OutcomeStatus::kCrashed,
     "signal 11 (Segmentation fault), at an access 0 bytes behind the end of UB"},
    {kWriteBefore, kWhole, OutcomeStatus::kCrashed,
     "signal 11 (Segmentation fault), at an access 1 bytes before UB"},
    {kWriteBehind, kOdd, OutcomeStatus::kCrashed, "it writes behind UB"},
    {kWriteBefore, kOdd, OutcomeStatus::kCrashed, "it writes before UB"},
};

TEST(IsolatedBatchRunner, ABreakdownNamesItsSlotAndLeavesEarlierResults) {
  for (const Breakdown& expected : kBreakdowns) {
    Limits limits = kShort;
    if (expected.deed != kSleep) {
      limits.wall = std::chrono::seconds(60);
    }
    Batches batches(expected.sizes, limits);
    for (const std::size_t broken : {0U, 2U, 4U}) {
      std::vector<Deed> deeds(5, kNothingElse);
      deeds[broken] = expected.deed;
      const BatchEnding ending = batches.run(deeds);
      EXPECT_EQ(ending.statuses.size(), broken) << expected.how;
      EXPECT_THAT(ending.statuses, ::testing::Each(OutcomeStatus::kCompleted));
      ASSERT_TRUE(ending.broken) << expected.how;
      EXPECT_EQ(ending.broken->status, expected.status);
      EXPECT_EQ(ending.broken->how, expected.how);
      for (std::size_t i = 0; i <= broken; ++i) {
        EXPECT_EQ(*batches.byte(i), kMark);
      }
      const BatchEnding next = batches.run(std::vector<Deed>(5, kNothingElse));
      EXPECT_FALSE(next.broken) << next.broken->how;
      EXPECT_EQ(next.statuses.size(), 5U);
    }
  }
}

TEST(IsolatedBatchRunner, StatusesAndTheFirstMessageComeBack) {
  Batches batches;
  const BatchEnding ending = batches.run({kNothingElse, kReturnJunk, kReject, kNothingElse});
  EXPECT_THAT(ending.statuses, ElementsAre(OutcomeStatus::kCompleted, OutcomeStatus::kError,
                                           OutcomeStatus::kRejected, OutcomeStatus::kCompleted));
  EXPECT_THAT(ending.message, HasSubstr("returned 77"));
  EXPECT_FALSE(ending.broken);
  EXPECT_EQ(batches.run({kNothingElse}).message, "");
}

TEST(IsolatedBatchRunner, ABatchBehindABreakdownRunsInAFreshWorker) {
  Batches batches;
  batches.start(0, {kNothingElse, kAbort, kNothingElse});
  batches.start(4, {kNothingElse, kReject});
  const pid_t first = batches.runner().worker().value();
  const BatchEnding broken = batches.runner().finish();
  EXPECT_EQ(broken.statuses.size(), 1U);
  EXPECT_TRUE(broken.broken);
  const BatchEnding behind = batches.runner().finish();
  EXPECT_THAT(behind.statuses, ElementsAre(OutcomeStatus::kCompleted, OutcomeStatus::kRejected));
  EXPECT_FALSE(behind.broken);
  EXPECT_NE(batches.runner().worker(), first);
  EXPECT_EQ(*batches.byte(4), kMark);
  EXPECT_EQ(*batches.byte(2), 0);
}

TEST(IsolatedBatchRunner, ABreakdownOfTheSecondBatchIsNotOneOfTheFirst) {
  Batches batches;
  batches.start(0, {kTakeAWhile, kNothingElse});
  batches.start(4, {kNothingElse, kExit});
  const BatchEnding first = batches.runner().finish();
  EXPECT_EQ(first.statuses.size(), 2U);
  EXPECT_FALSE(first.broken);
  const BatchEnding second = batches.runner().finish();
  EXPECT_EQ(second.statuses.size(), 1U);
  EXPECT_TRUE(second.broken);
}

// Together they take longer than one program may.
TEST(IsolatedBatchRunner, EachProgramHasTheLimitsForItself) {
  Batches batches(kWhole,
                  {.cpu = std::chrono::milliseconds(100), .wall = std::chrono::milliseconds(250)});
  const BatchEnding ending = batches.run(std::vector<Deed>(7, kTakeAWhile));
  EXPECT_EQ(ending.statuses.size(), 7U);
  EXPECT_FALSE(ending.broken) << ending.broken->how;
}

TEST(IsolatedBatchRunner, AWriteToAnotherSlotIsADifferenceThere) {
  Batches batches;
  batches.start(0, {kNothingElse, kNothingElse});
  batches.runner().finish();
  std::uint8_t* const other_slot = batches.byte(6, 100);
  batches.set_distance(static_cast<std::uint64_t>(other_slot - batches.byte(0)));
  *other_slot = 7;
  // Needs a fresh worker.
  batches.run({kAbort});
  const BatchEnding ending = batches.run({kWriteToOtherSlot, kNothingElse});
  // The memory has not been used in this worker yet: the access ends it.
  EXPECT_TRUE(ending.broken);
  EXPECT_EQ(*other_slot, 7);
  batches.run(std::vector<Deed>(kSlots, kNothingElse));
  EXPECT_FALSE(batches.run({kWriteToOtherSlot, kNothingElse}).broken);
  EXPECT_EQ(*other_slot, 1);
}

TEST(IsolatedBatchRunner, OverwritingTheControlBlockEndsAsAnOutcome) {
  Batches batches;
  for (int i = 0; i < 3; ++i) {
    batches.start(0, {kNothingElse, kFillSharedPages, kNothingElse});
    batches.start(4, {kNothingElse});
    for (int batch = 0; batch < 2; ++batch) {
      const BatchEnding ending = batches.runner().finish();
      EXPECT_LE(ending.statuses.size(), 3U);
      EXPECT_LT(ending.message.size(), 1000U);
    }
  }
}

TEST(IsolatedBatchRunner, AWorkerKilledWhileItWaitsIsABreakdownOfTheNextProgram) {
  Batches batches;
  batches.run({kNothingElse});
  kill(batches.runner().worker().value(), SIGKILL);
  const BatchEnding ending = batches.run({kNothingElse, kNothingElse});
  EXPECT_EQ(ending.statuses.size(), 0U);
  EXPECT_EQ(ending.broken.value().how, "signal 9 (Killed)");
  EXPECT_EQ(batches.run({kNothingElse, kNothingElse}).statuses.size(), 2U);
}

TEST(IsolatedBatchRunner, ABackendThatOpensOnlyOnceBreaksDownForGood) {
  const std::string opened = ::testing::TempDir() + "opened-once";
  std::remove(opened.c_str());
  const Variable file(kFileVariable, opened);
  vconform_adapter table = table_with(do_deed);
  table.create = []() -> void* {
    return access(std::getenv(kFileVariable), F_OK) == 0 ? nullptr : working_table().create();
  };
  table.last_error = [](void*) -> const char* { return "no device"; };
  IsolatedBatchRunner runner(backend_of(table), kWhole, 2);
  std::fclose(std::fopen(opened.c_str(), "w"));
  kill(runner.worker().value(), SIGKILL);
  for (int i = 0; i < 3; ++i) {
    runner.start(0, 2);
    EXPECT_EQ(runner.finish().broken.value().how,
              i == 0 ? "signal 9 (Killed)"
                     : "it cannot be opened again: test: create() returned null: no device");
  }
}

TEST(IsolatedBatchRunner, ManyBatchesAndCrashesLeaveNoProcessAndNoDescriptor) {
  const std::size_t before = open_descriptors();
  ASSERT_FALSE(has_children());
  {
    Batches batches;
    const pid_t worker = batches.runner().worker().value();
    for (int i = 0; i < 10000; ++i) {
      ASSERT_EQ(batches.run({kNothingElse, kNothingElse}).statuses.size(), 2U);
    }
    EXPECT_EQ(batches.runner().worker(), worker);
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(batches.run({kNothingElse, kExit}).broken);
      ASSERT_FALSE(has_children());
    }
    // The additional descriptor is the region's.
    EXPECT_EQ(open_descriptors(), before + 1);
  }
  EXPECT_FALSE(has_children());
  EXPECT_EQ(open_descriptors(), before);
}

// Ends with a batch in flight, too.
TEST(IsolatedBatchRunner, TheWorkerEndsWithTheRunner) {
  pid_t worker = 0;
  {
    Batches batches;
    worker = batches.runner().worker().value();
    batches.start(0, {kSleep});
  }
  EXPECT_EQ(kill(worker, 0), -1);
  EXPECT_FALSE(has_children());
}

}  // namespace
}  // namespace vconform::adapters
