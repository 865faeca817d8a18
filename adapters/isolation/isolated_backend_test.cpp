#include "adapters/isolation/isolated_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <set>

#include "adapters/isolation/isolation_test_support.h"
#include "adapters/load/open_backend.h"
#include "adapters/load_error.h"
#include "adapters/short_programs/one_copy.h"
#include "spec/case/case_limits.h"
#include "spec/number/units.h"
#include "spec/text/error.h"

namespace vconform::adapters {
namespace {

using spec::MemoryId;
using spec::OutcomeStatus;
using ::testing::HasSubstr;

// Case number i of many that differ in instruction, mask, repeat, strides and size of UB.
spec::Case varied_case(std::uint64_t i) {
  constexpr std::array<std::uint64_t, 3> kSizes = {192 * 1024, 192 * 1024 - 32, 100 * 1024};
  auto below = [state = i * 0x9e3779b97f4a7c15 + 1](std::uint64_t limit) mutable {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % limit;
  };
  spec::Case program;
  program.memories = {{MemoryId::kUb, kSizes[i / 500 % kSizes.size()]}};
  spec::Vconv vconv;
  vconv.cell.row = spec::kConversions[below(spec::kConversions.size())].number;
  while (!offers(vconv.cell.conversion(), vconv.cell.rounding)) {
    vconv.cell.rounding = spec::kRoundingModes[below(spec::kRoundingModes.size())].rounding;
  }
  vconv.src.offset = below(64) * spec::kBlockBytes;
  vconv.dst.offset = 64 * 1024 + below(64) * spec::kBlockBytes;
  vconv.repeat = static_cast<std::uint8_t>(below(12));
  vconv.src_repeat_stride = static_cast<std::uint16_t>(below(16));
  vconv.dst_block_stride = static_cast<std::uint16_t>(1 + below(2));
  vconv.dst_repeat_stride = 16;
  const std::uint64_t first = below(1U << 31);
  const std::uint64_t step = below(1U << 31);
  program.placements = {
      spec::PlacePatterns{vconv.src, vconv.cell.conversion().source, 2048, first, step}};
  const std::uint64_t mask = below(1U << 31) << 33 | first;
  program.steps = {spec::SetMask{{mask, ~mask}},
                   spec::SetCtrl{below(2) == 0 ? 0 : spec::with_ctrl_bit(spec::kCtrlKeepInfNan)},
                   vconv};
  return program;
}

TEST(IsolatedBackend, OutcomesEqualThoseInProcess) {
  const auto in_process = open_backend("golden");
  const auto isolated = open_isolated_backend("golden");
  int completed = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const spec::Case program = varied_case(i);
    const spec::MemoryImage before = spec::initial_image(program);
    const spec::Outcome expected = in_process->execute(program, before);
    const spec::Outcome outcome = isolated->execute(program, before);
    ASSERT_EQ(outcome.status, expected.status) << i;
    ASSERT_EQ(outcome.message, expected.message) << i;
    ASSERT_EQ(outcome.after, expected.after) << i;
    completed += outcome.status == OutcomeStatus::kCompleted && outcome.after != before ? 1 : 0;
  }
  EXPECT_GT(completed, 1500);
}

// Case number i of copies between all five memories; sizes go up to the largest, and none is a
// whole number of pages.
spec::Case copy_between_memories(std::uint64_t i) {
  constexpr std::array<std::string_view, 4> kRows = {"gm_s322s8", "cbuf_s322f16", "gm_f322f32",
                                                     "gm_b4_s322s4"};
  constexpr std::array<std::string_view, 4> kCopies = {"deq8_s322u8", "vdeq8_s322s8",
                                                       "gm_vecin_f16", "vecin_tscm_s32"};
  const std::vector<std::uint64_t> words(64, i << 32 | kSignedOne);
  const std::uint64_t number = i / 2;
  spec::Case program =
      i % 2 == 0 ? one_row({.name = kRows[number % 4],
                            .row = words,
                            .word = words[0],
                            .relu = spec::ReluPre::kPrelu,
                            .alphas = words})
                 : one_copy({.name = kCopies[number % 4], .source = words, .vectors = words});
  for (spec::CaseMemory& memory : program.memories) {
    const auto id = static_cast<std::uint64_t>(memory.id);
    memory.size = id == number % 5 ? spec::kMaxMemoryBytes - 32 * (i % 3) : kCopyMemory + 32 * id;
  }
  return program;
}

TEST(IsolatedBackend, OutcomesOfCopiesBetweenLargeMemoriesEqualThoseInProcess) {
  const auto in_process = open_backend("golden");
  const auto isolated = open_isolated_backend("golden");
  for (std::uint64_t i = 0; i < 40; ++i) {
    const spec::Case program = copy_between_memories(i);
    const spec::MemoryImage before = spec::initial_image(program);
    const spec::Outcome expected = in_process->execute(program, before);
    const spec::Outcome outcome = isolated->execute(program, before);
    ASSERT_EQ(expected.status, OutcomeStatus::kCompleted) << i << expected.message;
    ASSERT_NE(expected.after, before) << i;
    ASSERT_EQ(outcome.status, expected.status) << i << outcome.message;
    ASSERT_EQ(outcome.after, expected.after) << i;
  }
}

// A block of NZ as far from the first as a stride of 32 bits reaches.
spec::Case far_copy() {
  spec::Case program =
      one_row({.name = "gm_f322f32", .row = std::vector<std::uint64_t>(32, 0x3f800000)});
  auto& copy = std::get<spec::CopyMatrix>(program.steps.back());
  copy.dst_stride_dst_d = 0xffffffff;
  for (spec::CaseMemory& memory : program.memories) {
    if (memory.id == MemoryId::kGm) {
      memory = {MemoryId::kGm, spec::kMaxGmBytes, true};
    }
  }
  return program;
}

TEST(IsolatedBackend, AProgramMayUseASparseGm) {
  const auto in_process = open_backend("golden");
  const auto isolated = open_isolated_backend("golden");
  EXPECT_EQ(isolated->largest_memory(), spec::kMaxGmBytes);
  const spec::Case program = far_copy();
  ASSERT_EQ(spec::case_problem(program), std::nullopt);
  const spec::MemoryImage before = spec::initial_image(program);
  const spec::Outcome expected = in_process->execute(program, before);
  ASSERT_EQ(expected.status, OutcomeStatus::kCompleted) << expected.message;
  ASSERT_NE(expected.after, before);
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(isolated->execute(program, before).after, expected.after);
    EXPECT_EQ(isolated->execute_in_place(program, before).after, expected.after);
    const std::array<spec::Case, 2> both = {program, program};
    for (const spec::Outcome& outcome : isolated->execute_at_once(both)) {
      EXPECT_EQ(outcome.after, expected.after);
    }
  }
}

