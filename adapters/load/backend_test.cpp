#include "adapters/load/in_process_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/testing/test_table.h"

namespace vconform::adapters {
namespace {

using spec::MemoryId;
using spec::OutcomeStatus;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <std::uint32_t kReturned>
std::uint32_t returning(void*, const vconform_step*, std::uint64_t, vconform_memories*) {
  return kReturned;
}

spec::Outcome outcome_of(decltype(vconform_adapter::execute) execute) {
  vconform_adapter table = working_table();
  table.execute = execute;
  table.last_error = [](void*) { return "why\nnot"; };
  InProcessBackend backend(&table, "test");
  return run(backend, one_conversion("vconv_f322s32r", {0}));
}

TEST(Backend, ReturnCodesBecomeOutcomes) {
  EXPECT_EQ(outcome_of(returning<VCONFORM_OK>).status, OutcomeStatus::kCompleted);
  EXPECT_EQ(outcome_of(returning<VCONFORM_UNSUPPORTED>).status, OutcomeStatus::kUnsupported);
  EXPECT_EQ(outcome_of(returning<VCONFORM_REJECTED>).status, OutcomeStatus::kRejected);
  EXPECT_EQ(outcome_of(returning<VCONFORM_ERROR>).status, OutcomeStatus::kError);
  EXPECT_EQ(outcome_of(returning<VCONFORM_ERROR>).message, "why not");
  EXPECT_EQ(outcome_of(returning<VCONFORM_OK>).message, "");
}

TEST(Backend, AnUnknownReturnCodeIsAnError) {
  const spec::Outcome outcome = outcome_of(returning<17>);
  EXPECT_EQ(outcome.status, OutcomeStatus::kError);
  EXPECT_THAT(outcome.message, HasSubstr("returned 17"));
}

TEST(Backend, MemoriesAreAlignedCopiesAndAbsentOnesNull) {
  vconform_adapter table = working_table();
  table.execute = [](void*, const vconform_step*, std::uint64_t,
                     vconform_memories* memories) -> std::uint32_t {
    for (vconform_memory& memory : memories->memory) {
      if ((memory.data == nullptr) != (memory.size == 0) ||
          reinterpret_cast<std::uintptr_t>(memory.data) % 64 != 0) {
        return VCONFORM_ERROR;
      }
      for (std::uint64_t i = 0; i < memory.size; ++i) {
        memory.data[i] = static_cast<std::uint8_t>(memory.data[i] + 1);
      }
      memory = {};
    }
    return VCONFORM_OK;
  };
  InProcessBackend backend(&table, "test");
  spec::MemoryImage before;
  before.of(MemoryId::kUb) = spec::MemoryBytes({1, 2, 3});
  before.of(MemoryId::kGm) = spec::MemoryBytes({10, 20});
  for (int again = 0; again < 2; ++again) {
    const spec::Outcome outcome = backend.execute({}, before);
    EXPECT_EQ(outcome.status, OutcomeStatus::kCompleted);
    EXPECT_THAT(outcome.after.of(MemoryId::kUb), ElementsAre(2, 3, 4));
    EXPECT_THAT(outcome.after.of(MemoryId::kGm), ElementsAre(11, 21));
    EXPECT_TRUE(outcome.after.of(MemoryId::kL1).empty());
  }
}

TEST(Backend, ContextsAreMadeAndDestroyedOnce) {
  static int alive = 0;
  vconform_adapter table = working_table();
  table.create = []() -> void* { return &++alive; };
  table.destroy = [](void* context) { --*static_cast<int*>(context); };
  {
    const InProcessBackend backend(&table, "test");
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
  // A context is destroyed even if its capabilities are refused.
  table.capabilities = [](void*) -> const vconform_capabilities* { return nullptr; };
  EXPECT_THAT(load_error([&] { InProcessBackend(&table, "test"); }),
              HasSubstr("capabilities() returned"));
  EXPECT_EQ(alive, 0);
}

TEST(Backend, ALibraryThatCannotStartSaysWhy) {
  vconform_adapter table = working_table();
  table.create = []() -> void* { return nullptr; };
  table.last_error = [](void* context) { return context == nullptr ? "no device" : ""; };
  EXPECT_EQ(load_error([&] { InProcessBackend(&table, "test"); }),
            "test: create() returned null: no device");
}

TEST(Backend, ItsTableMayGoOnceItIsOpen) {
  auto table = std::make_unique<vconform_adapter>(working_table());
  InProcessBackend backend(table.get(), "test");
  table.reset();
  EXPECT_EQ(backend.name(), "test");
  EXPECT_EQ(run(backend, one_conversion("vconv_f322s32r", {0})).status, OutcomeStatus::kCompleted);
}

// Every bundled backend converts small exact values correctly, for every instruction that it
// claims. Variations of golden, which have a colon in their names, have tests of their own.
TEST(Backend, EveryBundledOnePassesTheSameSmokeTest) {
  int instructions = 0;
  for (const KnownBackend& known : known_backends()) {
    SCOPED_TRACE(known.name);
    if (!known.available || known.name.find(':') != std::string::npos) {
      continue;
    }
    const auto backend = open_backend(known.name);
    EXPECT_EQ(backend->name(), known.name);
    EXPECT_NE(backend->version(), "");
    for (const spec::Conversion& row : spec::kConversions) {
      for (const spec::RoundingMode& mode : spec::kRoundingModes) {
        const spec::Cell cell{row.number, mode.rounding};
        if (!backend->claims(cell)) {
          continue;
        }
        const auto two = spec::pattern_of_integer(row.from(), 2);
        const auto five = spec::pattern_of_integer(row.from(), 5);
        EXPECT_THAT(results_of(*backend, instruction_name(cell), {two, five}),
                    ElementsAre(spec::pattern_of_integer(row.to(), 2),
                                spec::pattern_of_integer(row.to(), 5)))
            << instruction_name(cell);
        ++instructions;
      }
    }
  }
  EXPECT_GT(instructions, 90);
}

}  // namespace
}  // namespace vconform::adapters
