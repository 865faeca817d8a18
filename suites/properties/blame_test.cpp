// A property over several instructions fails for the ones that are wrong.
#include "suites/properties/blame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "adapters/load/open_backend.h"
#include "spec/case/memory_image.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

constexpr spec::Cell kF16ByOdd{1, spec::Rounding::kOdd};

Subject subject_named(const std::string& backend) {
  Subject subject = subject_of(adapters::open_backend(backend));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  return subject;
}

using Change = std::function<void(const spec::Cell&, const spec::Step&, spec::Outcome&)>;

// Golden, changed after each program by its last instruction.
Subject changed_golden(const Change& change) {
  Subject subject = subject_named("golden");
  subject.execute = [golden = subject.execute, change](const spec::Case& program,
                                                       const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(program, before);
    const spec::Step& last =
        *std::find_if(program.steps.rbegin(), program.steps.rend(),
                      [](const spec::Step& step) { return spec::cell_of(step).has_value(); });
    change(*spec::cell_of(last), last, outcome);
    return outcome;
  };
  return subject;
}

void spoil(const spec::Address& dst, spec::Outcome& outcome) {
  outcome.after.of(dst.memory)[dst.offset] ^= 0x02;
}

std::vector<Unit> quick_units(std::string_view property, const Subject& subject) {
  std::vector<Unit> units;
  for (const Unit& unit : make_plan(level_named("quick"), subject)) {
    if (unit.cases == Cases::kGenerated && properties()[unit.property].name == property) {
      units.push_back(unit);
    }
  }
  return units;
}

// Expects failures of the property in other instructions than `wrong`, and all of them to blame it
// with that verdict, if one is given.
void expect_blame(std::string_view property, const Subject& subject,
                  const std::function<bool(const spec::Cell&)>& wrong, const std::string& verdict) {
  std::size_t blamed = 0;
  for (const Unit& unit : quick_units(property, subject)) {
    const UnitResult result = run_unit(unit, subject, 7);
    if (wrong(unit.cell)) {
      continue;
    }
    EXPECT_TRUE(result.deviations.empty()) << claim_name(unit) << "\n"
                                           << result.deviations.front().details;
    for (const BlamedDeviation& one : result.blamed) {
      EXPECT_TRUE(wrong(one.cell)) << spec::instruction_name(one.cell);
      EXPECT_TRUE(verdict.empty() || one.deviation.verdict == verdict) << one.deviation.verdict;
      EXPECT_EQ(one.deviation.claim, claim_name("MatchesOracle", one.cell));
      EXPECT_GE(one.deviation.failing_cases, 1U);
      EXPECT_LE(one.deviation.failing_cases, result.cases);
      EXPECT_EQ(one.contradiction.failing_cases, one.deviation.failing_cases);
      EXPECT_EQ(one.contradiction.claim, claim_name(unit));
      EXPECT_THAT(one.contradiction.in_short, HasSubstr(spec::instruction_name(one.cell)));
      ++blamed;
    }
  }
  EXPECT_GT(blamed, 0U) << property << " sees nothing";
}

TEST(Blame, OddThatIsNearestIsNotTheFaultOfWhatComesAfter) {
  const Subject subject = subject_named("mutant:odd-is-nearest");
  expect_blame(
      "OddThenAnyEqualsDirect", subject,
      [](const spec::Cell& cell) { return cell.rounding == spec::Rounding::kOdd; }, "MISMATCH");
  // The case shows it with one source, under its own rule.
  std::vector<BlamedDeviation> blamed;
  for (const Unit& unit : quick_units("OddThenAnyEqualsDirect", subject)) {
    const UnitResult result = run_unit(unit, subject, 7);
    blamed.insert(blamed.end(), result.blamed.begin(), result.blamed.end());
  }
  ASSERT_FALSE(blamed.empty());
  EXPECT_EQ(blamed.front().deviation.rule, "round.odd-is-von-neumann");
  EXPECT_EQ(blamed.front().deviation.count, 1U);
}

TEST(Blame, ModesAreNotBlamedForFloor) {
  const auto is_floor = [](const spec::Cell& cell) {
    return cell.rounding == spec::Rounding::kFloor &&
           cell.conversion().family == spec::Family::kVconv;
  };
  // All ones are NaN or -1: f is then above r, and not the mirror of c.
  const Subject subject =
      changed_golden([&](const spec::Cell& cell, const spec::Step& step, spec::Outcome& outcome) {
        if (is_floor(cell)) {
          const auto& floor = std::get<spec::Vconv>(step);
          spec::MemoryBytes& ub = outcome.after.of(floor.dst.memory);
          const int bytes = cell.conversion().to().bits * cell.conversion().elements / 8;
          for (int i = 0; i < bytes; ++i) {
            ub[floor.dst.offset + static_cast<std::size_t>(i)] ^= 0x41;
          }
        }
      });
  expect_blame("FloorBelowAllBelowCeil", subject, is_floor, "MISMATCH");
  expect_blame("NegationMirrors", subject, is_floor, "MISMATCH");
}