TEST(IsolatedBackend, AMemoryThatIsTooLargeIsNotGivenToTheLibrary) {
  const auto isolated = open_isolated_backend("eigen");
  EXPECT_EQ(isolated->largest_memory(), spec::kMaxMemoryBytes);
  const spec::Case program = far_copy();
  const spec::Outcome outcome = isolated->execute(program, spec::initial_image(program));
  EXPECT_EQ(outcome.status, OutcomeStatus::kUnsupported);
  EXPECT_THAT(outcome.message, testing::HasSubstr("a memory of 274877906944 bytes"));
}

TEST(IsolatedBackend, DescribesItselfAsInProcess) {
  for (const char* name : {"golden", "eigen"}) {
    const auto in_process = open_backend(name);
    const auto isolated = open_isolated_backend(name);
    EXPECT_EQ(isolated->name(), name);
    EXPECT_EQ(isolated->version(), in_process->version());
    EXPECT_EQ(isolated->judges_addressing(), in_process->judges_addressing());
    EXPECT_EQ(isolated->description().capabilities.rows,
              in_process->description().capabilities.rows);
  }
}

TEST(IsolatedBackend, RefusalsToOpenAreThoseInProcess) {
  EXPECT_THROW(open_isolated_backend("gloden"), spec::InputError);
  const auto refusal = [](const auto& open, const char* name) {
    return load_error([&] { open(name); });
  };
  for (const char* name : {"/no/such/library.so", VCONFORM_TEST_LIBRARIES "/no_context.so"}) {
    const auto isolated = [](const char* which) { open_isolated_backend(which); };
    EXPECT_EQ(refusal(isolated, name), refusal([](const char* n) { open_backend(n); }, name));
    EXPECT_NE(refusal(isolated, name), "");
  }
}

TEST(IsolatedBackend, ABackendThatCannotBeOpenedInPeaceIsRefused) {
  const auto refusal = [](void* (*create)()) {
    vconform_adapter table = working_table();
    table.create = create;
    return load_error([&] {
      IsolatedBackend(backend_of(table), Limits{.opening = std::chrono::milliseconds(2000)});
    });
  };
  EXPECT_THAT(refusal([]() -> void* { std::abort(); }),
              HasSubstr("test: crashes when it is opened: signal 6"));
  EXPECT_THAT(refusal([]() -> void* { _exit(3); }), HasSubstr("ended its process with status 3"));
  EXPECT_THAT(refusal([]() -> void* {
                while (true) {
                  pause();
                }
              }),
              HasSubstr("test: is not open after 2 s; --time-limit gives it"));
}

