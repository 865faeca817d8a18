// The properties hold for the oracle, and each fails for an implementation that breaks it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "generators/choices/draws.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/property.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"

namespace vconform::suites {
namespace {

constexpr std::uint64_t kSeed = 20;

Claims all_claims() {
  return [](const spec::Cell&) { return std::optional(spec::kAllFeatures); };
}

Subject oracle_subject(const std::string& choice = "") {
  spec::Choices pinned = spec::choices_of(spec::profile_named("a2"));
  if (!choice.empty()) {
    spec::pin_from_text(pinned, choice);
  }
  Subject subject;
  subject.execute = oracle_executor(pinned);
  subject.claims = all_claims();
  subject.pinned = pinned;
  return subject;
}

Subject backend_subject(const std::string& name) {
  Subject subject = subject_of(adapters::open_backend(name));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  return subject;
}

// An implementation that claims everything and checks its arguments.
Subject claiming() {
  Subject subject;
  subject.claims = all_claims();
  subject.checks_arguments = true;
  subject.thread_safe = true;
  return subject;
}

TEST(PatternInShort, SaysWhatIsSpecialOfANumber) {
  const auto text = [](spec::NumberType type, std::uint64_t pattern) {
    return pattern_in_short(spec::format_of(type), pattern);
  };
  using spec::NumberType;
  EXPECT_EQ(text(NumberType::kF16, 0x3c00), "0x3c00 = 1 (f16)");
  EXPECT_EQ(text(NumberType::kF16, 0xfbff), "0xfbff = -65504 (f16, largest)");
  EXPECT_THAT(text(NumberType::kF16, 0x0400), testing::EndsWith("(f16, smallest normal)"));
  EXPECT_THAT(text(NumberType::kF16, 0x83ff), testing::EndsWith("(f16, subnormal)"));
  EXPECT_EQ(text(NumberType::kF16, 0x8000), "0x8000 = -0 (f16)");
  EXPECT_EQ(text(NumberType::kF16, 0x7c00), "0x7c00 = inf (f16)");
  EXPECT_EQ(text(NumberType::kS8, 0x80), "0x80 = -128 (s8, limit)");
  EXPECT_EQ(text(NumberType::kU8, 0x80), "0x80 = 128 (u8)");
  EXPECT_EQ(text(NumberType::kU8, 0xff), "0xff = 255 (u8, limit)");
}

// Runs programs one after another, so that they cannot disturb each other.
void run_in_turn(Subject& subject) {
  subject.at_once = [executor = subject.execute](std::span<const spec::Case> programs) {
    std::vector<spec::Outcome> outcomes;
    for (const spec::Case& program : programs) {
      outcomes.push_back(executor(program, spec::initial_image(program)));
    }
    return outcomes;
  };
}

// Every unit of one property, with a few cases each.
std::vector<Unit> units_of(std::string_view property, std::uint64_t cases) {
  Level level{};
  level.oracle_cases = cases;
  level.property_cases = cases;
  level.concurrent_cases = cases;
  level.programs = cases;
  std::vector<Unit> units;
  for (const Unit& unit : make_plan(level, claiming())) {
    if (unit.cases == Cases::kGenerated && properties()[unit.property].name == property) {
      units.push_back(unit);
    }
  }
  return units;
}

class OnTheOracle : public testing::TestWithParam<std::string_view> {};

TEST_P(OnTheOracle, Holds) {
  Subject subject = oracle_subject();
  run_in_turn(subject);
  const std::vector<Unit> units = units_of(GetParam(), 4);
  ASSERT_FALSE(units.empty());
  std::uint64_t elements = 0;
  for (const Unit& unit : units) {
    const UnitResult result = run_unit(unit, subject, kSeed);
    EXPECT_TRUE(result.deviations.empty()) << claim_name(unit) << "\n"
                                           << result.deviations.front().details;
    elements += result.elements;
  }
  // Out of range any result is permitted, so only the bytes around the elements are compared.
  const bool compares_bytes = GetParam() == "OutOfRangeStaysInside" ||
                              GetParam() == "ArgumentErrorsAreRejected" ||
                              GetParam() == "SameAtOnce";
  EXPECT_TRUE(compares_bytes || elements > units.size()) << "the property compares nothing";
}

// The properties do not depend on open rules, whatever their readings.
TEST_P(OnTheOracle, HoldsUnderEveryReadingOfOverflow) {
  for (const char* choice : {"overflow.directed=ieee", "overflow.directed=inf-after-rounding",
                             "overflow.directed=inf-beyond-max", "overflow.odd=max",
                             "overflow.odd=inf-after-rounding", "overflow.odd=inf-beyond-max"}) {
    const Subject subject = oracle_subject(choice);
    for (const Unit& unit : units_of(GetParam(), 6)) {
      if (unit.cell.row != 1) {
        continue;
      }
      const UnitResult result = run_unit(unit, subject, kSeed);
      EXPECT_TRUE(result.deviations.empty()) << choice << " " << claim_name(unit) << "\n"
                                             << result.deviations.front().details;
    }
  }
}

std::vector<std::string_view> property_names() {
  std::vector<std::string_view> names;
  for (const Property& property : properties()) {
    names.push_back(property.name);
  }
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string_view>& info) {
  return std::string(info.param);
}

INSTANTIATE_TEST_SUITE_P(Properties, OnTheOracle, testing::ValuesIn(property_names()), test_name);

// Implementations that break one property each. The image after the case is golden's, spoilt.
using Spoil = std::function<void(const spec::Case&, spec::MemoryImage&)>;

Subject spoilt(const Spoil& spoil) {
  Subject subject = backend_subject("golden");
  const Executor golden = subject.execute;
  subject.execute = [golden, spoil](const spec::Case& test_case, const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    spoil(test_case, outcome.after);
    return outcome;
  };
  return subject;
}

std::uint8_t& destination_byte(const spec::Case& test_case, spec::MemoryImage& after,
                               std::uint64_t index) {
  const spec::Address& dst = instruction_of(test_case).dst;
  return after.of(dst.memory)[dst.offset + index];
}

bool fails(std::string_view property, const Subject& subject) {
  for (const Unit& unit : units_of(property, 12)) {
    const UnitResult result = run_unit(unit, subject, kSeed);
    if (!result.deviations.empty() || !result.blamed.empty()) {
      return true;
    }
  }
  return false;
}

TEST(Properties, FindARoundingThatIsNotItsOwn) {
  EXPECT_TRUE(fails("NegationMirrors", backend_subject("mutant:trunc-is-floor")));
  EXPECT_TRUE(fails("OddThenAnyEqualsDirect", backend_subject("mutant:odd-is-nearest")));
  EXPECT_TRUE(fails("Monotone", backend_subject("mutant:wraps")));
  EXPECT_TRUE(fails("FloorBelowAllBelowCeil", backend_subject("mutant:wraps")));
}

TEST(Properties, FindABareNameThatIsNotR) {
  EXPECT_TRUE(
      fails("BareNameIsR", spoilt([](const spec::Case& test_case, spec::MemoryImage& after) {
              if (instruction_of(test_case).cell.rounding == spec::Rounding::kNull) {
                destination_byte(test_case, after, 0) ^= 0x02;
              }
            })));
}

TEST(Properties, FindALaneThatIsNotLikeTheOthers) {
  EXPECT_TRUE(fails("PermutingLanesPermutesResults",
                    spoilt([](const spec::Case& test_case, spec::MemoryImage& after) {
                      destination_byte(test_case, after, 0) ^= 0x02;
                    })));
}

TEST(Properties, FindMistakesOfMasksAndRepeats) {
  EXPECT_TRUE(fails("MaskAndComplementMakeFull", backend_subject("mutant:writes-one-byte-more")));
  EXPECT_TRUE(fails("ContiguousEqualsBitwise",
                    spoilt([](const spec::Case& test_case, spec::MemoryImage& after) {
                      const bool two_masks = test_case.steps.size() > 3;
                      destination_byte(test_case, after, 0) ^= two_masks ? 0x02 : 0x00;
                    })));
  EXPECT_TRUE(fails("SplittingARepeatChangesNothing",
                    backend_subject("mutant:dst-repeat-stride-from-src")));
  EXPECT_TRUE(fails("CounterEqualsNormal",
                    spoilt([](const spec::Case& test_case, spec::MemoryImage& after) {
                      if (spec::ctrl_bit(ctrl_of(test_case), spec::kCtrlCounterMode)) {
                        destination_byte(test_case, after, 0) ^= 0x02;
                      }
                    })));
}

TEST(Properties, FindAResultThatDependsOnTheAddress) {
  EXPECT_TRUE(fails("MovingTheBasesMovesTheResults",
                    spoilt([](const spec::Case& test_case, spec::MemoryImage& after) {
                      if (instruction_of(test_case).dst.offset < 0x400) {
                        destination_byte(test_case, after, 0) ^= 0x02;
                      }
                    })));
}

// Changes the first byte of the destination of a copy for which `is_spoilt` is true.
template <typename Copy>
Spoil spoiling(bool (*is_spoilt)(const Copy&)) {
  return [is_spoilt](const spec::Case& test_case, spec::MemoryImage& after) {
    const auto* copy = std::get_if<Copy>(&test_case.steps.back());
    if (copy != nullptr && is_spoilt(*copy)) {
      after.of(copy->dst.memory)[copy->dst.offset] ^= 0x02;
    }
  };
}

TEST(Properties, FindMistakesOfCopies) {
  EXPECT_TRUE(fails("EqualWordsEqualOne",
                    spoilt(spoiling<spec::CopyMatrix>([](const spec::CopyMatrix& step) {
                      const spec::QuantCode& code = quant_code_of(step.cell.conversion());
                      return step.quant_pre == code.vector && code.reads_quant_word();
                    }))));
  EXPECT_TRUE(
      fails("EqualWordsEqualOne", spoilt(spoiling<spec::DataCopy>([](const spec::DataCopy& step) {
              return is_vector(step.cell.conversion().deq_scale);
            }))));
  EXPECT_TRUE(fails("SplittingRowsChangesNothing",
                    spoilt(spoiling<spec::CopyMatrix>(
                        [](const spec::CopyMatrix& step) { return step.m_size <= 16; }))));
  EXPECT_TRUE(fails("NdHoldsWhatNzHolds",
                    spoilt(spoiling<spec::CopyMatrix>(
                        [](const spec::CopyMatrix& step) { return step.nz2nd_en; }))));
  EXPECT_TRUE(fails("BlocksAreCopiedOneByOne",
                    spoilt(spoiling<spec::DataCopy>(
                        [](const spec::DataCopy& step) { return step.block_count > 1; }))));
}

TEST(Properties, FindAWriteOutsideOfOverlappingOrMisplacedOperands) {
  const auto before_the_start = [](const spec::Case& test_case, spec::MemoryImage& after) {
    spec::MemoryBytes& ub = after.of(spec::MemoryId::kUb);
    const spec::Address& dst = instruction_of(test_case).dst;
    // No byte of dst lies before its base.
    if (dst.offset > 0) {
      ub[dst.offset - 1] ^= 0xff;
    }
  };
  EXPECT_TRUE(fails("HazardsStayInside", spoilt(before_the_start)));
  Subject careless = spoilt(before_the_start);
  careless.checks_arguments = false;
  const Executor spoiling = careless.execute;
  careless.execute = [spoiling](const spec::Case& test_case, const spec::MemoryImage& before) {
    spec::Outcome outcome = spoiling(test_case, before);
    outcome.status = spec::OutcomeStatus::kCompleted;
    return outcome;
  };
  EXPECT_TRUE(fails("OutOfRangeStaysInside", careless));
}

TEST(Properties, FindAnOrderThatIsNotTheDeclaredOne) {
  Subject subject = backend_subject("golden");
  spec::pin_from_text(subject.pinned, "walk.order=block");
  EXPECT_TRUE(fails("HazardsStayInside", subject));
  const std::vector<Unit> units = units_of("HazardsStayInside", 12);
  EXPECT_TRUE(std::any_of(units.begin(), units.end(), [&](const Unit& unit) {
    const UnitResult result = run_unit(unit, subject, kSeed);
    return !result.deviations.empty() && result.deviations.front().rule == "walk.order";
  }));
  subject.pinned.leave_open(spec::cite("walk.order"));
  EXPECT_FALSE(fails("HazardsStayInside", subject));
}

// Failures as when contexts share a buffer, or one of them ends the process.
TEST(Properties, FindProgramsThatDisturbEachOther) {
  const auto deviations = [](const std::function<void(spec::Outcome&)>& disturb) {
    Subject subject = backend_subject("golden");
    run_in_turn(subject);
    subject.at_once = [in_turn = subject.at_once, disturb](std::span<const spec::Case> programs) {
      std::vector<spec::Outcome> outcomes = in_turn(programs);
      disturb(outcomes[2]);
      return outcomes;
    };
    return run_unit(units_of("SameAtOnce", 2).front(), subject, kSeed).deviations.size();
  };
  EXPECT_EQ(deviations([](spec::Outcome&) {}), 0U);
  EXPECT_EQ(
      deviations([](spec::Outcome& outcome) { outcome.after.of(spec::MemoryId::kUb)[0] ^= 1; }),
      1U);
  EXPECT_EQ(
      deviations([](spec::Outcome& outcome) { outcome.status = spec::OutcomeStatus::kCrashed; }),
      1U);
}

// Each time costs the time limit: smaller cases are not looked for without end.
TEST(Properties, ProgramsThatHangTogetherTimeOutAndAreNotRunManyTimes) {
  Subject subject = backend_subject("golden");
  int times = 0;
  subject.at_once = [&times](std::span<const spec::Case> programs) {
    ++times;
    std::vector<spec::Outcome> outcomes(programs.size());
    for (spec::Outcome& outcome : outcomes) {
      outcome.status = spec::OutcomeStatus::kTimedOut;
    }
    return outcomes;
  };
  const UnitResult result = run_unit(units_of("SameAtOnce", 12).front(), subject, kSeed);
  ASSERT_EQ(result.deviations.size(), 1u);
  EXPECT_EQ(result.deviations.front().verdict, "TIMEOUT");
  EXPECT_LE(times, 10);
}

// One in so many runs of a case gives other results.
TEST(Properties, FindTwoResultsForOneCase) {
  Subject subject = backend_subject("golden");
  subject.execute = [golden = subject.execute, runs = std::make_shared<int>(0)](
                        const spec::Case& test_case, const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    if (++*runs % 5 == 0) {
      outcome.after.of(spec::MemoryId::kUb)[instruction_of(test_case).dst.offset] ^= 1;
    }
    return outcome;
  };
  const UnitResult result = run_unit(units_of("MatchesOracle", 20).front(), subject, kSeed);
  ASSERT_FALSE(result.deviations.empty());
  EXPECT_EQ(result.deviations.front().verdict, "UNSTABLE");
  EXPECT_THAT(result.deviations.front().in_short, testing::HasSubstr("then what is permitted"));
}

TEST(Properties, ArgumentsThatAreCheckedMustBeRefused) {
  Subject subject = backend_subject("golden");
  EXPECT_FALSE(fails("OutOfRangeStaysInside", subject));
  const Executor golden = subject.execute;
  subject.execute = [golden](const spec::Case& test_case, const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    outcome.status = spec::OutcomeStatus::kCompleted;
    return outcome;
  };
  EXPECT_TRUE(fails("OutOfRangeStaysInside", subject));
}

TEST(Properties, AnExecutorThatRefusesIsAFinding) {
  Subject subject = backend_subject("golden");
  subject.execute = [](const spec::Case&, const spec::MemoryImage&) {
    spec::Outcome outcome;
    outcome.status = spec::OutcomeStatus::kUnsupported;
    return outcome;
  };
  for (const Property& property : properties()) {
    const UnitResult result = run_unit(units_of(property.name, 12).front(), subject, kSeed);
    // The first instruction of a property that has several may be another one.
    ASSERT_EQ(result.deviations.size() + result.blamed.size(), 1u) << property.name;
    const Deviation& refused =
        result.blamed.empty() ? result.deviations.front() : result.blamed.front().deviation;
    EXPECT_EQ(refused.verdict, "BROKE CLAIM") << property.name;
  }
}

TEST(Properties, ValuesAreOrderedAsNumbers) {
  const spec::NumberFormat& f16 = spec::format_of(spec::NumberType::kF16);
  const spec::NumberFormat& s16 = spec::format_of(spec::NumberType::kS16);
  const spec::NumberFormat& s64 = spec::format_of(spec::NumberType::kS64);
  EXPECT_LT(ordered(f16, 0xfc00), ordered(f16, 0x8001));
  EXPECT_EQ(ordered(f16, 0x8000), ordered(f16, 0x0000));
  EXPECT_LT(ordered(f16, 0x0001), ordered(f16, 0x7c00));
  EXPECT_LT(ordered(s16, 0x8000), ordered(s16, 0xffff));
  EXPECT_LT(ordered(s64, 0x8000000000000000), ordered(s64, 0));
  EXPECT_TRUE(same_value(f16, 0x7e00, 0xfd01));
  EXPECT_FALSE(same_value(f16, 0x7e00, 0x7c00));
  EXPECT_FALSE(same_value(s16, 0x7e00, 0x7e01));
}

}  // namespace
}  // namespace vconform::suites