TEST(Blame, TheBareNameIsNotBlamedForR) {
  const auto is_r = [](const spec::Cell& cell) {
    return cell.rounding == spec::Rounding::kNearestEven;
  };
  expect_blame(
      "BareNameIsR",
      changed_golden([&](const spec::Cell& cell, const spec::Step& step, spec::Outcome& outcome) {
        if (is_r(cell)) {
          spoil(std::get<spec::Vconv>(step).dst, outcome);
        }
      }),
      is_r, "");
}

TEST(Blame, AHalfIsNotBlamedForTheOther) {
  const auto is_high = [](const spec::Cell& cell) {
    const spec::DeqForm form = cell.conversion().deq;
    return form == spec::DeqForm::kDeqHigh || form == spec::DeqForm::kVdeqHigh;
  };
  expect_blame(
      "HalvesCompose",
      changed_golden([&](const spec::Cell& cell, const spec::Step& step, spec::Outcome& outcome) {
        if (is_high(cell)) {
          const spec::Address& dst = std::get<spec::Vconv>(step).dst;
          spoil({dst.memory, dst.offset + 16}, outcome);
        }
      }),
      is_high, "MISMATCH");
}

TEST(Blame, TheApiFormIsNotBlamedForItsInstructions) {
  const auto is_deq = [](const spec::Cell& cell) {
    return cell.conversion().family == spec::Family::kDeq;
  };
  expect_blame(
      "ApiFormEqualsInstructions",
      changed_golden([&](const spec::Cell& cell, const spec::Step&, spec::Outcome& outcome) {
        if (is_deq(cell)) {
          *(outcome.after.of(spec::MemoryId::kUb).end() - 1) ^= 1;
        }
      }),
      is_deq, "WROTE OUTSIDE");
}

TEST(Blame, OneFactorIsNotBlamedForAVector) {
  const auto has_vector = [](const spec::Cell& cell) {
    return is_vector(cell.conversion().deq_scale);
  };
  expect_blame(
      "EqualWordsEqualOne",
      changed_golden([&](const spec::Cell& cell, const spec::Step& step, spec::Outcome& outcome) {
        if (has_vector(cell)) {
          spoil(std::get<spec::DataCopy>(step).dst, outcome);
        }
      }),
      has_vector, "");
}

Subject golden_where_odd_is(spec::OutcomeStatus status) {
  return changed_golden(
      [status](const spec::Cell& cell, const spec::Step&, spec::Outcome& outcome) {
        if (cell == kF16ByOdd) {
          outcome.status = status;
          outcome.message = "because";
        }
      });
}

TEST(Blame, AnInstructionIsNotBlamedForTheRefusalOfAnother) {
  const auto is_odd = [](const spec::Cell& cell) { return cell == kF16ByOdd; };
  expect_blame("OddThenAnyEqualsDirect", golden_where_odd_is(spec::OutcomeStatus::kUnsupported),
               is_odd, "BROKE CLAIM");
  expect_blame("OddThenAnyEqualsDirect", golden_where_odd_is(spec::OutcomeStatus::kCrashed), is_odd,
               "CRASH");
}

// Each further case would wait as long.
TEST(Blame, ATimeOutOfAnotherInstructionEndsTheUnit) {
  const Subject subject = golden_where_odd_is(spec::OutcomeStatus::kTimedOut);
  const UnitResult result =
      run_unit(quick_units("OddThenAnyEqualsDirect", subject).front(), subject, 7);
  EXPECT_EQ(result.cases, 1U);
  EXPECT_TRUE(result.hung_elsewhere);
  ASSERT_EQ(result.blamed.size(), 1U);
  EXPECT_EQ(result.blamed.front().deviation.verdict, "TIMEOUT");
}

TEST(Blame, AnInstructionThatIsWrongDeviates) {
  const spec::Cell direct{4, spec::Rounding::kNearestEven};
  const Subject subject =
      changed_golden([&](const spec::Cell& cell, const spec::Step& step, spec::Outcome& outcome) {
        if (cell == direct || cell == kF16ByOdd) {
          spoil(std::get<spec::Vconv>(step).dst, outcome);
        }
      });
  std::size_t blamed = 0;
  for (const Unit& unit : quick_units("OddThenAnyEqualsDirect", subject)) {
    const UnitResult result = run_unit(unit, subject, 7);
    EXPECT_EQ(result.deviations.empty(), unit.cell != direct) << claim_name(unit);
    blamed += result.blamed.size();
  }
  EXPECT_GT(blamed, 0U);
}

// The findings stay: something is wrong, be it in the oracle.
TEST(Blame, ItIsSaidWhereItCannotBeTold) {
  const Subject subject = subject_named("golden");
  const Unit unit = quick_units("OddThenAnyEqualsDirect", subject).front();
  std::vector<PropertyRun> runs;
  const Subject noted = noting(subject, runs);
  Unit once = unit;
  once.count = 1;
  run_unit(once, noted, 7);
  ASSERT_EQ(runs.size(), 3U);
  CheckResult failed;
  failed.findings = {contradiction("a is not b", "a is not b")};
  const CheckResult result = attributed(subject, unit.cell, runs, failed);
  EXPECT_TRUE(result.blamed.empty());
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_THAT(result.findings.front().details, HasSubstr("cannot be told"));
  EXPECT_THAT(result.findings.front().in_short, HasSubstr("vconv_f322f16o"));
}

}  // namespace
}  // namespace vconform::suites