// A simulator that is slow in a program is slow to start.
TEST(IsolatedBackend, HasAsLongToOpenAsAProgramMayTakeAndAtLeastAMinute) {
  using std::chrono::seconds;
  EXPECT_EQ(limits_of(20).opening, seconds(200));
  EXPECT_EQ(limits_of(20).wall, seconds(200));
  EXPECT_EQ(limits_of(0.1).opening, seconds(60));
}

TEST(IsolatedBackend, TheLongestProgramRuns) {
  IsolatedBackend backend(
      backend_of(table_with([](void*, const vconform_step* steps, std::uint64_t count,
                               vconform_memories*) -> std::uint32_t {
        return count == spec::kMaxSteps &&
                       steps[count - 1].as.set_register.value[0] == spec::kMaxSteps - 1
                   ? VCONFORM_OK
                   : VCONFORM_ERROR;
      })));
  spec::Case program;
  for (std::size_t i = 0; i < spec::kMaxSteps; ++i) {
    program.steps.emplace_back(spec::SetCtrl{i});
  }
  EXPECT_EQ(backend.execute(program, {}).status, OutcomeStatus::kCompleted);
}

// A crash that an earlier program caused is told from a program's own crash.
TEST(IsolatedBackend, ACrashThatDoesNotRecurAloneSaysSo) {
  static int programs = 0;
  IsolatedBackend backend(backend_of(table_with(
      [](void*, const vconform_step*, std::uint64_t, vconform_memories*) -> std::uint32_t {
        if (++programs == 3) {
          std::abort();
        }
        return VCONFORM_OK;
      })));
  EXPECT_EQ(backend.execute({}, {}).message, "");
  EXPECT_EQ(backend.execute({}, {}).message, "");
  EXPECT_EQ(backend.execute({}, {}).message,
            "signal 6 (Aborted); not when run again alone in a fresh process");
  EXPECT_EQ(backend.execute({}, {}).message, "");
}

TEST(IsolatedBackend, ACrashInAProcessOfItsOwnIsNotRunAgain) {
  IsolatedBackend backend(
      backend_of(table_with([](void*, const vconform_step*, std::uint64_t,
                               vconform_memories*) -> std::uint32_t { std::abort(); })));
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(backend.execute({}, {}).message, "signal 6 (Aborted)");
    // Once more for the first, whose process was not started for it.
    EXPECT_EQ(backend.incidents().restarts, i + 1);
  }
}

// Never answers the first time, in whichever process that is.
std::uint32_t sleep_once(void*, const vconform_step*, std::uint64_t, vconform_memories*) {
  const char* slept = std::getenv(kFileVariable);
  if (access(slept, F_OK) != 0) {
    std::fclose(std::fopen(slept, "w"));
    pause();
  }
  return VCONFORM_REJECTED;
}

TEST(IsolatedBackend, ATimeOutThatIsNotConfirmedDoesNotCount) {
  const std::string flag = ::testing::TempDir() + "slept";
  std::remove(flag.c_str());
  const Variable file(kFileVariable, flag);
  IsolatedBackend backend(backend_of(table_with(sleep_once)), kShort);
  EXPECT_EQ(backend.execute({}, {}).status, OutcomeStatus::kRejected);
  EXPECT_EQ(access(flag.c_str(), F_OK), 0);
  EXPECT_EQ(backend.incidents(), (Incidents{.restarts = 1, .unconfirmed_timeouts = 1}));
}

TEST(IsolatedBackend, NorDoesOneOfProgramsAtOnce) {
  const std::string flag = ::testing::TempDir() + "slept-at-once";
  std::remove(flag.c_str());
  const Variable file(kFileVariable, flag);
  IsolatedBackend backend(backend_of(table_with(sleep_once)), kShort);
  for (const spec::Outcome& outcome : backend.execute_at_once(std::vector<spec::Case>(3))) {
    EXPECT_EQ(outcome.status, OutcomeStatus::kRejected);
  }
  EXPECT_EQ(access(flag.c_str(), F_OK), 0);
  EXPECT_EQ(backend.incidents(), (Incidents{.restarts = 1, .unconfirmed_timeouts = 1}));
}

