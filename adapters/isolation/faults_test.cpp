// Tests with backends that misbehave: each fault has its outcome, and the next case succeeds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "adapters/abi/steps.h"
#include "adapters/isolation/isolation_test_support.h"
#include "adapters/load/open_backend.h"
#include "adapters/testing/faulty_golden.h"

namespace vconform::adapters {
namespace {

using spec::OutcomeStatus;

struct Expected {
  std::string_view kind;
  OutcomeStatus status;
  // A part of the message; empty for faults of memory, which the outcome's memory images show.
  std::string_view message;
};

constexpr std::array<Expected, faulty::kKinds.size()> kExpected = {{
    {"segfault", OutcomeStatus::kCrashed, "signal 11 (Segmentation fault)"},
    {"abort", OutcomeStatus::kCrashed, "signal 6 (Aborted)"},
    {"exit", OutcomeStatus::kCrashed, "it ended its process with status 0"},
    {"loop", OutcomeStatus::kTimedOut, "no answer after 0.100 s of processor time, and again"},
    {"sleep", OutcomeStatus::kTimedOut, "no answer after 0.400 s, and again"},
    {"before", OutcomeStatus::kCompleted, ""},
    {"after", OutcomeStatus::kCompleted, ""},
    {"far", OutcomeStatus::kCompleted, ""},
    {"behind-ub", OutcomeStatus::kCrashed,
     "signal 11 (Segmentation fault), at an access 0 bytes behind the end of UB"},
    {"before-ub", OutcomeStatus::kCrashed,
     "signal 11 (Segmentation fault), at an access 1 bytes before UB"},
    {"source", OutcomeStatus::kCompleted, ""},
    {"bad-return", OutcomeStatus::kError, "returned 3735928559"},
}};

class Faults : public ::testing::TestWithParam<Expected> {
 protected:
  static std::string log() { return ::testing::TempDir() + "faults.log"; }

  // The hashes in the log for faults of this kind.
  static std::set<std::string> logged(std::string_view kind) {
    std::set<std::string> hashes;
    std::ifstream file(log());
    for (std::string hash, name; file >> hash >> name;) {
      EXPECT_EQ(name, kind);
      hashes.insert(hash);
    }
    return hashes;
  }
};

std::string hash_text(const spec::Case& program) {
  std::vector<vconform_step> steps;
  translate(program.steps, steps);
  const spec::MemoryImage before = spec::initial_image(program);
  const GuardedMemories memories(1, sizes_of(before));
  memories.slot(0).load(before);
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx",
                static_cast<unsigned long long>(faulty::program_hash(
                    steps.data(), steps.size(), memories.slot(0).memories(sizes_of(before)))));
  return text.data();
}

TEST_P(Faults, HaveTheirOutcomeAndSpareTheNextCase) {
  const Expected& expected = GetParam();
  std::remove(log().c_str());
  const Variable faults(faulty::kFaultsVariable, "3:" + std::string(expected.kind));
  const Variable file(faulty::kLogVariable, log());
  const auto golden = open_backend("golden");
  Limits limits = kShort;
  if (expected.kind != "sleep") {
    limits.wall = std::chrono::seconds(60);
  }
  Loadable faulty = loadable(VCONFORM_TEST_LIBRARIES "/faulty_golden.so");
  faulty.writable = {::testing::TempDir()};
  const auto backend = std::make_unique<IsolatedBackend>(faulty, limits);
  std::set<std::string> seen;
  for (std::uint64_t i = 0; i < 12; ++i) {
    const spec::Case program = one_conversion("vconv_f322s32r", {i, 0x40200000});
    const spec::Outcome right = run(*golden, program);
    const spec::Outcome outcome = run(*backend, program);
    if (outcome.status == right.status && outcome.after == right.after) {
      EXPECT_EQ(outcome.message, "");
      continue;
    }
    EXPECT_THAT(outcome.message, ::testing::HasSubstr(std::string(expected.message)));
    EXPECT_EQ(outcome.status, expected.status);
    seen.insert(hash_text(program));
  }
  EXPECT_EQ(seen, logged(expected.kind));
  EXPECT_GT(seen.size(), 0U);
  EXPECT_LT(seen.size(), 12U);
}

INSTANTIATE_TEST_SUITE_P(EachKind, Faults, ::testing::ValuesIn(kExpected),
                         [](const ::testing::TestParamInfo<Expected>& which) {
                           std::string name(which.param.kind);
                           std::erase(name, '-');
                           return name;
                         });

TEST(FaultyGolden, IsGoldenWithoutFaultsAndRefusesFaultsThatItDoesNotKnow) {
  const auto open = [] { return open_backend(VCONFORM_TEST_LIBRARIES "/faulty_golden.so"); };
  const auto backend = open();
  EXPECT_EQ(results_of(*backend, "vconv_f322s32r", {0x40200000}), std::vector<std::uint64_t>{2});
  for (const char* text : {"", "0", "x", "5:", "5:nosuch", "5:exit,"}) {
    const Variable faults(faulty::kFaultsVariable, text);
    EXPECT_THAT(load_error(open), ::testing::HasSubstr("VCONFORM_FAULTS")) << text;
  }
}

}  // namespace
}  // namespace vconform::adapters
