// A program's failure belongs to the instruction of the step that fails, and is cut to the steps
// that show it.
#include "suites/shrinking/cut_program.h"

#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "suites/judging/subject.h"
#include "suites/properties/program_properties.h"

namespace vconform::suites {
namespace {

const spec::Cell kOwn = *spec::cell_named("vconv_f322s32r");
const spec::Cell kOther = *spec::cell_named("vconv_f162f32");

// Two conversions to s32 with one to f32 between them.
spec::Case program() {
  const auto convert = [](const spec::Cell& cell, std::uint64_t dst) {
    spec::Vconv vconv;
    vconv.cell = cell;
    vconv.dst = {spec::MemoryId::kUb, dst};
    vconv.src_repeat_stride = static_cast<std::uint16_t>(cell.conversion().source_blocks);
    return vconv;
  };
  spec::Case made;
  made.memories = {{spec::MemoryId::kUb, 4096}};
  made.placements = {spec::PlacePatterns{{}, spec::NumberType::kF32, 64, 0x3f800000, 0x10000}};
  made.steps = {spec::SetCtrl{0},      spec::SetMask{spec::kAllLanes}, convert(kOwn, 1024),
                convert(kOther, 2048), spec::SetDeqScale{7, false},    convert(kOwn, 3072),
                spec::SetMask{{1, 2}}};
  return made;
}

// Golden that loses MASK after each instruction of a row, which then writes nothing.
Subject forgetting_golden(const spec::Cell& cell) {
  Subject subject = subject_of(adapters::open_backend("golden"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.execute = [golden = subject.execute, cell](const spec::Case& test_case,
                                                     const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    changed.steps.clear();
    bool has_run = false;
    for (const spec::Step& step : test_case.steps) {
      const bool is_concerned = spec::cell_of(step) == cell;
      if (is_concerned && has_run) {
        continue;
      }
      changed.steps.push_back(step);
      has_run |= spec::cell_of(step).has_value();
    }
    return golden(changed, before);
  };
  return subject;
}

TEST(Programs, AFailureOfTheFirstInstructionIsItsOwn) {
  const CheckResult result = state_is_what_is_written(forgetting_golden(kOwn), program());
  EXPECT_TRUE(result.blamed.empty());
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].step, 5u);
}

TEST(Programs, AFailureOfAnotherInstructionIsThatOnes) {
  const CheckResult result = state_is_what_is_written(forgetting_golden(kOther), program());
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.blamed.size(), 1u);
  EXPECT_EQ(result.blamed[0].cell, kOther);
  EXPECT_EQ(result.blamed[0].test_case.steps.size(), 4u);
  EXPECT_EQ(result.blamed[0].test_case.claim, "Vconv.MatchesOracle/f162f32_null");
}

// Golden that fails at an instruction of a row, or spoils a byte that belongs to no operand.
Subject failing_golden(const spec::Cell& cell, spec::OutcomeStatus status) {
  Subject subject = subject_of(adapters::open_backend("golden"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.execute = [golden = subject.execute, cell, status](const spec::Case& test_case,
                                                             const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    if (std::ranges::any_of(test_case.steps,
                            [&](const spec::Step& step) { return spec::cell_of(step) == cell; })) {
      outcome.status = status;
      outcome.after.of(spec::MemoryId::kUb)[4000] ^= 1;
    }
    return outcome;
  };
  return subject;
}

TEST(Programs, AFailureWithoutAnElementIsOfTheStepThatShowsIt) {
  for (const auto status : {spec::OutcomeStatus::kError, spec::OutcomeStatus::kCrashed,
                            spec::OutcomeStatus::kRejected, spec::OutcomeStatus::kCompleted}) {
    const CheckResult other = state_is_what_is_written(failing_golden(kOther, status), program());
    EXPECT_TRUE(other.findings.empty());
    ASSERT_EQ(other.blamed.size(), 1u);
    EXPECT_EQ(other.blamed[0].cell, kOther);
    EXPECT_EQ(other.blamed[0].test_case.steps.size(), 4u);
    const CheckResult own = state_is_what_is_written(failing_golden(kOwn, status), program());
    EXPECT_TRUE(own.blamed.empty());
    EXPECT_EQ(own.findings.size(), 1u);
  }
}

TEST(Programs, AreCutToTheStepsThatShowTheFailure) {
  const Subject subject = forgetting_golden(kOwn);
  const Property& property = *property_named("StateIsWhatIsWritten");
  const Finding finding = state_is_what_is_written(subject, program()).findings.at(0);
  const Deviation cut = cut_program(
      property, subject, deviation_of("Vconv.StateIsWhatIsWritten/f322s32_r", finding, program()));
  // The mask, one instruction, and the one that writes nothing.
  ASSERT_EQ(cut.smallest.steps.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<spec::SetMask>(cut.smallest.steps[0]));
  EXPECT_EQ(cut.verdict, "MISMATCH");
}

}  // namespace
}  // namespace vconform::suites