// One hang in so many programs; each of them passes when it is run again.
TEST(IsolatedBackend, TimeOutsThatAreNotConfirmedAreForgivenAFewTimesOnly) {
  static int programs = 0;
  IsolatedBackend backend(backend_of(table_with([](void*, const vconform_step*, std::uint64_t,
                                                   vconform_memories*) -> std::uint32_t {
                            if (++programs == 2) {
                              pause();
                            }
                            return VCONFORM_OK;
                          })),
                          kShort);
  std::vector<OutcomeStatus> statuses;
  for (int i = 0; i < 6; ++i) {
    statuses.push_back(backend.execute({}, {}).status);
  }
  // Each fresh worker has run one program, the one that was run again.
  EXPECT_THAT(statuses, ::testing::ElementsAre(OutcomeStatus::kCompleted, OutcomeStatus::kCompleted,
                                               OutcomeStatus::kCompleted, OutcomeStatus::kCompleted,
                                               OutcomeStatus::kTimedOut, OutcomeStatus::kTimedOut));
  EXPECT_EQ(backend.incidents().unconfirmed_timeouts, 5U);
}

// A kill as by a user, or by the system when memory runs out.
TEST(IsolatedBackend, AKillFromOutsideIsNoCrashUnlessItRecurs) {
  const auto backend = open_isolated_backend("golden");
  const spec::Case program = varied_case(1);
  const spec::Outcome right = run(*backend, program);
  kill(backend->worker().value(), SIGKILL);
  const spec::Outcome after_kill = run(*backend, program);
  EXPECT_EQ(after_kill.status, right.status);
  EXPECT_EQ(after_kill.after, right.after);
  EXPECT_EQ(backend->incidents(), (Incidents{.restarts = 1, .outside_kills = 1}));

  IsolatedBackend killing(backend_of(table_with(
      [](void*, const vconform_step*, std::uint64_t, vconform_memories*) -> std::uint32_t {
        kill(getpid(), SIGKILL);
        return VCONFORM_OK;
      })));
  EXPECT_EQ(killing.execute({}, {}).status, OutcomeStatus::kCrashed);
  EXPECT_EQ(killing.incidents().outside_kills, 0U);
}

// Claims a row when it is opened first, and none later.
const vconform_capabilities* fewer_each_time(void*) {
  static constexpr vconform_capability kRow = {
      VCONFORM_FAMILY_VCONV, 0, VCONFORM_F32, VCONFORM_S32, 1U << VCONFORM_ROUND_R, 0};
  static constexpr vconform_capabilities kOne = claiming(&kRow);
  static constexpr vconform_capabilities kNone = claiming();
  const char* opened = std::getenv(kFileVariable);
  if (access(opened, F_OK) == 0) {
    return &kNone;
  }
  std::fclose(std::fopen(opened, "w"));
  return &kOne;
}

TEST(IsolatedBackend, ABackendThatClaimsLessWhenItIsOpenedAgainHasChanged) {
  const std::string flag = ::testing::TempDir() + "opened";
  const Variable file(kFileVariable, flag);
  std::remove(flag.c_str());
  vconform_adapter table = table_with([](void*, const vconform_step*, std::uint64_t,
                                         vconform_memories*) -> std::uint32_t { _exit(1); });
  table.capabilities = fewer_each_time;
  const auto expect_changed = [](IsolatedBackend& backend) {
    for (int i = 0; i < 2; ++i) {
      const spec::Outcome outcome = backend.execute({}, {});
      EXPECT_EQ(outcome.status, OutcomeStatus::kChangedClaims);
      EXPECT_THAT(outcome.message, HasSubstr("vconv_f322s32r? At first: yes"));
      EXPECT_THAT(outcome.message, HasSubstr("when opened again: no"));
    }
  };
  IsolatedBackend restarted(backend_of(table));
  expect_changed(restarted);
  // Opened again in another process of the run.
  IsolatedBackend later(backend_of(table), {}, &restarted.description());
  expect_changed(later);
}

// The verdict is made before the backend is closed: an unclean end is reported and changes nothing.
TEST(IsolatedBackend, AnUncleanEndWhenItIsClosedIsSaid) {
  vconform_adapter table = working_table();
  EXPECT_EQ(IsolatedBackend(backend_of(table)).close(), "");
  table.destroy = [](void*) { std::exit(0); };
  EXPECT_EQ(IsolatedBackend(backend_of(table)).close(), "it ended its process with status 0");
  table.destroy = [](void*) { std::abort(); };
  EXPECT_EQ(IsolatedBackend(backend_of(table)).close(), "signal 6 (Aborted)");
  table.destroy = [](void*) { pause(); };
  EXPECT_EQ(IsolatedBackend(backend_of(table)).close(), "is not closed after 1 s");
}

}  // namespace
}  // namespace vconform::adapters
