// Tests of both kinds of runner with the same programs.
#include "adapters/batches/batch_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "adapters/abi/steps.h"
#include "adapters/batches/in_process_batch_runner.h"
#include "adapters/isolation/isolated_backend.h"
#include "adapters/load/open_backend.h"
#include "adapters/load_error.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/testing/test_table.h"
#include "spec/number/units.h"
#include "spec/text/error.h"

namespace vconform::adapters {
namespace {

using spec::OutcomeStatus;

struct Kind {
  const char* name;
  std::unique_ptr<BatchRunner> (*make)(std::string_view backend, const MemorySizes& sizes,
                                       std::size_t slots);
};

constexpr std::array<Kind, 2> kKinds = {
    {{"InProcess", in_process_batch_runner},
     {"Isolated", [](std::string_view backend, const MemorySizes& sizes, std::size_t slots) {
        return isolated_batch_runner(backend, sizes, slots);
      }}}};

class BatchRunners : public ::testing::TestWithParam<Kind> {};

INSTANTIATE_TEST_SUITE_P(Both, BatchRunners, ::testing::ValuesIn(kKinds),
                         [](const ::testing::TestParamInfo<Kind>& kind) {
                           return std::string(kind.param.name);
                         });

constexpr MemorySizes kSmall = {16 * 1024, 0, 0, 0, 0};

// A program with one of several instructions; some are rejected, since their destination is
// misaligned.
spec::Case program_number(std::uint64_t i) {
  constexpr std::array<std::string_view, 4> kInstructions = {"vconv_f322s32r", "vconv_f322f16",
                                                             "vconv_f162s8z", "vconv_s322f32c"};
  spec::Case program = one_conversion(kInstructions[i % kInstructions.size()],
                                      {i * 0x01234567, 0x40200000 + i, 0x7f800000});
  if (i % 11 == 5) {
    vconv_of(program).dst.offset += 1;
  }
  return program;
}

void prepare(BatchRunner& runner, std::size_t slot, const spec::Case& program) {
  std::vector<vconform_step> steps;
  translate(program.steps, steps);
  runner.set_program(slot, steps);
  const spec::MemoryImage before = spec::initial_image(program);
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    std::ranges::copy(before.bytes[id], runner.memories(slot).memory[id].data);
  }
}

std::vector<std::uint8_t> ub_of(const BatchRunner& runner, std::size_t slot) {
  const vconform_memory& ub = runner.memories(slot).memory[VCONFORM_UB];
  return {ub.data, ub.data + ub.size};
}

// Runs 200 programs with one batch or two in flight, and compares each with its outcome in an
// isolated backend.
void expect_outcomes_of_golden(BatchRunner& runner, std::size_t in_flight) {
  const auto golden = open_isolated_backend("golden");
  const std::size_t half = runner.slot_count() / 2;
  const auto start = [&](std::uint64_t batch) {
    const std::size_t first = batch % 2 * half;
    for (std::size_t i = 0; i < half; ++i) {
      prepare(runner, first + i, program_number(batch * half + i));
    }
    runner.start(first, half);
  };
  const auto finish = [&](std::uint64_t batch) {
    const BatchEnding ending = runner.finish();
    ASSERT_FALSE(ending.broken) << ending.broken->how;
    ASSERT_EQ(ending.statuses.size(), half);
    std::string first_message;
    for (std::size_t i = 0; i < half; ++i) {
      const spec::Outcome expected = run(*golden, program_number(batch * half + i));
      ASSERT_EQ(ending.statuses[i], expected.status) << batch << " " << i;
      ASSERT_EQ(spec::MemoryBytes(ub_of(runner, batch % 2 * half + i)),
                expected.after.of(spec::MemoryId::kUb));
      if (first_message.empty()) {
        first_message = expected.message;
      }
    }
    ASSERT_EQ(ending.message, first_message);
  };
  constexpr std::uint64_t kBatches = 50;
  for (std::uint64_t batch = 0; batch < kBatches + in_flight; ++batch) {
    if (batch >= in_flight) {
      finish(batch - in_flight);
    }
    if (batch < kBatches) {
      start(batch);
    }
  }
}

TEST_P(BatchRunners, OutcomesEqualThoseOfAnIsolatedBackend) {
  const auto runner = GetParam().make("golden", kSmall, 8);
  expect_outcomes_of_golden(*runner, 1);
  expect_outcomes_of_golden(*runner, 2);
}

TEST_P(BatchRunners, ATableThatOnlyConvertsArraysRuns) {
  const auto runner = GetParam().make("eigen", kSmall, 1);
  prepare(*runner, 0, one_conversion("vconv_f162f32", {0x4700}));
  runner->start(0, 1);
  EXPECT_THAT(runner->finish().statuses, ::testing::ElementsAre(OutcomeStatus::kCompleted));
  EXPECT_EQ(spec::load_element(ub_of(*runner, 0), kDestination,
                               spec::format_of(spec::NumberType::kF32), 0),
            0x40e00000U);
  EXPECT_EQ(runner->description().name, "eigen");
  EXPECT_FALSE(runner->description().judges_addressing);
}

TEST_P(BatchRunners, MemoriesHaveTheirSizesAndKeepWhatTheyHold) {
  constexpr MemorySizes kSeveral = {100, 0, 4097, 64, 1024 * 1024};
  const auto runner = GetParam().make("golden", kSeveral, 3);
  EXPECT_EQ(runner->slot_count(), 3U);
  for (std::size_t slot = 0; slot < 3; ++slot) {
    const vconform_memories& memories = runner->memories(slot);
    EXPECT_EQ(memories.struct_size, sizeof memories);
    for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
      const vconform_memory& memory = memories.memory[id];
      EXPECT_EQ(memory.size, kSeveral[id]);
      EXPECT_EQ(memory.data == nullptr, kSeveral[id] == 0);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data) % 64, 0U);
      std::fill_n(memory.data, memory.size, static_cast<std::uint8_t>(slot + 1));
    }
  }
  runner->start(1, 2);
  EXPECT_EQ(runner->finish().statuses.size(), 2U);
  for (std::size_t slot = 0; slot < 3; ++slot) {
    EXPECT_THAT(ub_of(*runner, slot), ::testing::Each(slot + 1));
  }
}

