#include "suites/sweep/chunk_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "spec/rules/rules.h"
#include "suites/judging/subject.h"
#include "suites/probing/resolve_choices.h"
#include "suites/swept/element_judge.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

PlannedDomain domain_of(const char* instruction, std::uint64_t ctrl = 0) {
  return {{*spec::cell_named(instruction), ctrl}, spec::kAllFeatures};
}

enum class Where { kInProcess, kIsolated };

ChunkResult run_chunk(const std::string& backend, const PlannedDomain& domain, std::uint64_t chunk,
                      std::uint64_t max_failures = 1'000'000, Where where = Where::kInProcess) {
  const adapters::MemorySizes sizes = generators::swept_sizes(domain.domain.cell.conversion());
  BackendOptions options;
  options.backend = backend;
  std::optional<Subject> subject;
  ChunkRunnerOptions runner_options;
  runner_options.pinned = choices_of_profile("a2");
  runner_options.max_failures = max_failures;
  runner_options.batch = where == Where::kIsolated ? 3 : 1;
  ChunkRunner runner(
      where == Where::kIsolated ? adapters::isolated_batch_runner(backend, sizes, 6)
                                : adapters::in_process_batch_runner(backend, sizes, 1),
      [&]() -> const Subject& {
        subject = subject_of(open_for_judging(options));
        subject->pinned = runner_options.pinned;
        return *subject;
      },
      runner_options);
  return runner.run(domain, chunk);
}

TEST(ChunkRunner, GoldenConforms) {
  for (const Where where : {Where::kInProcess, Where::kIsolated}) {
    for (const char* instruction :
         {"vconv_s42f16", "vconv_f162s4r", "vconv_f162s8r", "vconv_s322f32c", "vconv_deq",
          "vconv_deqs162b8h_u8", "vconv_vdeqs162b8l_s8", "copy_matrix_cc_to_gm_f322f16",
          "copy_matrix_cc_to_cbuf_s322s8", "data_copy_vdeq8_s322s8"}) {
      const PlannedDomain domain = domain_of(instruction);
      const std::uint64_t chunk = generators::chunk_count(domain.domain.cell.conversion()) / 2;
      const ChunkResult result = run_chunk("golden", domain, chunk, 1, where);
      EXPECT_EQ(result.values, generators::chunk_size(domain.domain.cell.conversion()));
      EXPECT_EQ(result.not_run, 0U);
      EXPECT_GT(result.judged, 0U);
      EXPECT_EQ(result.permitted, 0U);
      EXPECT_EQ(result.causes.count(), 0U) << instruction;
    }
  }
}

// 2^6 ties on either side of 0 in s8, and as many numbers in the other half of each pair of ties.
TEST(ChunkRunner, WrongResultsAreGroupedByRuleAndClass) {
  for (const Where where : {Where::kInProcess, Where::kIsolated}) {
    const ChunkResult result =
        run_chunk("mutant:round-half-away", domain_of("vconv_f162s8r"), 0, 1'000'000, where);
    EXPECT_EQ(result.values, 65536U);
    ASSERT_EQ(result.causes.all().size(), 2U);
    const Cause& above = result.causes.all()[0];
    EXPECT_EQ(above.verdict, "MISMATCH");
    EXPECT_EQ(above.rule, "round.nearest-ties-to-even");
    EXPECT_EQ(above.result_class, "next above");
    EXPECT_EQ(above.count, 64U);
    EXPECT_EQ(above.smallest.in_short, "0x3800 = 0.5 -> 0x01 = 1, not 0x00 = 0");
    EXPECT_EQ(above.largest.in_short, "0x57e8 = 126.5 -> 0x7f = 127, not 0x7e = 126");
    const Cause& below = result.causes.all()[1];
    EXPECT_EQ(below.result_class, "next below");
    EXPECT_EQ(below.smallest.number, 0xd7e8U);
    EXPECT_EQ(below.largest.number, 0xb800U);
  }
}

TEST(ChunkRunner, EndsAfterSoManyFailures) {
  constexpr std::uint64_t kMinusOnes = 0xbf800000 >> generators::kChunkBits;
  const ChunkResult result =
      run_chunk("mutant:trunc-is-floor", domain_of("vconv_f322s32z"), kMinusOnes, 5);
  EXPECT_EQ(result.causes.count(), 5U);
  EXPECT_EQ(result.values + result.not_run, std::uint64_t{1} << generators::kChunkBits);
  EXPECT_GT(result.not_run, 0U);
}

// Every copy that computes, in chunks far apart: golden agrees with the oracle wherever a sample is
// taken, and with itself everywhere.
TEST(ChunkRunner, GoldenConformsInCopies) {
  for (const spec::Conversion& row : spec::kCopyRows) {
    if (!generators::can_be_swept(row)) {
      continue;
    }
    const PlannedDomain domain = {{{row.number, spec::Rounding::kNull}, 0}, spec::kAllFeatures};
    const std::uint64_t last = generators::chunk_count(row) - 1;
    for (const std::uint64_t chunk : {last / 3, last}) {
      const ChunkResult result = run_chunk("golden", domain, chunk, 1);
      EXPECT_EQ(result.values, generators::chunk_size(row));
      EXPECT_GT(result.judged, 0U);
      EXPECT_EQ(result.causes.count(), 0U)
          << name_of(domain.domain) << " " << chunk << " "
          << (result.causes.all().empty() ? "" : result.causes.all().front().smallest.in_short);
    }
  }
}