TEST_P(BatchRunners, AProgramStaysUntilAnotherIsSet) {
  const auto runner = GetParam().make("golden", kSmall, 1);
  const spec::Case program = one_conversion("vconv_s322f32c", {7});
  prepare(*runner, 0, program);
  runner->start(0, 1);
  runner->finish();
  const std::vector<std::uint8_t> after = ub_of(*runner, 0);
  const spec::MemoryImage before = spec::initial_image(program);
  std::ranges::copy(before.bytes[0], runner->memories(0).memory[VCONFORM_UB].data);
  ASSERT_NE(ub_of(*runner, 0), after);
  runner->start(0, 1);
  runner->finish();
  EXPECT_EQ(ub_of(*runner, 0), after);
}

TEST_P(BatchRunners, TheLongestProgramRuns) {
  const auto runner = GetParam().make("golden", kSmall, 2);
  const spec::Case program = one_conversion("vconv_s322f32c", {7});
  std::vector<vconform_step> steps;
  translate(program.steps, steps);
  std::vector<vconform_step> longest(kMaxBatchSteps - steps.size(), steps.front());
  longest.insert(longest.end(), steps.begin(), steps.end());
  prepare(*runner, 0, program);
  prepare(*runner, 1, program);
  runner->set_program(1, longest);
  runner->start(0, 2);
  EXPECT_THAT(runner->finish().statuses, ::testing::Each(OutcomeStatus::kCompleted));
  EXPECT_EQ(ub_of(*runner, 1), ub_of(*runner, 0));
}

// A backend that writes one byte behind UB.
std::unique_ptr<BatchRunner> writing_behind(std::uint64_t size) {
  vconform_adapter table = working_table();
  table.execute = [](void*, const vconform_step*, std::uint64_t,
                     vconform_memories* memories) -> std::uint32_t {
    const vconform_memory& ub = memories->memory[VCONFORM_UB];
    ub.data[ub.size] = 1;
    return VCONFORM_OK;
  };
  return std::make_unique<InProcessBatchRunner>(std::make_unique<InProcessBackend>(&table, "test"),
                                                MemorySizes{size, 0, 0, 0, 0}, 2);
}

TEST(InProcessBatchRunner, AWriteBesideAMemoryIsABreakdownOrEndsTheProcess) {
  const auto with_margin = writing_behind(100);
  for (int i = 0; i < 2; ++i) {
    with_margin->start(1, 1);
    const BatchEnding ending = with_margin->finish();
    EXPECT_EQ(ending.statuses.size(), 0U);
    EXPECT_EQ(ending.broken.value().status, OutcomeStatus::kCrashed);
    EXPECT_EQ(ending.broken->how, "it writes behind UB");
  }
  EXPECT_DEATH(writing_behind(192 * 1024)->start(1, 1), "");
}

TEST_P(BatchRunners, RefusalsToOpenAreThoseOfABackend) {
  EXPECT_THROW(GetParam().make("gloden", kSmall, 1), spec::InputError);
  const std::string missing = "/no/such/library.so";
  const std::string refusal = load_error([&] { GetParam().make(missing, kSmall, 1); });
  EXPECT_EQ(refusal, load_error([&] { open_backend(missing); }));
  EXPECT_NE(refusal, "");
}

}  // namespace
}  // namespace vconform::adapters