// Golden in this process, whose worker a signal from outside seems to end in the third program, in
// the first so many chunks that are begun.
class Killed : public adapters::BatchRunner {
 public:
  Killed(const adapters::MemorySizes& sizes, int times)
      : golden_(adapters::in_process_batch_runner("golden", sizes, 1)), times_(times) {}

  const adapters::Description& description() const override { return golden_->description(); }
  std::size_t slot_count() const override { return 1; }
  const vconform_memories& memories(std::size_t slot) const override {
    return golden_->memories(slot);
  }
  void set_program(std::size_t slot, std::span<const vconform_step> steps) override {
    golden_->set_program(slot, steps);
  }
  void start(std::size_t first, std::size_t count) override { golden_->start(first, count); }
  adapters::BatchEnding finish() override {
    adapters::BatchEnding ending = golden_->finish();
    if (++programs_ % 3 == 0 && programs_ <= 3 * times_) {
      ending.statuses = {};
      ending.broken = {spec::OutcomeStatus::kCrashed, "signal 9 (Killed)", true};
    }
    return ending;
  }

 private:
  std::unique_ptr<adapters::BatchRunner> golden_;
  int times_;
  int programs_ = 0;
};

ChunkResult run_killed(int times) {
  const PlannedDomain domain = domain_of("vconv_f162s8r");
  ChunkRunnerOptions options;
  options.pinned = choices_of_profile("a2");
  options.max_failures = 1;
  BackendOptions golden;
  golden.backend = "golden";
  const Subject subject = subject_of(open_for_judging(golden));
  ChunkRunner runner(
      std::make_unique<Killed>(generators::swept_sizes(domain.domain.cell.conversion()), times),
      [&]() -> const Subject& { return subject; }, options);
  return runner.run(domain, 0);
}

TEST(ChunkRunner, SomebodyWhoEndsTheWorkerIsNotTheBackend) {
  EXPECT_EQ(run_killed(0).causes.count(), 0u);
  EXPECT_THROW(run_killed(1), std::runtime_error);
  EXPECT_THROW(run_killed(2), std::runtime_error);
}

TEST(ChunkRunner, ABackendThatIsKilledInEachRunOfAChunkHasCrashed) {
  const ChunkResult result = run_killed(3);
  ASSERT_EQ(result.causes.count(), 1u);
  EXPECT_EQ(result.causes.all().front().verdict, "CRASH");
  EXPECT_GT(result.not_run, 0u);
}

// Wrong addresses are found in programs with varied addressing; the oracle names the rule.
TEST(ChunkRunner, WrongAddressesAreFound) {
  for (const char* mutant : {"mask-off-at-block-edge", "counter-fills-last-repeat",
                             "zeroes-inactive-lanes", "repeat-zero-runs-once"}) {
    std::string rules;
    for (std::uint64_t chunk = 0; chunk < 3; ++chunk) {
      const ChunkResult result =
          run_chunk(std::string("mutant:") + mutant, domain_of("vconv_f322s16r"), chunk);
      EXPECT_EQ(result.values + result.not_run, std::uint64_t{1} << generators::kChunkBits);
      for (const Cause& cause : result.causes.all()) {
        rules += cause.verdict + " " + cause.rule + ": " + cause.smallest.in_short + "\n";
      }
    }
    EXPECT_THAT(rules, HasSubstr("WROTE OUTSIDE")) << mutant;
  }
}

std::string class_of(const char* instruction, std::uint64_t old, std::uint64_t got,
                     std::uint64_t expected) {
  const generators::SweepDomain domain{*spec::cell_named(instruction), 0};
  return std::string(result_class({domain, 0, old, got}, expected));
}

TEST(ResultClass, SaysHowAResultDiffers) {
  EXPECT_EQ(class_of("vconv_f322f16r", 0x1234, 0x1234, 0x3c00), "not written");
  EXPECT_EQ(class_of("vconv_f322f16r", 0, 0x7e01, 0x3c00), "NaN");
  EXPECT_EQ(class_of("vconv_f322f16r", 0, 0x3c00, 0x7e00), "not NaN");
  EXPECT_EQ(class_of("vconv_f322f16r", 0, 0xfc00, 0x7bff), "infinity");
  EXPECT_EQ(class_of("vconv_f322f16r", 0, 0xbc00, 0x3c00), "wrong sign");
  EXPECT_EQ(class_of("vconv_f322f16r", 0, 0x3c01, 0x3c00), "next above");
  EXPECT_EQ(class_of("vconv_f322f16r", 0, 0x8001, 0x0000), "next below");
  EXPECT_EQ(class_of("vconv_f322f16r", 1, 0x0000, 0x3c00), "zero");
  EXPECT_EQ(class_of("vconv_f322f16r", 1, 0x7bff, 0x3c00), "limit");
  EXPECT_EQ(class_of("vconv_f322f16r", 1, 0x4000, 0x3c00), "another value");
  EXPECT_EQ(class_of("vconv_f322s32r", 1, 0x80000000, 5), "limit");
  EXPECT_EQ(class_of("vconv_f322s32r", 1, 0xfffffffb, 5), "wrong sign");
}

TEST(ElementJudge, SmallestGoesByTheValue) {
  const generators::SweepDomain domain{*spec::cell_named("vconv_f322f16r"), 0};
  const auto order = [&](std::uint64_t pattern) { return order_of(domain, pattern); };
  EXPECT_LT(order(0xff800000), order(0xbf800000));
  EXPECT_LT(order(0xbf800000), order(0x80000001));
  EXPECT_LT(order(0x80000001), order(0x00000000));
  EXPECT_LT(order(0x00000001), order(0x7f800000));
  EXPECT_LT(order(0x7f800000), order(0xffc00000));
}

}  // namespace
}  // namespace vconform::suites
